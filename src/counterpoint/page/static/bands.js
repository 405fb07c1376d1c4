// A band shows that events are blocked: in the score, its legend, and the reasons.

const LEAST = 3; // px, of one event: it is seen from the last row of a room
const MOST = 6; // px

/** The height of a band in px: the more events are blocked, the thicker. */
export const thickness = (events) => Math.min(MOST, LEAST + (events - 1) / 2);

/** Bands under a stave, in the colours of those whose events are blocked. */
export function bands(blocked, x, y, width) {
  const parts = ['x', 'o', 'req', 'game'].filter((voice) => blocked[voice])
    .map((voice) => [voice, thickness(blocked[voice])]);
  let top = y + 8.5 - parts.reduce((sum, [, thick]) => sum + thick, 0) / 2;
  return parts.map(([voice, thick]) => {
    const band = `<rect class="blk ${voice}" x="${x}" y="${top}" width="${width}" height="${thick}"/>`;
    top += thick;
    return band;
  }).join('');
}
