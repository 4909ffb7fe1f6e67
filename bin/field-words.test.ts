import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EntryPoints } from "../kernel/language/entry-points.ts";
import { importableNames } from "../kernel/language/importable-names.ts";
import { namesFor } from "../kernel/language/name-search.ts";
import { inProject, projectFolder } from "./setup/project.js";

/** Words of the field, with the names that a search for them must find. */
const WORDS: readonly (readonly [string, ...string[]])[] = [
  ["pure differential privacy", "pure"],
  ["epsilon-delta DP", "approximate"],
  ["rdp", "gaussianRenyi", "poissonGaussianRenyi"],
  ["Renyi differential privacy", "gaussianRenyi"],
  ["moments accountant", "poissonGaussianRenyi"],
  ["zcdp", "zeroConcentrated"],
  ["zCDP", "zeroConcentrated"],
  ["tCDP", "truncatedConcentrated"],
  ["concentrated differential privacy", "zeroConcentrated", "truncatedConcentrated"],
  ["gdp", "gaussianDp", "gaussianTradeOff"],
  ["f-DP", "gaussianTradeOff"],
  ["pld", "pldProfile", "gaussianPld"],
  ["privacy loss distribution", "pldProfile"],
  ["hockey-stick divergence", "pldProfile"],
  ["composition", "compose", "advancedComposition"],
  ["strong composition", "advancedComposition"],
  ["accountant", "compose"],
  ["amplification by subsampling", "amplifyPoisson", "poissonSampled"],
  ["shuffle model", "shuffledEpsilon"],
  ["privacy filter", "basicFilter"],
  ["privacy budget", "ledger"],
  ["private selection", "exponentialMechanism", "reportNoisyMax", "permuteAndFlip", "tuneRenyi"],
  ["exponential mechanism", "exponentialMechanism"],
  ["report noisy max", "reportNoisyMax"],
  ["argmax", "reportNoisyMax"],
  ["geometric mechanism", "discreteLaplace"],
  ["laplace mechanism", "laplace"],
  ["gaussian mechanism", "gaussian"],
  ["analytic gaussian mechanism", "gaussian"],
  ["private mean", "noisyMean"],
  ["private sum", "noisySum"],
  ["private count", "noisyCount"],
  ["private variance", "noisyVariance"],
  ["private median", "quantile", "smoothSensitivityMedian"],
  ["private quantile", "quantile"],
  ["private histogram", "histogram"],
  ["partition selection", "thresholdedCounts", "stabilityHistogram"],
  ["propose-test-release", "proposeTestRelease"],
  ["PTR", "proposeTestRelease"],
  ["smooth sensitivity", "smoothSensitivityMedian"],
  ["local dp", "randomizedResponse", "unaryEncoding"],
  ["LDP", "randomizedResponse"],
  ["rappor", "rappor", "unaryEncoding"],
  ["count mean sketch", "countMeanSketch"],
  ["1bitmean", "oneBitMean"],
  ["OLH", "localHashing"],
  ["frequency oracle", "hadamardResponse", "localHashing", "unaryEncoding"],
  ["geo-indistinguishability", "planarLaplace"],
  ["relu", "activation"],
  ["svt", "sparseVector", "aboveThreshold", "numericSparse"],
  ["sparse vector", "sparseVector"],
  ["reusable holdout", "thresholdout"],
  ["tree aggregation", "treeSum"],
  ["binary mechanism", "treeSum"],
  ["matrix factorization", "squareRootSum", "bandedSum"],
  ["dp-ftrl", "privateRegularisedLeader"],
  ["dp-sgd", "privateStochasticGradient", "trainNetwork", "poissonSampled"],
  ["DPSGD", "privateStochasticGradient"],
  ["PATE", "noisyVotes", "teachers", "taughtStudent"],
  ["data poisoning", "poisoningCanary"],
  ["pretraining", "hiddenFeatures"],
  ["private linear regression", "privateRegression"],
  ["dp-erm", "objectivePerturbation", "outputPerturbation"],
  ["synthetic data", "mwem", "aim", "privatePgm"],
  ["membership inference", "likelihoodRatioAttack", "relativeMembershipAttack"],
  ["LiRA", "likelihoodRatioAttack"],
  ["reconstruction attack", "linearProgramReconstruction"],
  ["re-identification", "linkageAttack"],
  ["hyperparameter tuning", "tuneRenyi"],
  ["online FDR", "lord"],
  ["lower bound", "privateLeCam", "fano"],
];

describe("the words of the field", () => {
  const entries = new EntryPoints([{ name: "epsilab", path: projectFolder }]);

  it.each(WORDS)("help finds what %s means", (word, ...names) => {
    const found = namesFor(entries, word);
    expect(found).toEqual(expect.arrayContaining(names));
    expect(found.length).toBeLessThan(60);
  });

  it.each(WORDS.filter(([word]) => /^[a-z]{3,}$/i.test(word)))(
    "completion offers for %s what it means",
    (word, name) => {
      const offered = importableNames(entries, `  ${word}`, word.length + 2).map(({ text }) => text);
      expect(offered).toContain(name);
    },
  );

  it("stand in the headers that the reference shows and searches", () => {
    const writer = readFileSync(inProject("bin/docs/write.js"), "utf8");
    expect(writer).toMatch(/blockTags: \[.*"@also"/);
    expect(writer).toContain("searchInComments: true");
  });
});
