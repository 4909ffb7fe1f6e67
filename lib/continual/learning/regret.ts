/**
 * Regret: what an online learner paid more than the best fixed point of the set, chosen in hindsight.
 *
 * `quadraticRegret` is closed: the best point for losses (H/2) ||w - z_t||^2 is the projection of the mean of the targets. `regret`
 * takes any convex losses and minimises their sum by accelerated projected gradients, with a certificate: by convexity no point of
 * the set is lower than the one found by more than `gap`, the inner product of the gradient there with the way to the point of the
 * set that is lowest along it.
 * Method: FISTA with backtracking and restarts. Source: Beck, Teboulle, SIAM J. Imaging Sciences 2 (2009); O'Donoghue, Candes,
 * Found. Comput. Math. 15 (2015); Frank, Wolfe (1956) for the gap.
 * Accuracy: the true regret lies between `regret` and `regret + gap`, up to rounding; the search ends at a gap of 1e-10 of the
 * losses' size or after 5000 steps. For losses with kinks the gap may stay wide. It can be negative: a learner that moves may beat
 * every fixed point.
 * Limits: it reads all losses, so it is for study: of private data it is as secret as they are.
 * @example
 * ```ts
 * import { euclideanBall, quadraticRegret } from "epsilab/continual";
 * const set = euclideanBall({ centre: [0], radius: 1 });
 * quadraticRegret({ set, curvature: 1, targets: [[1], [0]], points: [0, 0.5] }).regret; // => 0.375
 * ```
 * @claim pftal
 */
import { declare, made, type ParametersOf, positive } from "../../numerics/parameters.ts";
import { refuse, refuseData, requireList, requireMadeBy } from "../../numerics/requirements.ts";
import { dot } from "../../numerics/smooth-objective.ts";
import { anyConvexSet, type ConvexSet, requirePoint } from "./convex-set.ts";
import type { OnlineLoss } from "./online-loss.ts";

export interface Regret {
  readonly regret: number;
  /** How much larger the regret may be, because the best point was found by a search: 0 for a closed form. */
  readonly gap: number;
  /** The best fixed point. */
  readonly best: Float64Array;
}

const PLAYED = {
  set: anyConvexSet,
  /** Where the learner stood at each loss, row after row; a row more, where it stands after the last, is not looked at. */
  points: made<ArrayLike<number>>((points, name) => requireList(name, points)),
};

const regretParameters = declare(
  {
    ...PLAYED,
    losses: made<readonly OnlineLoss[]>((losses, name) => {
      requireList(name, losses);
      losses.forEach((loss, t) => {
        requireMadeBy(`${name}[${t}]`, loss, "quadraticOnlineLoss", ["value", "gradient"]);
      });
    }),
  },
  ({ set, points, losses }) => requirePlayed(points, losses.length, set.dimension, "losses"),
);

export interface RegretParameters extends ParametersOf<typeof regretParameters> {}

const quadraticRegretParameters = declare(
  {
    ...PLAYED,
    targets: made<readonly ArrayLike<number>[]>((targets, name) => requireList(name, targets)),
    /** H. */
    curvature: positive,
  },
  ({ set: { dimension }, points, targets }) => {
    requirePlayed(points, targets.length, dimension, "targets");
    targets.forEach((target, t) => {
      requirePoint(`targets[${t}]`, target, dimension);
    });
  },
);

export interface QuadraticRegretParameters extends ParametersOf<typeof quadraticRegretParameters> {}

const MOST_STEPS = 5000;
const MOST_HALVINGS = 60;
/** Of the step, so that a steep beginning does not make all of it slow. */
const GROWTH = 1.1;
const TOLERANCE = 1e-10;

export function quadraticRegret(parameters: QuadraticRegretParameters): Regret {
  const { set, curvature, targets, points } = quadraticRegretParameters.read(parameters);
  const { dimension } = set;
  const best = new Float64Array(dimension);
  targets.forEach((target, t) => {
    for (let j = 0; j < dimension; j++) best[j] += (target[j] - best[j]) / (t + 1);
  });
  set.project(best, best);
  let regret = 0;
  targets.forEach((target, t) => {
    // ||w - z||^2 - ||u - z||^2 = <w - u, w + u - 2 z>.
    for (let j = 0; j < dimension; j++) {
      const point = points[t * dimension + j];
      regret += (point - best[j]) * (point - target[j] + (best[j] - target[j]));
    }
  });
  return { regret: requireAnswer((curvature / 2) * regret), gap: 0, best };
}

export function regret(parameters: RegretParameters): Regret {
  const { set, losses, points } = regretParameters.read(parameters);
  const { dimension } = set;
  const total = (at: (t: number) => Float64Array) =>
    losses.reduce((sum, loss, t) => sum + finite(loss.value(at(t)), t), 0);
  const paid = total((t) => Float64Array.from({ length: dimension }, (_, j) => points[t * dimension + j]));
  const gradient = (point: Float64Array) => {
    const sum = new Float64Array(dimension);
    losses.forEach((loss, t) => {
      const part = loss.gradient(point);
      requirePoint(`the gradient of losses[${t}]`, part, dimension);
      for (let j = 0; j < dimension; j++) sum[j] += part[j];
    });
    return sum;
  };
  const { best, least, gap } = minimumOn(set, (point) => total(() => point), gradient);
  return { regret: requireAnswer(paid - least), gap, best };
}

interface MinimumOn {
  readonly best: Float64Array;
  readonly least: number;
  readonly gap: number;
}

/** The lowest point of a convex function on a set, and how much lower another could be at most. */
function minimumOn(
  set: ConvexSet,
  value: (point: Float64Array) => number,
  gradient: (point: Float64Array) => Float64Array,
): MinimumOn {
  let at = set.project(new Float64Array(set.dimension));
  let slopeAt = gradient(at);
  let found = certified(set, at, value(at), slopeAt);
  const wanted = (least: number) => TOLERANCE * (1 + Math.abs(least));
  let [ahead, momentum, step] = [at, 1, 1];
  for (let steps = 0; steps < MOST_STEPS && found.gap > wanted(found.least); steps++) {
    const [from, here, slope] = [at, ahead, gradient(ahead)];
    for (let halvings = 0; ; halvings++, step /= 2) {
      at = set.project(here.map((x, j) => x - step * slope[j]));
      slopeAt = gradient(at);
      // By convexity enough for the model of the step to lie above the function where it ends.
      const way = at.map((x, j) => x - here[j]);
      const turned = slopeAt.map((x, j) => x - slope[j]);
      if (2 * step * dot(turned, way) <= dot(way, way) || halvings === MOST_HALVINGS) break;
    }
    const uphill = at.reduce((sum, x, j) => sum + slope[j] * (x - from[j]), 0) > 0;
    const following = uphill ? 1 : (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
    const carry = uphill ? 0 : (momentum - 1) / following;
    ahead = set.project(at.map((x, j) => x + carry * (x - from[j])));
    [momentum, step] = [following, GROWTH * step];
    const seen = certified(set, at, value(at), slopeAt);
    found = seen.least - seen.gap > found.least - found.gap ? merge(seen, found) : merge(found, seen);
  }
  return found;
}

/** The point with the lower value, with the higher of both lower bounds. */
function merge(tight: MinimumOn, other: MinimumOn): MinimumOn {
  const floor = tight.least - tight.gap;
  const low = tight.least <= other.least ? tight : other;
  return { ...low, gap: Math.max(0, low.least - floor) };
}

function certified(set: ConvexSet, best: Float64Array, least: number, slope: Float64Array): MinimumOn {
  const lowest = set.lowest(slope);
  const gap = best.reduce((sum, x, j) => sum + slope[j] * (x - lowest[j]), 0);
  return { best, least, gap: Math.max(0, gap) };
}

function requirePlayed(points: ArrayLike<number>, rows: number, dimension: number, of: string): void {
  requireList("points", points);
  if (rows === 0) refuse(of, "at least one", rows);
  if (points.length !== rows * dimension && points.length !== (rows + 1) * dimension)
    refuse("points", `of ${dimension} coordinates for each of ${rows} losses, or for one more`, points);
  requirePoint("points", points, points.length);
}

function finite(value: number, t: number): number {
  if (!Number.isFinite(value)) refuseData(`the value of losses[${t}]`, "finite");
  return value;
}

/** A regret beyond float64 is refused like any other value that does not fit. */
function requireAnswer(found: number): number {
  if (!Number.isFinite(found)) refuseData("the regret", "finite");
  return found;
}
