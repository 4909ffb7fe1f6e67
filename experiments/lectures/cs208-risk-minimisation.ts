/** The second part of the slides of CS208: private empirical risk minimisation, and learners around which privacy is put. */
import type { GuideSection } from "./lecture-guide.ts";

export const modifiedLearning: readonly GuideSection[] = [
  {
    title: "Supervised ML Output",
    items: [
      {
        line: 256,
        what: "Risk, empirical risk, and the regularised one",
        functions: { learning: ["empiricalRisk", "riskSolver"] },
        claims: ["dp-erm-rates"],
        parts: ["erm-excess-risk/slope"],
        figures: ["erm-excess-risk/population"],
        cells: ["05-private-learning#The data, and the best model"],
      },
      {
        line: 274,
        what: "Privacy helps against overfitting",
        functions: { adaptive: ["sharpExpectedGap"] },
        claims: ["dp-generalization-expectation"],
        parts: ["generalisation/dp-generalization-expectation"],
        cells: ["04-reusing-a-holdout#Why privacy helps"],
      },
    ],
  },
  {
    title: "Output Perturbation",
    items: [
      {
        line: 276,
        what: "Noise on the solution",
        functions: { learning: ["outputPerturbation"] },
        claims: ["output-perturbation"],
        parts: ["erm-excess-risk/output", "erm-excess-risk/output-privacy", "erm-excess-risk/expected"],
        figures: ["erm-excess-risk/excess"],
        cells: ["05-private-learning#Four methods"],
      },
    ],
  },
  {
    title: "Objective Perturbation",
    items: [
      {
        line: 287,
        what: "Noise in the function that is minimised",
        functions: { learning: ["objectivePerturbation"] },
        claims: ["objective-perturbation"],
        parts: ["erm-excess-risk/objective", "erm-excess-risk/objective-privacy"],
        figures: ["erm-excess-risk/excess"],
        cells: ["05-private-learning#Four methods"],
      },
    ],
  },
  {
    title: "Exponential Mechanism for ML",
    items: [
      {
        line: 299,
        what: "A model as a choice by its loss",
        functions: { learning: ["exponentialConvex", "exponentialGrid", "exponentialLinear"] },
        claims: ["exp-mech-erm"],
        parts: ["erm-excess-risk/linear", "erm-excess-risk/grid", "erm-excess-risk/linear-privacy"],
        figures: ["erm-excess-risk/linear"],
        cells: ["21-choosing-in-private#A model as a choice"],
      },
      {
        line: 313,
        what: "Kasiviswanathan and others: how many records suffice for a finite class",
        functions: { learning: ["learningSize"] },
        claims: ["klnrs-learning"],
        parts: ["private-learning/klnrs-learning", "private-learning/all-labelings"],
        figures: ["private-learning/thresholds"],
        cells: ["21-choosing-in-private#A model as a choice"],
      },
    ],
  },
  {
    title: "Subsample & Aggregate",
    items: [
      {
        line: 317,
        what: "Any learner on blocks, and a private mean or median of what it found",
        functions: { learning: ["subsampleAggregate"] },
        claims: ["subsample-aggregate"],
        parts: ["private-learning/subsample-aggregate", "private-learning/block-variance"],
        figures: ["private-learning/blocks"],
        cells: ["24-networks#Without a gradient: sample and aggregate"],
      },
      {
        line: 338,
        what: "PATE: teachers vote, a student learns",
        functions: { learning: ["teachers", "noisyVotes", "agreedVotesRenyi", "taughtStudent"] },
        claims: ["pate"],
        parts: ["private-learning/pate", "private-learning/pate-gaussian", "applied-learning/student"],
        figures: ["private-learning/votes", "applied-learning/student"],
        cells: ["24-networks#Without a gradient: teachers"],
      },
    ],
  },
  {
    title: "Modifying ML Algorithms",
    items: [
      {
        line: 341,
        what: "Learning from noisy sums: linear regression",
        functions: { learning: ["privateLine", "privateRegression", "tableRegression"] },
        claims: ["linreg-sufficient-statistics"],
        parts: ["private-learning/linreg-sufficient-statistics", "private-learning/linreg-rate"],
        figures: ["private-learning/line"],
        cells: ["09-your-own-data#A mean, quartiles, a line"],
      },
    ],
  },
];
