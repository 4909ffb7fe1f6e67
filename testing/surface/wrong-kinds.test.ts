/**
 * Arguments of a wrong kind, as programs without types pass them: a sentence that names the parameter, not a TypeError of the engine.
 */
import { describe, expect, it } from "vitest";
import { logAnswersProbability } from "../../lib/adaptive/comparison-law.ts";
import { numericSparsePrivacyLoss } from "../../lib/adaptive/numeric-sparse.ts";
import { voteAgreement } from "../../lib/adaptive/vote-analyst.ts";
import { releaseFloatLaplace } from "../../lib/attacks/float-laplace.ts";
import { optimalAttack } from "../../lib/attacks/optimal-attack.ts";
import { subsetQueries } from "../../lib/attacks/subset-queries.ts";
import { productLaw } from "../../lib/auditing/composed-law.ts";
import { continuousDelta } from "../../lib/auditing/continuous-audit.ts";
import { auditDiscrete, discreteDelta } from "../../lib/auditing/discrete-audit.ts";
import { audit } from "../../lib/auditing/mechanism-audit.ts";
import { auditOneRun } from "../../lib/auditing/one-run-audit.ts";
import { judgeOperatingBoxes, operatingBox } from "../../lib/auditing/operating-boxes.ts";
import { truePositiveRateAt } from "../../lib/auditing/receiver-operating-curve.ts";
import { auditRelease } from "../../lib/auditing/sampled-audit.ts";
import { worstPair } from "../../lib/auditing/worst-pair.ts";
import { binomialPValue } from "../../lib/false-discovery/p-values.ts";
import { dataset } from "../../lib/learning/dataset.ts";
import { networkAccuracy } from "../../lib/learning/private-network.ts";
import { splitRecords } from "../../lib/learning/split-records.ts";
import { hierarchicalStrategy, marginalWorkload } from "../../lib/mechanisms/linear/workload.ts";
import { simulationLemma } from "../../lib/mechanisms/local/simulation-lemma.ts";
import { changeDistance } from "../../lib/mechanisms/local-sensitivity/change-distance.ts";
import { laplace } from "../../lib/mechanisms/noise/laplace.ts";
import { densityEstimateRisk } from "../../lib/mechanisms/statistics/density-estimate.ts";
import { quantiles } from "../../lib/mechanisms/statistics/quantiles.ts";
import { binomialLogMass, binomialLowerTail } from "../../lib/numerics/binomial.ts";
import { lowerBeta, upperBeta } from "../../lib/numerics/incomplete-beta.ts";
import { minimiseByLbfgs } from "../../lib/numerics/lbfgs.ts";
import { cholesky, solveLinear } from "../../lib/numerics/linear-algebra.ts";
import { findMinimum, goldenSection } from "../../lib/numerics/minimum.ts";
import { minimiseByNewton } from "../../lib/numerics/newton.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";
import { expandBracket, findRoot } from "../../lib/numerics/root.ts";
import { symmetricEigen } from "../../lib/numerics/symmetric-eigen.ts";
import { basicComposition } from "../../lib/privacy/accounting/advanced-composition.ts";
import { calibrate } from "../../lib/privacy/calibration/calibration.ts";
import { groupPrivacy } from "../../lib/privacy/guarantees/group-privacy.ts";
import { continuousLaw, numberLaw } from "../../lib/privacy/loss/distribution.ts";
import { pldProfile } from "../../lib/privacy/loss/pld-profile.ts";
import { sampledFinitePld } from "../../lib/privacy/loss/sampled-pld.ts";
import { tradeOffOfLaws, tradeOffOfMasses } from "../../lib/privacy/trade-off/finite-trade-off.ts";
import { groupTradeOff } from "../../lib/privacy/trade-off/group-trade-off.ts";
import { pldTradeOff } from "../../lib/privacy/trade-off/pld-trade-off.ts";
import { gaussianTradeOff } from "../../lib/privacy/trade-off/trade-off.ts";
import { invertTradeOff, tensor } from "../../lib/privacy/trade-off/trade-off-operations.ts";
import { convexify, tradeOffAbove } from "../../lib/privacy/trade-off/trade-off-points.ts";
import { tradeOffDelta, tradeOffEpsilon, tradeOffFromProfile } from "../../lib/privacy/trade-off/trade-off-profile.ts";
import {
  advantage,
  areaUnderCurve,
  coveringMu,
  truePositiveRate,
} from "../../lib/privacy/trade-off/trade-off-readings.ts";
import { samplePermutation } from "../../lib/random/permutation.ts";
import { secureRandom } from "../../lib/random/secure.ts";
import { stream } from "../../lib/random/stream.ts";
import { bootstrap } from "../../lib/statistics/bootstrap.ts";
import { distributionBand } from "../../lib/statistics/dvoretzky-kiefer-wolfowitz.ts";
import { marginalQuality } from "../../lib/synthetic/marginal-quality.ts";

type Loose = (...given: readonly unknown[]) => unknown;
const noise = laplace({ epsilon: 1, sensitivity: 1, neighbours: "swap" });
const quartiles = { epsilon: 1, lower: 0, upper: 1, neighbours: "swap" };

const identity = (x: number) => x;
const ONE_RUN = { epsilon: 1, delta: 0, errorRate: 0.05, guessCounts: [1] };
const RELEASED = { epsilon: 1, delta: 0, errorRate: 0.05, draws: 4, inputs: [0, 1], choose: () => () => true };

const COUNT = { trials: 5, successes: 2, probability: 0.5 };
const BOX = operatingBox({ falsePositives: 1, others: 10, truePositives: 5, members: 10 }, 0.1);
const BOOTSTRAPPED = {
  values: [1, 2, 3],
  statistic: (values: Float64Array) => values[0],
  resamples: 50,
  errorRate: 0.5,
};
const DATA = dataset({ features: Float64Array.of(1, 2, 3, 4), labels: Float64Array.of(0, 1, 0, 1), columns: 1 });

describe("a name that a function does not know", () => {
  it.each<readonly [string, Loose, readonly unknown[], string]>([
    ["changeDistance", changeDistance as Loose, [{ statistics: 1 }], "statistic"],
    ["densityEstimateRisk", densityEstimateRisk as Loose, [{ squareBias: 1 }], "squaredBias"],
    ["hierarchicalStrategy", hierarchicalStrategy as Loose, [{ branchings: 2 }], "branching"],
    ["marginalWorkload", marginalWorkload as Loose, [{ marginal: [] }], "marginals"],
    ["binomialPValue", binomialPValue as Loose, [{ trial: 2 }], "trials"],
    ["operatingBox", operatingBox as Loose, [{ falsePositive: 2 }, 0.1], "falsePositives"],
    ["auditOneRun", auditOneRun as Loose, [{ member: 2 }, ONE_RUN], "members"],
    ["logAnswersProbability", logAnswersProbability as Loose, [{ queryScales: 2 }, [], []], "queryScale"],
    ["tradeOffOfMasses", tradeOffOfMasses as Loose, [{ logNulls: [] }], "logNull"],
    ["findRoot", findRoot as Loose, [identity, { tolerances: 1 }], "tolerance"],
    ["expandBracket", expandBracket as Loose, [identity, { minimal: 1 }], "minimum"],
    ["goldenSection", goldenSection as Loose, [identity, { tolerances: 1 }], "tolerance"],
    ["integrate", integrate as Loose, [identity, { kink: 1 }], "kinks"],
    ["binomialLowerTail", binomialLowerTail as Loose, [{ ...COUNT, probabilities: 1 }], "probability"],
    ["lowerBeta", lowerBeta as Loose, [{ a: 1, b: 1, x: 0.5, xs: 1 }], "x"],
    ["convexify", convexify as Loose, [[{ alpha: 0, betas: 1 }]], "beta"],
    ["tradeOffFromProfile", tradeOffFromProfile as Loose, [[{ epsilon: 0, deltas: 1 }]], "delta"],
    ["minimiseByNewton", minimiseByNewton as Loose, [identity, { hessians: 1 }], "hessian"],
    ["minimiseByLbfgs", minimiseByLbfgs as Loose, [identity, { starts: 1 }], "start"],
  ])("is refused by %s with the nearest one", (_, call, given, near) => {
    expect(() => call(...given)).toThrow(RangeError);
    expect(() => call(...given)).toThrow(`; did you mean ${near}?`);
  });
});

describe("an argument of a wrong kind", () => {
  it.each<readonly [string, Loose, readonly unknown[], string]>([
    ["no pair", optimalAttack as Loose, [noise], "pair must be two neighbouring inputs, in a list, got undefined"],
    ["a pair of three", optimalAttack as Loose, [noise, [0, 1, 2]], "pair must be two neighbouring inputs, got"],
    ["no mechanism", optimalAttack as Loose, [undefined, [0, 1]], "mechanism must be one that a builder makes"],
    ["the secure source for float64 noise", noise.release as Loose, [0, secureRandom()], "random must be a stream"],
    ["no events", calibrate as Loose, [{ epsilon: 1, delta: 1e-5 }], "eventsAt must be a function, got undefined"],
    ["a function in place of a mechanism", audit as Loose, [() => 0, [0, 1]], "mechanism must be one that a builder"],
    ["an object that releases nothing", audit as Loose, [{}, [0, 1]], "got an object without `release`"],
    [
      "a number in place of a list",
      quantiles as Loose,
      [{ ...quartiles, probabilities: 3 }],
      "probabilities must be an",
    ],
    ["nothing at all", marginalQuality as Loose, [], "parameters must be an object with "],
    ["a pair without its laws", discreteDelta as Loose, [{}, 1], "first.support must be an array or a typed array"],
    ["no pair", auditDiscrete as Loose, [undefined, { epsilon: 1, delta: 0 }], "pair must be an object with first"],
    ["no densities", continuousDelta as Loose, [{ first: 1, second: 2 }, 1], "first.range must be an array or a typed"],
    ["no scores", auditOneRun as Loose, [{ members: [1] }, ONE_RUN], "others must be an array or a typed array"],
    [
      "no release",
      auditRelease as Loose,
      [undefined, RELEASED, stream(1)],
      "release must be a function, got undefined",
    ],
    [
      "a curve without points",
      truePositiveRateAt as Loose,
      [{ members: 1, others: 1 }, 0.1],
      "points must be an array",
    ],
    [
      "a network without weights",
      networkAccuracy as Loose,
      [{ network: {} }],
      "network must be made by `neuralNetwork`",
    ],
    ["no statistic", changeDistance as Loose, [{ universe: [0], size: 1 }], "statistic must be a function, got"],
    ["no masses", tradeOffOfMasses as Loose, [{ logNull: [0] }], "logAlternative must be an array or a typed array"],
    ["no function", findRoot as Loose, [undefined, { lower: 0, upper: 1 }], "f must be a function, got undefined"],
    ["no range", integrate as Loose, [identity], "integration must be an object with lower, upper, kinks"],
    ["no bracket", findMinimum as Loose, [identity, 3], "search must be an object with lower, upper, tolerance, got"],
    ["a number for a matrix", cholesky as Loose, [3], "matrix must be an array or a typed array, got a number"],
    ["a list for a matrix", solveLinear as Loose, [[1], [1]], "matrix row 0 must be an array or a typed array"],
    ["no records", dataset as Loose, [], "parts must be an object with features, labels, columns, got undefined"],
    ["no budgets", basicComposition as Loose, [], "budgets must be an array or a typed array, got undefined"],
    ["no loss", pldProfile as Loose, [], "loss must be a privacy-loss distribution, got undefined"],
    ["no laws", productLaw as Loose, [], "laws must be an array or a typed array, got undefined"],
    ["no values", distributionBand as Loose, [null, 0.1], "values must be an array or a typed array, got null"],
    ["no binomial count", binomialLogMass as Loose, [], "parameters must be an object with trials, successes, prob"],
    [
      "a count as text",
      binomialLowerTail as Loose,
      [{ ...COUNT, trials: "5" }],
      "trials must be an integer from 0 to 1e15",
    ],
    ["no shapes", lowerBeta as Loose, [null], "parameters must be an object with a, b, x, got null"],
    ["a shape as text", upperBeta as Loose, [{ a: "1", b: 1, x: 0.5 }], 'a must be between 1e-300 and 1e15, got "1"'],
    [
      "a number for a curve",
      advantage as Loose,
      [3],
      "tradeOff must be a curve, as `tradeOff(...)` makes it, got a num",
    ],
    ["no curve", truePositiveRate as Loose, [undefined, 0.1], "tradeOff must be a curve"],
    [
      "a curve without masses",
      areaUnderCurve as Loose,
      [{ kind: "finite", power: identity }],
      "tradeOff must be a curve",
    ],
    ["a mechanism for a curve", coveringMu as Loose, [noise], "tradeOff must be a curve"],
    ["no curve", tradeOffEpsilon as Loose, [null, 0.1], "tradeOff must be a curve"],
    ["no curve", tradeOffDelta as Loose, [{}, 0.1], "tradeOff must be a curve"],
    ["no curve", groupTradeOff as Loose, [[], 2], "curve must be a curve"],
    ["one curve", tensor as Loose, [gaussianTradeOff(1)], "second must be a curve"],
    ["no curve", invertTradeOff as Loose, [3], "tradeOff must be a curve"],
    ["no points", convexify as Loose, [], "points must be an array or a typed array, got undefined"],
    [
      "a point of numbers",
      convexify as Loose,
      [[[0, 1]]],
      "points[0] must be an object with alpha, beta, got an array",
    ],
    ["a hole among lines", tradeOffAbove as Loose, [[undefined]], "lines[0] must be an object with slope, intercept"],
    ["no profile", tradeOffFromProfile as Loose, [{}], "points must be an array or a typed array, got an object"],
    ["no loss pair", pldTradeOff as Loose, [undefined], "loss must be a privacy-loss distribution, got undefined"],
    ["no boxes' curve", judgeOperatingBoxes as Loose, [[BOX], 3], "curve must be made by `tradeOff`, got a number"],
    [
      "no loss",
      worstPair as Loose,
      [{ universe: [0, 1], size: 1, neighbours: "swap" }],
      "loss must be a function, got",
    ],
    [
      "no source",
      bootstrap as Loose,
      [BOOTSTRAPPED],
      "random must be a source such as secureRandom() or stream(seed), got",
    ],
    ["no source", samplePermutation as Loose, [4], "random must be a source such as"],
    ["no source", splitRecords as Loose, [DATA, 0.5], "random must be a source such as"],
    ["no source", noise.release as Loose, [1], "random must be a stream such as stream(seed), got undefined"],
    ["no matrix", symmetricEigen as Loose, [], "matrix must be an array or a typed array, got undefined"],
    [
      "a list for a matrix",
      symmetricEigen as Loose,
      [[1]],
      "matrix row 0 must be an array or a typed array, got a num",
    ],
    ["no chance", voteAgreement as Loose, [5], "chanceUp must be a function, got undefined"],
    ["no pair of values", numericSparsePrivacyLoss as Loose, [{}], "pair must be an array or a typed array, got undef"],
    [
      "no pair of laws",
      simulationLemma as Loose,
      [],
      "pair must be an object with first, second, epsilon, delta, got und",
    ],
    [
      "no shape of a law",
      continuousLaw as Loose,
      [3],
      "shape must be an object with logDensity, cdf, kinks, range, got a n",
    ],
    ["no law of numbers", numberLaw as Loose, [], "law must be a law of numbers, got undefined"],
    ["no loss to sample", sampledFinitePld as Loose, [null, 0.5], "loss must be a privacy-loss distribution, got null"],
    ["no source", subsetQueries as Loose, [{ size: 4, queries: 2 }], "random must be a source such as"],
    [
      "no stream",
      releaseFloatLaplace as Loose,
      [{ centre: 0, scale: 1 }],
      "random must be a stream such as stream(seed)",
    ],
    ["no guarantee", groupPrivacy as Loose, [undefined, 2], "guarantee must be a guarantee, got undefined"],
    ["no law", tradeOffOfLaws as Loose, [undefined, undefined], "nullLaw.support must be an array or a typed array"],
  ])("%s is refused by name", (_, call, given, sentence) => {
    expect(() => call(...given)).toThrow(RangeError);
    expect(() => call(...given)).toThrow(sentence);
  });
});
