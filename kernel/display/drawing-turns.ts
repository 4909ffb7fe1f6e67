/**
 * Drawing turns: draws at once, but not without end in one turn of the event loop.
 *
 * Why: the rasteriser holds the pixels of a picture, some five megabytes, until the loop turns; a loop that showed a thousand figures
 * would fill the memory. Beyond so many pictures in one turn the next ones are promised, in their order.
 */
import { setImmediate as turn } from "node:timers/promises";

const MOST_IN_A_TURN = 24;

let drawn = 0;
let waiting = 0;

export function inItsTurn<Picture>(draw: () => Picture): Picture | Promise<Picture> {
  return waiting === 0 && drawn < MOST_IN_A_TURN ? drawNow(draw) : drawLater(draw);
}

function drawNow<Picture>(draw: () => Picture): Picture {
  drawn++;
  if (drawn === 1) {
    void turn().then(() => {
      drawn = 0;
    });
  }
  return draw();
}

/** Each picture waits by itself, so that an interrupt of the drawing ends no other. */
async function drawLater<Picture>(draw: () => Picture): Promise<Picture> {
  waiting++;
  do await turn();
  while (drawn >= MOST_IN_A_TURN);
  waiting--;
  return drawNow(draw);
}
