/**
 * The range of a loss over a ball of weights: how far one record can move the sum of losses at one and the same w, which is what
 * the exponential mechanism must hide. Rounded up, for features whose norm is 1 up to rounding.
 *
 * For ||w|| <= R and features of norm at most 1 predictions lie in [-R, R], and replacing a record moves the sum by at most the
 * range of the loss there (`loss.ts`). Half of it, G R, as lecture notes have it, is too little for the linear loss: with it the
 * mechanism spends up to 2 epsilon. The smallest value on the ball may lie inside it: at w with <w, x> = 1, not at its rim, for the
 * squared loss.
 * @claim exp-mech-erm
 */
import { refuse, requirePositive } from "../numerics/requirements.ts";
import { NORM_SLACK } from "./dataset.ts";
import { anyLoss, type Loss } from "./loss.ts";

export function lossRange(loss: Loss, radius: number): number {
  anyLoss.read(loss, "loss");
  requirePositive({ radius });
  if (!(radius <= loss.reach)) refuse("radius", `at most ${loss.reach}, the reach of the loss`, radius);
  const range = loss.range(radius * (1 + NORM_SLACK)) * (1 + 8 * Number.EPSILON);
  requirePositive({ "the range of the loss": range });
  return range;
}
