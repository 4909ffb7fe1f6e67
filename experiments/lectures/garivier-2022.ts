/** Guide to A. Garivier's slides; here from inverse sensitivity to the end, and the whole. */
import { definitionAndChoice } from "./garivier-first-half.ts";
import type { GuideSection, LectureGuide } from "./lecture-guide.ts";

const optimalityAndPrice: readonly GuideSection[] = [
  {
    title: "Inverse Sensitivity Mechanism",
    items: [
      {
        line: 401,
        what: "The number of records to change as a score",
        functions: { mechanisms: ["inverseSensitivity", "changeDistance"] },
        claims: ["inverse-sensitivity", "ism-discrete"],
        parts: ["inverse-sensitivity/inverse-sensitivity", "inverse-sensitivity/ism-discrete"],
        figures: ["inverse-sensitivity/losses"],
        cells: ["21-choosing-in-private#Counting changes in place of scores"],
        exercises: ["a-private-median"],
      },
    ],
  },
  {
    title: "DB Near-Optimality of the Inverse Sensibility Mechanism",
    items: [
      {
        line: 442,
        what: "A quarter of epsilon away from the best unbiased rule, on every dataset",
        functions: { mechanisms: ["inverseSensitivity"], bounds: ["unbiasedSuccessBound"] },
        claims: ["ism-quarter-optimal"],
        parts: ["inverse-sensitivity/ism-quarter-optimal"],
        figures: ["inverse-sensitivity/success"],
        cells: ["21-choosing-in-private#Counting changes in place of scores"],
      },
    ],
  },
  {
    title: "Continuous Exponential Mechanism",
    items: [
      {
        line: 456,
        what: "A choice among numbers, and whether an approximate draw will do",
        functions: { mechanisms: ["piecewiseExponential"], learning: ["exponentialConvex"] },
        claims: ["exp-continuous"],
        parts: ["selection/exp-continuous", "selection/approximate-sampling"],
        figures: ["selection/densities"],
        cells: ["22-quantiles#A median of incomes", "22-quantiles#Drawn nearly"],
      },
    ],
  },
  {
    title: "WIP: Multi-quantile Estimation",
    items: [
      {
        line: 470,
        what: "Many quantiles at once, and what atoms do",
        functions: { mechanisms: ["quantiles", "smoothedQuantiles"] },
        claims: ["jointexp", "quantile-atoms", "hsjointexp"],
        parts: ["quantiles/jointexp", "quantiles/quantile-atoms", "quantiles/hsjointexp"],
        figures: ["quantiles/error-against-quantiles", "quantiles/error-against-radius"],
        cells: ["22-quantiles#Many quantiles at once", "22-quantiles#Atoms"],
      },
    ],
  },
  {
    title: "Example: estimate the mean",
    items: [
      {
        line: 513,
        what: "Inverse sensitivity of a mean, and the Laplace law in its limit",
        functions: { mechanisms: ["inverseSensitivityMean"] },
        claims: ["ism-mean"],
        parts: ["inverse-sensitivity/ism-mean"],
        figures: ["inverse-sensitivity/masses"],
        cells: ["10-errata#6. Zero counted twice"],
      },
    ],
  },
  {
    title: "Laplace mechanism",
    items: [
      {
        line: 531,
        what: "Sensitivity in the sum of distances, Laplace noise, the proof",
        functions: { mechanisms: ["laplace"] },
        claims: ["laplace-mechanism", "sensitivity"],
        parts: ["noise/laplace-mechanism", "noise/sensitivity"],
        figures: ["noise/laplace-densities", "noise/sensitivity"],
        cells: ["01-first-steps#A mechanism", "01-first-steps#The picture"],
      },
    ],
  },
  {
    title: "Examples",
    items: [
      {
        line: 561,
        what: "Averages, counts, histograms, the most common value",
        functions: { mechanisms: ["noisyMean", "histogram", "reportNoisyMax"] },
        claims: ["counting-histogram-noisymax-accuracy", "noisy-max"],
        parts: ["noise/counting-histogram-noisymax-accuracy", "selection/noisy-max"],
        figures: ["noise/histogram-errors", "selection/loss-of-noisy-max"],
        cells: ["09-your-own-data#A budget", "12-changepoints#Numbers without a bound: clamp them"],
      },
      {
        line: 567,
        what: "Non-parametric estimates: densities by cells and by cosines",
        functions: { mechanisms: ["densityEstimate", "densityEstimateRisk", "cosineSeries"] },
        claims: ["nonparametric-density"],
        parts: ["noise/nonparametric-density", "noise/density-bins", "noise/cosine-series"],
        figures: ["noise/density-error"],
        cells: ["03-the-price-of-privacy#A whole density"],
      },
      {
        line: 569,
        what: "What the last digits of floating-point noise give away",
        functions: { attacks: ["isFloatLaplaceOutput", "releaseFloatLaplace"], auditing: ["auditSupport"] },
        claims: ["float-attack"],
        parts: ["noise/float-attack", "noise/float-repair"],
        figures: ["noise/float-attack"],
        cells: ["14-breaking-anonymity#The last digits"],
      },
    ],
  },
  {
    title: "DB lower bound: continuous mechanisms",
    items: [
      {
        line: 574,
        what: "The least variance of an unbiased private estimate, on one dataset",
        functions: { bounds: ["unbiasedVarianceBound"] },
        claims: ["lb-continuous-unbiased"],
        parts: ["minimax-bounds/variance"],
        figures: ["minimax-bounds/variance"],
        cells: ["21-choosing-in-private#The least noise of an unbiased answer"],
      },
    ],
  },
  {
    title: "Le Cam's argument for Minimax Risk",
    items: [
      {
        line: 624,
        what: "What no estimator can beat: two hypotheses that are hard to tell apart",
        functions: { bounds: ["leCam"] },
        claims: ["lecam-classic"],
        parts: ["minimax-bounds/classic"],
        cells: ["03-the-price-of-privacy#What nobody can beat"],
      },
    ],
  },
  {
    title: "Le Cam's argument for Minimax DP Risk",
    items: [
      {
        line: 646,
        what: "The same for private estimators",
        functions: { bounds: ["privateLeCam"] },
        claims: ["lecam-private"],
        parts: ["minimax-bounds/private", "minimax-bounds/sampled"],
        figures: ["minimax-bounds/risk"],
        cells: ["03-the-price-of-privacy#What nobody can beat", "03-the-price-of-privacy#The picture"],
        exercises: ["two-points"],
      },
      {
        line: 663,
        what: "The bound is attained, and from which epsilon on privacy is free",
        functions: { bounds: ["exactMinimax"] },
        claims: ["laplace-tight", "privacy-free-crossover"],
        parts: ["minimax-bounds/sandwich", "minimax-bounds/rates", "minimax-bounds/price"],
        figures: ["minimax-bounds/rate", "minimax-bounds/price"],
        cells: ["03-the-price-of-privacy#From which epsilon on", "03-the-price-of-privacy#Where privacy is never free"],
      },
    ],
  },
  {
    title: "Extensions",
    items: [
      {
        line: 667,
        what: "Couplings, Fano's method, concentrated privacy, sequences",
        functions: { bounds: ["fano", "assouad", "privateLeCam"] },
        claims: ["fano-private", "lecam-zcdp"],
        parts: ["minimax-bounds/dimension", "minimax-bounds/concentrated"],
        cells: ["03-the-price-of-privacy#Many numbers at once"],
      },
    ],
  },
  {
    title: "References",
    items: [
      {
        line: 681,
        what: "Asi and Duchi: inverse sensitivity against local and smooth sensitivity",
        functions: { mechanisms: ["smoothSensitivityMedian", "inverseSensitivityMedian"] },
        claims: ["smooth-sensitivity", "ism-smoothed"],
        parts: ["inverse-sensitivity/smooth-sensitivity", "inverse-sensitivity/ism-smoothed"],
        figures: ["inverse-sensitivity/medians", "inverse-sensitivity/sensitivities"],
        cells: ["22-quantiles#Four ways"],
        remark: "the robust regression of their abstract is not built: the slides speak of medians, means and counts",
      },
      {
        line: 725,
        what: "The lecturer's articles: quantiles, estimation and testing, bandits",
        functions: { continual: ["privateElimination", "privateUpperConfidence", "banditLowerBound"] },
        claims: ["private-bandits"],
        parts: ["streams/bandit-privacy", "streams/private-bandits", "streams/elimination-regret"],
        figures: ["streams/bandit-regret"],
        cells: [
          "03-the-price-of-privacy#Telling two coins apart",
          "26-bandits#What must be hidden",
          "26-bandits#How it grows",
        ],
      },
    ],
  },
  {
    title: "They already adopted DP",
    items: [
      {
        line: 745,
        what: "Who uses it: a census, RAPPOR, Apple, Microsoft",
        functions: { mechanisms: ["rappor", "countMeanSketch", "oneBitMean", "hadamardResponse"] },
        claims: ["adoption-list", "rappor-stages", "count-mean-sketch", "one-bit-mean"],
        parts: [
          "places-and-reports/rappor-stages",
          "places-and-reports/count-mean-sketch",
          "places-and-reports/one-bit-mean",
        ],
        figures: ["places-and-reports/stages"],
        cells: ["17-local-and-shuffled#One answer among many choices", "17-local-and-shuffled#In use"],
      },
    ],
  },
  {
    title: "Abstraction",
    items: [
      {
        line: 763,
        what: "Machine learning: programs that are learnt from examples",
        remark: "a view of machine learning, with nothing to compute",
      },
    ],
  },
  {
    title: "(Cliché) example: MNIST dataset",
    items: [
      {
        line: 806,
        what: "Handwritten digits",
        functions: { data: ["loadMnist"], learning: ["trainNetwork"] },
        claims: ["mnist-private-training"],
        parts: ["mnist-private-training/accuracy", "mnist-private-training/certificate"],
        figures: ["mnist-private-training/accuracy"],
        cells: ["24-networks#Handwritten digits"],
      },
    ],
  },
];

export const garivier2022: LectureGuide = {
  slug: "garivier-2022",
  notes: "S1",
  summary:
    "An introduction for statisticians, with the best private choice and the statistical price of privacy; begin with " +
    "19-first-principles, then 21-choosing-in-private and 03-the-price-of-privacy.",
  sections: [...definitionAndChoice, ...optimalityAndPrice],
};
