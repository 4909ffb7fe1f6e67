/** Guide to R. Cummings's notes, chapter by chapter; here are its chapters 5.6 to 5.8, and the whole. */
import { adaptiveStatistics } from "./cummings-adaptive-statistics.ts";
import { firstLecture } from "./cummings-first-lecture.ts";
import type { GuideSection, LectureGuide } from "./lecture-guide.ts";

const streamsAndLearning: readonly GuideSection[] = [
  {
    title: "5.6.1 First idea",
    items: [
      {
        line: 475,
        what: "A running count by two naive ways, and what they cost",
        functions: { continual: ["freshNoiseSum", "noisyRecordsSum"] },
        claims: ["counter-naive"],
        parts: ["streams/counter-naive"],
        cells: ["13-counting-forever#Two bad ideas"],
      },
      {
        line: 491,
        what: "The picture of blocks of 1, 2, 4, 8 records",
        functions: { continual: ["treeSum", "treeLevels"] },
        claims: ["tree-aggregation"],
        parts: ["streams/tree-aggregation"],
        cells: ["13-counting-forever#The tree"],
      },
      {
        line: 503,
        what: "The tree protocol, for vectors too, and its error",
        functions: { continual: ["treeSum", "countingErrorBounds"], random: ["sampleBallNoise"] },
        claims: ["tree-aggregation"],
        parts: ["streams/tree-aggregation", "streams/tree-crossing"],
        figures: ["streams/counter-errors"],
        cells: ["13-counting-forever#The tree", "13-counting-forever#How the error grows"],
      },
      {
        line: 538,
        what: "Private follow-the-approximate-leader",
        functions: { continual: ["privateFollowTheLeader", "leaderRegretBound"] },
        claims: ["pftal"],
        parts: ["streams/pftal", "streams/leader-growth", "streams/leader-privacy"],
        figures: ["streams/regret"],
        cells: ["13-counting-forever#Learning from a stream"],
      },
    ],
  },
  {
    title: "5.7 Private Deep Learning",
    items: [
      {
        line: 549,
        what: "DP-SGD: short gradients, noise on their sum",
        functions: { learning: ["privateStochasticGradient", "trainNetwork", "clippedGradientSum"] },
        claims: ["dp-sgd", "clip"],
        parts: ["erm-excess-risk/stochastic", "erm-excess-risk/stochastic-privacy", "gradient/clip"],
        figures: ["gradient/clip"],
        cells: ["24-networks#Two lines that make it private", "05-private-learning#Four methods"],
      },
      {
        line: 573,
        what: "Rényi privacy: composition, conversion, and DP-SGD's account",
        functions: {
          accounting: ["gaussianRenyi", "poissonGaussianRenyi", "compose"],
          privacy: ["convert"],
        },
        claims: ["rdp"],
        parts: ["accounting/rdp", "accounting/rdp-conversion", "accounting/renyi-sampling"],
        figures: ["accounting/conversion", "accounting/sampling"],
        cells: ["06-composition#Training a model"],
      },
    ],
  },
  {
    title: "5.8 Misc.",
    items: [
      {
        line: 597,
        what: "A trusted curator or none, and an answer by two coins",
        functions: { mechanisms: ["randomizedResponse", "warnerResponse"] },
        claims: ["local-vs-central", "randomized-response"],
        parts: ["randomized-response/local-vs-central", "randomized-response/estimator"],
        figures: ["randomized-response/local", "randomized-response/cost"],
        cells: [
          "17-local-and-shuffled#One answer among many choices",
          "10-errata#5. An estimator that is off by a half",
        ],
        exercises: ["a-coin"],
      },
      {
        line: 604,
        what: "Synthetic data: how good, and how hard to make",
        functions: { synthetic: ["noisyHistogram", "mwem", "aim"] },
        claims: ["mwem", "synth-histogram", "synthetic-hardness"],
        parts: ["synthetic/mwem", "synthetic/synth-histogram", "synthetic/quality"],
        figures: ["synthetic/mwem", "synthetic/quality"],
        cells: ["16-synthetic-data#A histogram with noise", "16-synthetic-data#Ask where the model is worst"],
      },
      {
        line: 611,
        what: "How to explain differential privacy to those whom it concerns",
        functions: { privacy: ["advantage", "truePositiveRate"] },
        claims: ["explaining-dp"],
        cells: ["02-what-epsilon-means#From epsilon to a sentence"],
      },
    ],
  },
];

export const cummings2022: LectureGuide = {
  slug: "cummings-2022",
  notes: "S0",
  summary:
    "A school's lecture from the definition to adaptive statistics, streams and deep learning; begin with 19-first-principles, " +
    "then 01-first-steps.",
  sections: [...firstLecture, ...adaptiveStatistics, ...streamsAndLearning],
};
