/**
 * The range of a loss over a ball of weights: how far one record can move the sum of losses at one and the same w, which is what the exponential
 * mechanism must hide.
 *
 * For ||w|| <= R and features of norm at most 1 predictions lie in [-R, R]. A loss that falls with the margin, phi(y p), moves by at most
 * phi(-R) - phi(R) when a record is replaced: 2 R for the linear loss, R for the logistic one, and 2 G R at most for any G-Lipschitz one.
 * For the squared loss, what counts is p^2 / 2 - p y, as y^2 / 2 is the same for every w: its width is 2 R.
 * Half of it, G R, as lecture notes have it, is too little for the linear loss: with it the mechanism spends up to 2 epsilon.
 */
import { refuse, requirePositive } from "../numerics/requirements.ts";
import { NORM_SLACK } from "./dataset.ts";
import type { Loss } from "./loss.ts";

export function lossRange(loss: Loss, radius: number): number {
  requirePositive({ radius });
  const reach = radius * (1 + NORM_SLACK);
  if (!(radius <= loss.reach)) refuse("radius", `at most ${loss.reach}, the reach of the loss`, radius);
  const range = loss.labels === "signs" ? loss.value(-reach, 1) - loss.value(reach, 1) : 2 * reach;
  const bound = 2 * loss.lipschitz * reach;
  const enough = Math.min(range, bound) * (1 + 8 * Number.EPSILON);
  requirePositive({ "the range of the loss": enough });
  return enough;
}
