// In a report that stands alone: what the server would say was recorded, and is played from here.

let data = null;
let tell = () => {};
let run = ''; // the property whose run is shown; empty for the start

/** Show what was recorded: the first run that shows a failure, or else the start. */
export function connect(onMessage, onChange) {
  data = JSON.parse(document.getElementById('recorded').textContent);
  tell = onMessage;
  document.body.dataset.recorded = '1';
  onChange(true);
  tell(data.target);
  tell(data.properties);
  run = data.first;
  show(run ? data.runs[run].walks.length - 1 : 0);
}

/** What can be done without a server: go along runs, and from one to another. */
export function send(what, more = {}) {
  const { walk } = recorded();
  if (what === 'jump') show(more.at);
  else if (what === 'select') show(Math.min(more.step + 1, walk.length - 1));
  else if (what === 'open') [run] = [more.property, show(0, more.property)];
  else if (what === 'close' || what === 'restart') [run] = ['', show(0, '')];
}

const recorded = (name = run) => {
  const found = name ? data.runs[name] : data.start;
  return { walk: found.walks, columns: found.columns };
};

function show(at, name = run) {
  const { walk, columns } = recorded(name);
  tell({ ...walk[Math.max(0, Math.min(walk.length - 1, at))], from: 0, columns });
}
