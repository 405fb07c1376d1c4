// A band shows that events are blocked: in the score, its legend, and the reasons.

const LEAST = 3; // px, of one event: it is seen from the last row of a room
const MOST = 6; // px
const MOST_OF_MANY = 4; // px, where several share a stave

/** The height of a band in px: the more events are blocked, the thicker. */
export const thickness = (events, most = MOST) => Math.min(most, LEAST + (events - 1) / 2);

/** Bands under a stave, in the colours of those whose events are blocked. */
export function bands(blocked, x, y, width) {
  const voices = ['x', 'o', 'req', 'game'].filter((voice) => blocked[voice]);
  const parts = voices.map((voice) => [voice, thickness(blocked[voice], voices.length > 1 ? MOST_OF_MANY : MOST)]);
  let top = y + 8.5 - parts.reduce((sum, [, thick]) => sum + thick, 0) / 2;
  return parts.map(([voice, thick]) => {
    const band = `<rect class="blk ${voice}" x="${x}" y="${top}" width="${width}" height="${thick}"/>`;
    top += thick;
    return band;
  }).join('');
}
