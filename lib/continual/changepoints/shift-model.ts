/**
 * Shift models: the law of a record before and after a change, and the log-likelihood ratio of a record, clamped and on a grid.
 *
 * A model is data: two Bernoulli, normal or Poisson laws, two laws on a finite table, or a ratio of one's own with a range. Ratios
 * are log(after(x) / before(x)), clamped to [-width / 2, width / 2] where a width is given, which an unbounded ratio needs, and
 * rounded to multiples of `step`, a power of two with 2^29 to 2^30 steps in the largest ratio. So sums of up to 2^20 ratios are
 * exact in float64, in any order, and a record moves them by at most `width` exactly: what a proof says of the sensitivity is true
 * of the numbers computed.
 * Limits: rounding moves a ratio by half a step at most. Means over a Poisson or normal law are by summation or quadrature, to 1e-9.
 */
import { exp } from "../../numerics/exponential.ts";
import { largestOf, leastOf } from "../../numerics/extremes.ts";
import { logGamma } from "../../numerics/log-gamma.ts";
import { log } from "../../numerics/logarithm.ts";
import { normalDensity } from "../../numerics/normal.ts";
import { made, requireKnownNames } from "../../numerics/parameters.ts";
import { integrate } from "../../numerics/quadrature.ts";
import {
  refuse,
  refuseData,
  requireFinite,
  requireList,
  requireOpenProbability,
  requirePositive,
  requireProbability,
} from "../../numerics/requirements.ts";

/** Records are 0 or 1, and 1 with these probabilities. */
export interface BernoulliShift {
  readonly kind: "bernoulli";
  readonly before: number;
  readonly after: number;
}

/** Records are numbers, normal with these means. */
export interface NormalShift {
  readonly kind: "normal";
  readonly before: number;
  readonly after: number;
  readonly sigma: number;
}

/** Records are counts, with these means of at most a million. */
export interface PoissonShift {
  readonly kind: "poisson";
  readonly before: number;
  readonly after: number;
}

/** Records are 0, 1, ..., and these are their probabilities. */
export interface TableShift {
  readonly kind: "table";
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Records are what `logRatio` takes; ratios are clamped to the range from `least` to `greatest`. */
export interface OwnShift<Datum> {
  readonly kind: "own";
  readonly logRatio: (record: Datum) => number;
  readonly least: number;
  readonly greatest: number;
}

/** The models whose laws are known. */
export type KnownShift = BernoulliShift | NormalShift | PoissonShift | TableShift;
export type ShiftModel<Datum = number> = KnownShift | OwnShift<Datum>;

/** What is known of the laws of a model. */
interface ShiftLaws {
  /** Records of the least and of the largest clamped ratio. */
  readonly extremes: readonly [number, number];
  /** The mean of a function of the clamped ratio of a record. */
  mean(law: "before" | "after", of: (ratio: number) => number): number;
}

export interface ShiftRatios<Datum> {
  readonly step: number;
  /** The difference of the largest and the least ratio. */
  readonly width: number;
  /** The ratio of a record, in steps: an integer. */
  steps(record: Datum): number;
  /** Undefined for a ratio of one's own. */
  readonly laws: ShiftLaws | undefined;
}

/** What a model is before it is clamped. */
interface Ratio<Datum> {
  logRatio(record: Datum): number;
  readonly range: readonly [number, number];
  laws?(ends: readonly [number, number]): ShiftLaws;
}

const LARGEST_STEPS = 1073741824; // 2^30
const [NARROWEST, WIDEST] = [1e-100, 1e100];

/** A model, as a parameter; what its laws must be is refused with its ratios. */
export const anyShift = made<unknown>((model, name) => {
  if (typeof model !== "object" || model === null) refuse(name, "the laws before and after the change", model);
});

/** Of a model and a width that were read. */
export function shiftRatios<Datum>(model: ShiftModel<Datum>, width: number | undefined): ShiftRatios<Datum> {
  const { logRatio, range, laws } = ratioOf(model) as Ratio<Datum>;
  if (width === undefined && !range.every(Number.isFinite))
    refuse("width", `given, as the log-likelihood ratio of the ${model.kind} model is unbounded`, width);
  const half = width === undefined ? Infinity : width / 2;
  const ends = [Math.max(range[0], -half), Math.min(range[1], half)] as const;
  const largest = Math.max(-ends[0], ends[1]);
  const spread = ends[1] - ends[0];
  if (!(spread >= NARROWEST * Math.max(1, largest) && largest <= WIDEST))
    refuse("the range of the log-likelihood ratio", `between ${NARROWEST} and ${WIDEST} wide`, spread);
  const step = stepFor(largest);
  const clamped = (ratio: number) => Math.min(ends[1], Math.max(ends[0], ratio));
  const steps = (record: Datum) => {
    const ratio = logRatio(record);
    if (typeof ratio !== "number" || Number.isNaN(ratio))
      refuseData("the log-likelihood ratio of a record", "a number");
    return Math.round(clamped(ratio) / step);
  };
  const count = Math.round(ends[1] / step) - Math.round(ends[0] / step);
  if (count < 1) refuse("the range of the log-likelihood ratio", "wider than its rounding", spread);
  return { step, width: count * step, steps, laws: laws?.(ends) };
}

/** The laws of a model, for what needs to know them. */
export function requireLaws<Datum>({ laws }: ShiftRatios<Datum>): ShiftLaws {
  return laws ?? refuse("model", "one whose laws are known: bernoulli, normal, poisson or table", "own");
}

/** The smaller of the mean ratio after the change and the mean of minus the ratio before it: without clamping, of the two divergences. */
export function driftOf<Datum>(ratios: ShiftRatios<Datum>): number {
  const { mean } = requireLaws(ratios);
  const drift = Math.min(
    mean("after", (ratio) => ratio),
    -mean("before", (ratio) => ratio),
  );
  const found = drift - ratios.step / 2;
  if (!(found > 0)) refuse("width", "so wide that the mean ratio still has the sign of the change", ratios.width);
  return found;
}

function stepFor(largest: number): number {
  let step = 1;
  while (largest / step > LARGEST_STEPS) step *= 2;
  while (largest / step <= LARGEST_STEPS / 2) step /= 2;
  return step;
}

const NAMES: { readonly [Kind in ShiftModel["kind"]]: readonly string[] } = {
  bernoulli: ["kind", "before", "after"],
  normal: ["kind", "before", "after", "sigma"],
  poisson: ["kind", "before", "after"],
  table: ["kind", "before", "after"],
  own: ["kind", "logRatio", "least", "greatest"],
};

function ratioOf<Datum>(model: ShiftModel<Datum>): Ratio<number> | Ratio<Datum> {
  if (Object.hasOwn(NAMES, model.kind)) requireKnownNames(model, NAMES[model.kind], "model");
  switch (model.kind) {
    case "bernoulli":
      return bernoulliRatio(model);
    case "normal":
      return normalRatio(model);
    case "poisson":
      return poissonRatio(model);
    case "table":
      return tableRatio(model.before, model.after);
    case "own": {
      const { logRatio, least, greatest } = model;
      requireFinite({ "model.least": least, "model.greatest": greatest });
      if (!(least < greatest)) refuse("model.greatest", `above least = ${least}`, greatest);
      if (typeof logRatio !== "function") refuse("model.logRatio", "a function of a record", typeof logRatio);
      return { logRatio, range: [least, greatest] };
    }
    default:
      return refuse("model.kind", "one of bernoulli, normal, poisson, table, own", (model as { kind: unknown }).kind);
  }
}

function requireChange(before: number, after: number): void {
  if (before === after) refuse("model.after", `other than before = ${before}`, after);
}

function bernoulliRatio({ before, after }: BernoulliShift): Ratio<number> {
  requireOpenProbability({ "model.before": before, "model.after": after });
  requireChange(before, after);
  return tableRatio([1 - before, before], [1 - after, after]);
}

function tableRatio(before: readonly number[], after: readonly number[]): Ratio<number> {
  requireList("model.before", before);
  requireList("model.after", after, before.length);
  for (const [name, law] of Object.entries({ "model.before": before, "model.after": after })) {
    for (const probability of law) requireProbability({ [`a probability of ${name}`]: probability });
    const total = law.reduce((sum, probability) => sum + probability, 0);
    if (!(Math.abs(total - 1) <= 1e-9)) refuse(`the sum of ${name}`, "1", total);
  }
  const ratios = before.map((probability, record) => {
    if (probability === 0 && after[record] === 0)
      refuse(`model.before[${record}]`, `positive, as model.after[${record}] is 0`, 0);
    return log(after[record]) - log(probability);
  });
  const [least, greatest] = [leastOf(ratios), largestOf(ratios)];
  if (!(least < greatest)) refuse("model.after", "other than before", after);
  return {
    logRatio: (record) => {
      const ratio = typeof record === "number" ? ratios[record] : undefined;
      return ratio ?? refuseData("a record", `an integer from 0 to ${ratios.length - 1}`);
    },
    range: [least, greatest],
    laws: ([lower, upper]) => ({
      extremes: [ratios.indexOf(least), ratios.indexOf(greatest)],
      mean: (law, of) =>
        (law === "before" ? before : after).reduce(
          (sum, mass, record) => (mass === 0 ? sum : sum + mass * of(Math.min(upper, Math.max(lower, ratios[record])))),
          0,
        ),
    }),
  };
}

/** Means are distances in deviations apart: so is the deviation of the ratio. */
const [NEAREST, FURTHEST] = [1e-40, 1e40];

function normalRatio({ before, after, sigma }: NormalShift): Ratio<number> {
  requireFinite({ "model.before": before, "model.after": after });
  requirePositive({ "model.sigma": sigma });
  requireChange(before, after);
  const distance = (after - before) / sigma;
  const middle = before / 2 + after / 2;
  if (!(Math.abs(distance) >= NEAREST && Math.abs(distance) <= FURTHEST))
    refuse("|after - before| / sigma", `between ${NEAREST} and ${FURTHEST}`, Math.abs(distance));
  return {
    logRatio: (record) => {
      if (!Number.isFinite(record)) refuseData("a record", "finite");
      return distance * ((record - middle) / sigma);
    },
    range: [-Infinity, Infinity],
    laws: ([lower, upper]) => {
      const recordAt = (ratio: number) => middle + (2 * sigma * ratio) / distance;
      const extremes = [recordAt(lower), recordAt(upper)] as const;
      if (!extremes.every(Number.isFinite)) refuse("width", "reached by records that float64 holds", upper - lower);
      const deviation = Math.abs(distance);
      return {
        extremes,
        mean: (law, of) => {
          const centre = ((law === "before" ? -1 : 1) * deviation * deviation) / 2;
          const clamped = (z: number) => Math.min(upper, Math.max(lower, centre + deviation * z));
          const kinks = [0, (lower - centre) / deviation, (upper - centre) / deviation];
          const integrand = (z: number) => normalDensity(z) * of(clamped(z));
          const absoluteTolerance = 1e-12 * (upper - lower);
          return integrate(integrand, { lower: -40, upper: 40, kinks, relativeTolerance: 1e-11, absoluteTolerance })
            .value;
        },
      };
    },
  };
}

const LARGEST_MEAN = 1e6;

function poissonRatio({ before, after }: PoissonShift): Ratio<number> {
  const means = { "model.before": before, "model.after": after };
  requirePositive(means);
  for (const [name, mean] of Object.entries(means))
    if (mean > LARGEST_MEAN) refuse(name, `at most ${LARGEST_MEAN}`, mean);
  requireChange(before, after);
  const slope = log(after) - log(before);
  const atZero = before - after;
  const ratioAt = (count: number) => atZero + slope * count;
  return {
    logRatio: (record) => {
      if (!(Number.isSafeInteger(record) && record >= 0)) refuseData("a record", "an integer of at least 0");
      return ratioAt(record);
    },
    range: after > before ? [atZero, Infinity] : [-Infinity, atZero],
    laws: ([lower, upper]) => {
      const far = Math.ceil(((after > before ? upper : lower) - atZero) / slope);
      if (!Number.isSafeInteger(far)) refuse("width", "reached by counts that float64 holds", upper - lower);
      return {
        extremes: after > before ? [0, far] : [far, 0],
        mean: (law, of) => {
          const centre = law === "before" ? before : after;
          const reach = 10 * Math.sqrt(centre) + 60;
          let [sum, total] = [0, 0];
          for (let count = Math.max(0, Math.floor(centre - reach)); count <= centre + reach; count++) {
            const mass = exp(count * log(centre) - centre - logGamma(count + 1));
            total += mass;
            sum += mass * of(Math.min(upper, Math.max(lower, ratioAt(count))));
          }
          return sum / total;
        },
      };
    },
  };
}
