/** R. Cummings's notes, chapter 5.5: privacy against overfitting, adaptive questions, sequences of tests, changepoints. */
import type { GuideSection } from "./lecture-guide.ts";

export const adaptiveStatistics: readonly GuideSection[] = [
  {
    title: "5.5.1 DP and generalization",
    items: [
      {
        line: 289,
        what: "A private algorithm overfits by little",
        functions: { adaptive: ["expectedGapBound", "sharpExpectedGap"] },
        claims: ["dp-generalization-expectation"],
        parts: ["generalisation/dp-generalization-expectation", "thresholdout-holdout/gap"],
        figures: ["thresholdout-holdout/gap"],
        cells: ["04-reusing-a-holdout#Why privacy helps"],
      },
      {
        line: 297,
        what: "Weaker and stronger notions: robust and perfect generalisation",
        functions: { adaptive: ["overfittingTail"] },
        claims: ["robust-perfect-generalization"],
        parts: ["generalisation/robust-perfect-generalization"],
        figures: ["generalisation/adversaries"],
        lacking: "a notebook, and a function for each of the two notions",
      },
    ],
  },
  {
    title: "5.5.2 DP and adaptive analysis",
    items: [
      {
        line: 305,
        what: "Questions that depend on earlier answers use a holdout up",
        functions: { adaptive: ["variableSelection", "voteAccuracy"] },
        claims: ["holdout-overfitting", "holdout-vote-attack"],
        parts: ["thresholdout-holdout/published", "thresholdout-holdout/vote"],
        figures: ["thresholdout-holdout/vote"],
        cells: ["04-reusing-a-holdout#A reasonable analyst"],
      },
      {
        line: 311,
        what: "Above-threshold: many questions for the price of one alarm",
        functions: { adaptive: ["aboveThreshold", "aboveThresholdError"] },
        claims: ["above-threshold"],
        parts: ["thresholdout-holdout/above-threshold"],
        cells: [
          "23-asking-only-when-it-matters#One alarm",
          "23-asking-only-when-it-matters#What the questions do cost",
        ],
      },
      {
        line: 334,
        what: "Sparse vector: several alarms, and their values",
        functions: { adaptive: ["sparseVector", "numericSparse"] },
        claims: ["sparse-vector", "numeric-sparse"],
        parts: ["thresholdout-holdout/sparse-vector", "thresholdout-holdout/numeric-sparse"],
        cells: ["23-asking-only-when-it-matters#Several alarms"],
      },
      {
        line: 340,
        what: "Thresholdout, the reusable holdout, and its theorem",
        functions: { adaptive: ["thresholdout", "thresholdoutGuarantee", "thresholdoutTail"] },
        claims: ["thresholdout", "thresholdout-accuracy", "holdout-overfitting"],
        parts: ["thresholdout-holdout/privacy", "thresholdout-holdout/tail", "thresholdout-holdout/published"],
        figures: ["thresholdout-holdout/published", "thresholdout-holdout/tail"],
        cells: [
          "04-reusing-a-holdout#The version with a theorem",
          "10-errata#4. A bound for one query is not a bound for each",
        ],
      },
    ],
  },
  {
    title: "5.5.3 DP and sequential hypothesis testing",
    items: [
      {
        line: 389,
        what: "p-values, and twenty tests at five per cent",
        functions: { "false-discovery": ["binomialPValue", "superUniformity"] },
        claims: ["p-values"],
        parts: ["false-discovery/p-values", "false-discovery/twenty-nulls"],
        cells: ["11-false-discoveries#What a p-value is"],
      },
      {
        line: 397,
        what: "All tests at once: the smallest p-values",
        functions: { "false-discovery": ["benjaminiHochberg"] },
        claims: ["bh"],
        parts: ["false-discovery/bh", "false-discovery/bh-enumerated"],
        figures: ["false-discovery/batch"],
        cells: ["11-false-discoveries#All at once"],
      },
      {
        line: 399,
        what: "One test after another: alpha-investing",
        functions: { "false-discovery": ["alphaInvesting", "generalisedAlphaInvesting"] },
        claims: ["alpha-investing"],
        parts: ["false-discovery/alpha-investing"],
        lacking: "a notebook in which alpha-investing is used",
      },
      {
        line: 401,
        what: "LORD: levels that follow the last discovery",
        functions: { "false-discovery": ["lord"] },
        claims: ["lord"],
        parts: ["false-discovery/lord", "false-discovery/lord-budget"],
        figures: ["false-discovery/online"],
        cells: ["11-false-discoveries#One after another"],
      },
      {
        line: 403,
        what: "SAFFRON: levels that follow an estimate of the share of true nulls",
        functions: { "false-discovery": ["saffron"] },
        claims: ["saffron"],
        parts: ["false-discovery/saffron", "false-discovery/saffron-estimate"],
        figures: ["false-discovery/online-power"],
        cells: ["11-false-discoveries#One after another"],
      },
      {
        line: 407,
        what: "PAPRIKA, private tests in sequence, and the sensitivity of a p-value by a factor",
        functions: { "false-discovery": ["paprikaLiteral", "privateLord", "binomialSensitivity"] },
        claims: ["paprika", "mult-sensitivity"],
        parts: ["false-discovery/paprika", "false-discovery/mult-sensitivity"],
        figures: ["false-discovery/leak", "false-discovery/sensitivity"],
        cells: [
          "11-false-discoveries#Privately: how much does one record move a p-value?",
          "11-false-discoveries#A rule that leaks",
        ],
      },
      {
        line: 452,
        what: "How large epsilon must be for private tests to find much",
        functions: { "false-discovery": ["privateLord"] },
        claims: ["paprika"],
        parts: ["false-discovery/private-rules"],
        figures: ["false-discovery/private-power"],
        cells: ["11-false-discoveries#Privately: how much does one record move a p-value?"],
      },
    ],
  },
  {
    title: "5.5.4 DP and Changepoint Detection",
    items: [
      {
        line: 454,
        what: "When a series changed: afterwards, and while it goes on",
        functions: { continual: ["changepoint", "changepointError", "onlineChangepoint"] },
        claims: ["pcpd-offline", "pcpd-online"],
        parts: ["changepoint/offline-privacy", "changepoint/offline-error", "changepoint/online-privacy"],
        figures: ["changepoint/errors", "changepoint/delays"],
        cells: [
          "12-changepoints#Afterwards: the largest sum, with noise",
          "12-changepoints#While it happens: an alarm",
        ],
      },
    ],
  },
];
