/** Guide to the handwritten lecture 12. */
import type { LectureGuide } from "./lecture-guide.ts";

export const lecture12: LectureGuide = {
  slug: "lecture-12",
  notes: "S3",
  summary:
    "The proof of advanced composition, and private learning as a choice; begin with 20-the-loss-as-a-random-variable, then " +
    "05-private-learning.",
  sections: [
    {
      title: "Lecture 12",
      items: [
        {
          line: 10,
          what: "Homework",
          remark: "its text is not in what was read",
        },
      ],
    },
    {
      title: "Adaptive Composition",
      items: [
        {
          line: 13,
          what: "Basic and advanced composition, of releases chosen one after another",
          functions: { accounting: ["basicComposition", "advancedComposition"] },
          claims: ["basic-composition", "advanced-composition"],
          parts: ["composition/basic-composition", "composition/advanced-composition"],
          figures: ["composition/totals"],
          cells: ["06-composition#When the square root holds", "10-errata#3. Advanced is not always better"],
          exercises: ["within-a-budget"],
        },
      ],
    },
    {
      title: "Privacy Loss as a Random Variable",
      items: [
        {
          line: 23,
          what: "The privacy loss, its mean, and laws that are hard to tell apart",
          functions: { privacy: ["discretePld", "laplacePld", "gaussianPld", "pldProfile"] },
          claims: ["simulation-lemma", "pld"],
          parts: ["composition/simulation-lemma", "accounting/pld"],
          cells: ["20-the-loss-as-a-random-variable#One release"],
          exercises: ["delta-of-two-laws"],
        },
      ],
    },
    {
      title: "Simulation Lemma",
      items: [
        {
          line: 38,
          what: "Leaky randomized response, from which any pair of laws can be made",
          functions: { mechanisms: ["leakyResponse", "simulationLemma"] },
          claims: ["leaky-rr", "simulation-lemma", "advanced-composition"],
          parts: ["composition/leaky-rr", "composition/simulation-lemma"],
          figures: ["composition/simulation"],
          cells: ["20-the-loss-as-a-random-variable#The worst law of all"],
        },
      ],
    },
    {
      title: "Proof Sketch",
      items: [
        {
          line: 106,
          what: "A sum of losses, its tail, and the best composition there is",
          functions: { accounting: ["optimalCompositionDelta", "optimalCompositionEpsilon"] },
          claims: ["kov-optimal-composition", "advanced-composition"],
          parts: ["composition/kov-optimal-composition", "composition/advanced-composition"],
          figures: ["composition/totals"],
          cells: ["20-the-loss-as-a-random-variable#Many releases: a sum", "06-composition#The picture"],
        },
      ],
    },
    {
      title: "(Private) Optimization for ML",
      items: [
        {
          line: 139,
          what: "Empirical and population risk, the gap between them, a holdout",
          functions: { learning: ["empiricalRisk", "riskSolver"] },
          claims: ["dp-erm-rates"],
          parts: ["erm-excess-risk/slope"],
          figures: ["erm-excess-risk/population"],
          cells: ["05-private-learning#The data, and the best model", "04-reusing-a-holdout#A reasonable analyst"],
        },
      ],
    },
    {
      title: "Examples of losses",
      items: [
        {
          line: 175,
          what: "Losses of means, of linear regression, of support vector machines",
          functions: { learning: ["squaredLoss", "hingeLoss", "minimiseHinge", "outputPerturbation"] },
          claims: ["convexity-gd", "private-svm"],
          parts: ["gradient/convexity", "applied-learning/private-svm", "applied-learning/svm-accuracy"],
          cells: ["05-private-learning#A loss with a corner"],
        },
      ],
    },
    {
      title: "DP ERM (as a selection problem)",
      items: [
        {
          line: 198,
          what: "A model by the exponential mechanism, and how to draw it",
          functions: { learning: ["exponentialConvex", "exponentialGrid", "exponentialLinear"] },
          claims: ["exp-mech-erm"],
          parts: ["erm-excess-risk/linear", "erm-excess-risk/linear-drawn", "erm-excess-risk/grid"],
          figures: ["erm-excess-risk/linear"],
          cells: ["21-choosing-in-private#A model as a choice"],
        },
        {
          line: 227,
          what: "How far from the least risk: dimension over epsilon times records",
          functions: { bounds: ["excessRiskBound"] },
          claims: ["exp-mech-erm", "dp-erm-rates"],
          parts: ["erm-excess-risk/linear-rate", "erm-excess-risk/linear"],
          figures: ["erm-excess-risk/dimension"],
          cells: ["05-private-learning#The whole experiment"],
        },
      ],
    },
    {
      title: "Convexity",
      items: [
        {
          line: 246,
          what: "Convex sets, convex functions, and lines that support them",
          functions: { continual: ["euclideanBall", "box"] },
          claims: ["convexity-gd"],
          parts: ["gradient/convexity"],
          cells: ["05-private-learning#The data, and the best model"],
        },
      ],
    },
  ],
};
