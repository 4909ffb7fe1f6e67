/**
 * Sessions of online learning: a learner that stands at a point, takes the gradient of the next loss there, and moves.
 *
 * A gradient that is refused, because it is no vector of numbers, too long, or comes after the horizon, changes nothing and draws nothing.
 */
import { refuse, requireList } from "../../numerics/requirements.ts";
import type { Stream } from "../../random/stream.ts";
import { gradientAt, type LossOrGradient } from "./online-loss.ts";

interface Standing {
  /** Where the learner stands: w_(t+1) after t gradients. A copy. */
  readonly point: Float64Array;
  /** How many gradients it has seen. */
  readonly time: number;
}

export interface LeaderSession extends Standing {
  /** Takes the gradient of the next loss at `point`, and moves. */
  step(gradient: ArrayLike<number>): Float64Array;
}

export interface PrivateLeaderSession extends Standing {
  /** Takes the gradient of the next loss at `point`, and moves. */
  step(gradient: ArrayLike<number>, random: Stream): Float64Array;
}

/** The points w_1, ..., w_(T+1) of a fresh session that is fed losses, at most `horizon`, row after row. */
export function pointsOf(
  session: PrivateLeaderSession,
  losses: readonly LossOrGradient[],
  horizon: number,
  random: Stream,
): Float64Array {
  requireList("losses", losses);
  if (losses.length > horizon) refuse("the number of losses", `at most the horizon, ${horizon}`, losses.length);
  const { point } = session;
  const points = new Float64Array((losses.length + 1) * point.length);
  points.set(point);
  for (let t = 0; t < losses.length; t++)
    points.set(session.step(gradientAt(losses[t], session.point), random), (t + 1) * point.length);
  return points;
}
