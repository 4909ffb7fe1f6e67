/**
 * Special functions in the battery: each at 100 000 points spread over its range, tails and tiny arguments included.
 */
import {
  binomialLogLowerTail,
  binomialLogMass,
  binomialLowerTail,
  binomialUpperTail,
  logBinomialCoefficient,
} from "../../lib/numerics/binomial.ts";
import { erf, erfc, erfcx, logErfc } from "../../lib/numerics/error-function.ts";
import { exp, expm1 } from "../../lib/numerics/exponential.ts";
import { realFourier } from "../../lib/numerics/fourier.ts";
import { tanh } from "../../lib/numerics/hyperbolic-tangent.ts";
import { lowerBeta, lowerBetaInverse, upperBeta, upperBetaInverse } from "../../lib/numerics/incomplete-beta.ts";
import { lowerGamma, lowerGammaInverse, upperGamma, upperGammaInverse } from "../../lib/numerics/incomplete-gamma.ts";
import { logGamma } from "../../lib/numerics/log-gamma.ts";
import { logAddExp, logOneMinusExp, logSubExp, logSumExp } from "../../lib/numerics/log-sum.ts";
import { log, log1p } from "../../lib/numerics/logarithm.ts";
import { logNormalCdf, logNormalDensity, normalCdf, normalDensity } from "../../lib/numerics/normal.ts";
import { logNormalQuantile, normalQuantile, normalUpperQuantile } from "../../lib/numerics/normal-quantile.ts";
import { pow } from "../../lib/numerics/power.ts";
import { cos, sin } from "../../lib/numerics/trigonometry.ts";
import { stream } from "../../lib/random/stream.ts";
import { fillUniform } from "../../lib/random/uniform.ts";
import type { Section } from "./section.ts";

const POINTS = 100_000;

/** Uniform on (lower, upper). */
function between(lower: number, upper: number): (u: number) => number {
  return (u) => lower + u * (upper - lower);
}

/** Log-uniform on (10^lower, 10^upper). */
function decades(lower: number, upper: number): (u: number) => number {
  const spread = between(lower * Math.LN10, upper * Math.LN10);
  return (u) => exp(spread(u));
}

/** Half the points of one kind, half of the other. */
function either(first: (u: number) => number, second: (u: number) => number): (u: number) => number {
  return (u) => (u < 0.5 ? first(2 * u) : second(2 * u - 1));
}

function negative(of: (u: number) => number): (u: number) => number {
  return (u) => -of(u);
}

type Range = (u: number) => number;

function section(name: string, ranges: readonly Range[], f: (...values: number[]) => number): Section {
  return {
    name,
    blocks: 1,
    blockLength: POINTS,
    values: () => {
      const columns = ranges.map((range, column) =>
        fillUniform(new Float64Array(POINTS), stream("battery", name, column)).map(range),
      );
      return Float64Array.from({ length: POINTS }, (_, i) => f(...columns.map((column) => column[i])));
    },
  };
}

/** The first bins of a transform of 2^17 uniforms, real parts, then imaginary parts. */
const fourierSection: Section = {
  name: "realFourier",
  blocks: 1,
  blockLength: POINTS,
  values: () => {
    const { re, im } = realFourier(fillUniform(new Float64Array(131072), stream("battery", "realFourier")));
    const values = new Float64Array(POINTS);
    values.set(re.subarray(0, POINTS / 2));
    values.set(im.subarray(0, POINTS / 2), POINTS / 2);
    return values;
  },
};

const positive = decades(-307, 308);
const real = either(between(-40, 40), either(decades(-300, 0), negative(decades(-300, 0))));

const around = decades(-1, 1);
const inside = between(0, 1);
const levels = either(inside, decades(-250, -1));
const counts = [decades(0, 5), inside];

function whole(trials: number): number {
  return Math.floor(trials);
}

function part(trials: number, share: number): number {
  return Math.floor(share * (whole(trials) + 1));
}

export const functionSections: readonly Section[] = [
  section("log", [positive], log),
  section("log1p", [either(between(-1, 1), decades(-300, 300))], log1p),
  section("exp", [either(between(-745, 709), between(-1, 1))], exp),
  section("expm1", [real], expm1),
  section("pow", [decades(-10, 10), between(-30, 30)], pow),
  section("sin", [either(between(-100, 100), decades(-300, 9))], sin),
  section("cos", [either(between(-100, 100), decades(-300, 9))], cos),
  section("tanh", [real], tanh),
  section("erf", [real], erf),
  section("erfc", [either(between(-6, 27), decades(-300, 0))], erfc),
  section("erfcx", [either(between(-26, 100), decades(-300, 300))], erfcx),
  section("logErfc", [either(between(-30, 100), decades(-300, 100))], logErfc),
  section("normalCdf", [between(-38, 9)], normalCdf),
  section("logNormalCdf", [either(between(-40, 38), negative(decades(-5, 100)))], logNormalCdf),
  section("normalDensity", [between(-38, 38)], normalDensity),
  section("logNormalDensity", [real], logNormalDensity),
  section("normalQuantile", [either(between(0, 1), decades(-307, -1))], normalQuantile),
  section("normalUpperQuantile", [either(between(0, 1), decades(-307, -1))], normalUpperQuantile),
  section("logNormalQuantile", [negative(decades(-10, 10))], logNormalQuantile),
  section("logGamma", [either(decades(-300, 300), between(0, 10))], logGamma),
  section("lowerGamma", [decades(-2, 4), around], (shape, factor) => lowerGamma(shape, shape * factor)),
  section("upperGamma", [decades(-2, 4), around], (shape, factor) => upperGamma(shape, shape * factor)),
  section("lowerGammaInverse", [decades(-1, 4), levels], lowerGammaInverse),
  section("upperGammaInverse", [decades(-1, 4), levels], upperGammaInverse),
  section("lowerBeta", [decades(-2, 4), decades(-2, 4), between(0, 1)], (a, b, x) => lowerBeta({ a, b, x })),
  section("upperBeta", [decades(-2, 4), decades(-2, 4), between(0, 1)], (a, b, x) => upperBeta({ a, b, x })),
  section("lowerBetaInverse", [decades(-1, 4), decades(-1, 4), levels], (a, b, p) => lowerBetaInverse({ a, b, p })),
  section("upperBetaInverse", [decades(-1, 4), decades(-1, 4), levels], (a, b, q) => upperBetaInverse({ a, b, q })),
  section("logBinomialCoefficient", counts, (trials, share) =>
    logBinomialCoefficient(whole(trials), part(trials, share)),
  ),
  section("binomialLogMass", [...counts, inside], (trials, share, probability) =>
    binomialLogMass({ trials: whole(trials), successes: part(trials, share), probability }),
  ),
  section("binomialLowerTail", [...counts, inside], (trials, share, probability) =>
    binomialLowerTail({ trials: whole(trials), successes: part(trials, share), probability }),
  ),
  section("binomialUpperTail", [...counts, inside], (trials, share, probability) =>
    binomialUpperTail({ trials: whole(trials), successes: part(trials, share), probability }),
  ),
  section("binomialLogLowerTail", [...counts, inside], (trials, share, probability) =>
    binomialLogLowerTail({ trials: whole(trials), successes: part(trials, share), probability }),
  ),
  section("logSumExp", [between(-800, 800), between(-800, 800), between(-800, 800)], (...values) => logSumExp(values)),
  section("logAddExp", [between(-50, 50), between(-50, 50)], logAddExp),
  section("logSubExp", [between(-50, 50), decades(-10, 2)], (b, gap) => logSubExp(b + gap, b)),
  section("logOneMinusExp", [negative(decades(-300, 3))], logOneMinusExp),
  fourierSection,
];
