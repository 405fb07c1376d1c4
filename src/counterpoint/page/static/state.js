// What the page knows: the last of each kind of message, and what only this tab decides.

export const state = {
  target: null, // the rules, their source, the players
  walk: null, // the position: the view, the events, the reasons
  columns: [], // the score, a column for each state
  properties: null, // the answers, or how far the search is
  notice: null, // an error of the file, what a reload changed, or what was not possible
  broken: null, // the error of the file, until it is mended
  online: false,
  watching: false,
  tab: 'score', // the panel that a phone shows
  line: null, // the line of source that was asked for
  file: null,
  closed: new Set(), // groups of rules that are closed
  playing: false,
  inFull: false, // whether values are shown that are too long for a board
};

/** Take a message in. */
export function receive(message) {
  switch (message.type) {
    case 'welcome':
      sessionStorage.setItem('tab', message.tab);
      state.watching = message.watching;
      state.broken = null;
      break;
    case 'target':
      closeMany(message, state.target);
      state.target = { ...message, known: message.groups };
      keepRunning();
      break;
    case 'walk':
      state.columns = state.columns.slice(0, message.from).concat(message.columns);
      keepRunning();
      state.line = null;
      state.file = null;
      state.walk = message;
      if (message.mode !== 'trace' || message.at >= message.length) state.playing = false;
      break;
    case 'properties':
      state.properties = message;
      break;
    case 'notice':
      state.notice = message;
      if (message.kind === 'error') state.broken = message;
      if (message.kind === 'reloaded') state.broken = null;
      break;
  }
}

/** Of rules that others start, keep the rows of those that run somewhere in the walk. */
function keepRunning() {
  if (!state.target) return;
  const most = new Map();
  for (const column of state.columns) {
    for (const [id, times] of Object.entries(column.runs ?? {})) most.set(id, Math.max(times, most.get(id) ?? 0));
  }
  const kept = (group) => (!group.passing ? group
    : { ...group, rows: group.rows.filter((row) => most.has(row.id)).map((row) => ({ ...row, threads: most.get(row.id) })) });
  state.target.groups = state.target.known.map(kept).filter((group) => group.rows.length);
}

const MANY = 40;

/** Of very many rules all groups are closed at first. */
function closeMany(target, before) {
  const rows = target.groups.reduce((sum, group) => sum + group.rows.length, 0);
  if (!before && rows > MANY) state.closed = new Set(target.groups.map((group) => group.id));
}

/** The rows of the score by their ids, each with the voice of its group. */
export function rowsById() {
  const found = new Map();
  for (const group of state.target.groups) {
    for (const row of group.rows) found.set(row.id, { ...row, voice: group.voice });
  }
  return found;
}

/** How many steps were taken before a column; more than there are columns where a report leaves some out. */
export const stepsBefore = (k) => state.columns[k]?.number ?? k;

/** The number of the step that leads on from a column, the first one that is told. */
export const stepNumber = (k) => stepsBefore(k) + (state.columns[k]?.gap ?? 0) + 1;

/** Which steps a column says are left out. */
export function leftOut(k) {
  const [first, last] = [stepsBefore(k) + 1, stepNumber(k) - 1];
  return first === last ? `Step ${first} is left out` : `Steps ${first} to ${last} are left out`;
}

/** The event that is possible under a name. */
export const eventNamed = (name) => named(state.walk.events, name);

/** Which of these has a name that was read from the page, where a NUL is written as another sign. */
export const named = (all, name) => all.find((each) => each.name.replaceAll('\0', '\ufffd') === name.replaceAll('\0', '\ufffd'));

/** The name of the target, without the folders that it lies in. */
export const targetName = () => state.target.name.split('/').pop();
