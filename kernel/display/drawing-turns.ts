/**
 * Drawing turns: draws at once, but not without end in one turn of the event loop.
 *
 * Why: the rasteriser holds the pixels of a picture, some five megabytes, until the loop turns; a loop that showed a thousand figures
 * would fill the memory. After so many pictures in one turn the next ones are promised, one or two a turn and in their order.
 */
import { setImmediate as turn } from "node:timers/promises";

const MOST_IN_A_TURN = 24;

const queue: (() => void)[] = [];
let drawn = 0;

export function inItsTurn<Picture>(draw: () => Picture): Picture | Promise<Picture> {
  if (queue.length === 0 && drawn < MOST_IN_A_TURN) {
    if (drawn === 0) scheduleNext();
    drawn++;
    return draw();
  }
  return new Promise((resolve, reject) => {
    queue.push(() => {
      try {
        resolve(draw());
      } catch (error) {
        reject(error);
      }
    });
    if (queue.length === 1) scheduleNext();
  });
}

/** The turn after is asked for before anything is drawn, so that an interrupt of the drawing does not end the queue. */
function scheduleNext(): void {
  void turn().then(() => {
    drawn = 0;
    const next = queue.shift();
    if (queue.length > 0) scheduleNext();
    next?.();
  });
}
