/** Guide to the slides of CS208, machine learning under differential privacy. */
import { modifiedLearning } from "./cs208-risk-minimisation.ts";
import type { GuideSection, LectureGuide } from "./lecture-guide.ts";

const gradients: readonly GuideSection[] = [
  {
    title: "ML Inputs and Loss Functions",
    items: [
      {
        line: 9,
        what: "Losses, the squared loss, empirical risk",
        functions: { learning: ["squaredLoss", "empiricalRisk", "riskSolver"] },
        claims: ["dp-erm-rates"],
        parts: ["erm-excess-risk/slope"],
        cells: ["05-private-learning#The data, and the best model"],
      },
    ],
  },
  {
    title: "Convexity",
    items: [
      {
        line: 23,
        what: "Convex functions, smooth and strongly convex ones",
        functions: { learning: ["logisticLoss", "squaredLoss"] },
        claims: ["convexity-gd"],
        parts: ["gradient/convexity"],
        cells: ["05-private-learning#The data, and the best model"],
      },
    ],
  },
  {
    title: "Gradient Descent",
    items: [
      {
        line: 36,
        what: "Gradient descent, its last point and the mean of its points",
        functions: { learning: ["privateGradientDescent"] },
        claims: ["convexity-gd"],
        parts: ["gradient/convexity-gd"],
        cells: ["05-private-learning#Four methods"],
      },
    ],
  },
  {
    title: "Gradient Descent for Neural Networks",
    items: [
      {
        line: 68,
        what: "Networks and backpropagation",
        functions: { learning: ["neuralNetwork", "networkGradients"] },
        claims: ["nn-numbers"],
        parts: ["gradient/nn-numbers"],
        figures: ["gradient/networks"],
        cells: ["24-networks#A network, and what flows back through it"],
      },
    ],
  },
  {
    title: "Common Activation Functions",
    items: [
      {
        line: 79,
        what: "Sigmoid, tanh, ReLU and leaky ReLU",
        functions: { learning: ["activation", "neuralNetwork"] },
        cells: ["24-networks#Units"],
        remark: "functions to look at; that tanh is a sigmoid on another scale is computed in 24-networks",
      },
    ],
  },
  {
    title: "DP for Vector-Valued Functions",
    items: [
      {
        line: 94,
        what: "Gaussian noise on a vector, and its classic scale",
        functions: { mechanisms: ["gaussian", "classicGaussian"] },
        claims: ["gaussian-classic", "sensitivity"],
        parts: ["noise/gaussian-classic", "noise/sensitivity"],
        figures: ["noise/classic-delta", "noise/gaussian-sigma"],
        cells: ["10-errata#10. A formula beyond its condition"],
      },
    ],
  },
  {
    title: "Robustness to Noise in Gradient Estimation",
    items: [
      {
        line: 106,
        what: "Gradients from few records or with noise, right on average",
        functions: { learning: ["privateStochasticGradient"] },
        claims: ["convexity-gd"],
        parts: ["gradient/mini-batch", "gradient/convexity-gd"],
        cells: ["05-private-learning#Four methods"],
      },
    ],
  },
  {
    title: "DP Gradient Descent",
    items: [
      {
        line: 123,
        what: "Clipped gradients with noise, in every step",
        functions: { learning: ["privateGradientDescent", "clippedGradientSum"] },
        claims: ["dp-gd", "clip"],
        parts: ["erm-excess-risk/descent", "private-learning/descent-step", "gradient/clip", "gradient/clip-norm"],
        figures: ["gradient/clip", "erm-excess-risk/excess"],
        cells: ["05-private-learning#Four methods", "10-errata#7. Clipping that does not clip"],
      },
    ],
  },
  {
    title: "Privacy Analysis",
    items: [
      {
        line: 145,
        what: "The noise by advanced composition",
        functions: { accounting: ["advancedComposition", "repeatedGaussianSigmaFor"] },
        claims: ["dp-gd"],
        parts: ["erm-excess-risk/descent-privacy"],
        cells: ["06-composition#When the square root holds", "05-private-learning#Two errata of the notes"],
      },
    ],
  },
  {
    title: "Improved Analysis with Concentrated DP",
    items: [
      {
        line: 161,
        what: "The noise by concentrated privacy",
        functions: { privacy: ["zeroConcentrated", "zeroConcentratedRhoFor", "zeroConcentratedRhoForClassic"] },
        claims: ["zcdp", "dp-gd"],
        parts: ["accounting/zcdp", "erm-excess-risk/descent-privacy"],
        figures: ["accounting/concentration"],
        cells: ["05-private-learning#Two errata of the notes", "06-composition#A budget that says no"],
      },
    ],
  },
  {
    title: "DP Stochastic Gradient Descent",
    items: [
      {
        line: 178,
        what: "The same on a random batch",
        functions: { learning: ["privateStochasticGradient", "trainNetwork"] },
        claims: ["dp-sgd"],
        parts: ["erm-excess-risk/stochastic"],
        figures: ["erm-excess-risk/excess"],
        cells: ["05-private-learning#Four methods", "24-networks#Two lines that make it private"],
      },
    ],
  },
  {
    title: "DP SGD: Improved Privacy Analysis",
    items: [
      {
        line: 193,
        what: "A secret sample amplifies privacy: drawn one by one, without and with replacement",
        functions: { accounting: ["amplifyPoisson", "amplifyWithoutReplacement", "amplifyWithReplacement"] },
        claims: ["subsampling-amplification"],
        parts: ["accounting/subsampling-amplification", "accounting/batch-loss"],
        figures: ["accounting/amplification"],
        cells: ["06-composition#Training a model", "10-errata#8. Drawn twice"],
      },
      {
        line: 219,
        what: "Not for concentrated privacy, but for its truncated form and by the moments accountant",
        functions: { privacy: ["truncatedConcentrated"], accounting: ["amplifyTruncatedConcentrated"] },
        claims: ["zcdp", "moments-accountant"],
        parts: ["accounting/zcdp-subsampling", "accounting/truncated-concentrated", "accounting/moments-accountant"],
        figures: ["accounting/concentration", "accounting/steps"],
        cells: ["06-composition#Training a model"],
      },
    ],
  },
  {
    title: "DP SGD: Privacy Analysis",
    items: [
      {
        line: 238,
        what: "The whole account of DP-SGD, and better ones since",
        functions: { accounting: ["poissonSampled", "poissonRenyi", "withoutReplacementRenyi"] },
        claims: ["dp-sgd", "moments-accountant", "subsampling-amplification", "rdp"],
        parts: ["accounting/moments-accountant", "erm-excess-risk/stochastic-privacy", "accounting/renyi-sampling"],
        figures: ["accounting/steps", "accounting/sampling"],
        cells: ["06-composition#Training a model"],
        exercises: ["noisy-steps"],
      },
      {
        line: 238,
        what: "An attack on DP-SGD by poisoned records, as a lower bound on its epsilon",
        functions: { attacks: ["poisoningCanary"], auditing: ["auditRelease", "certifiedLogRatio", "auditOneRun"] },
        claims: ["poisoning-canary", "empirical-membership"],
        parts: ["applied-learning/poisoning-canary", "attacks/one-run-canaries"],
        figures: ["applied-learning/canary"],
        cells: ["25-what-a-model-gives-away#A canary finds what is wrong"],
      },
    ],
  },
  {
    title: "Neural Networks & Privacy",
    items: [
      {
        line: 244,
        what: "The noise grows like the root of the number of weights",
        functions: { learning: ["neuralNetwork"] },
        claims: ["nn-numbers"],
        parts: ["gradient/noise-norm"],
        cells: ["24-networks#The numbers in print"],
      },
      {
        line: 246,
        what: "What it costs to tune",
        functions: { accounting: ["tunePure", "tuneRenyi"] },
        claims: ["hyperparameter-tuning"],
        parts: ["gradient/hyperparameter-tuning", "gradient/random-stopping"],
        figures: ["gradient/tuning"],
        cells: ["24-networks#Tuning is not free"],
      },
      {
        line: 249,
        what: "Public data to tune and to begin with",
        functions: { learning: ["hiddenFeatures", "trainNetwork"] },
        claims: ["public-data"],
        parts: ["public-data/public-data"],
        figures: ["public-data/accuracy"],
        cells: ["24-networks#Public data"],
      },
      {
        line: 251,
        what: "Published accuracies on MNIST and CIFAR-10, with and without privacy",
        functions: { learning: ["trainNetwork", "stochasticNoiseFor"], data: ["loadMnist"] },
        claims: ["nn-numbers", "mnist-private-training"],
        parts: ["gradient/cited-epsilon", "gradient/nn-numbers", "mnist-private-training/accuracy"],
        figures: ["gradient/networks", "mnist-private-training/accuracy"],
        cells: ["24-networks#The numbers in print", "24-networks#Handwritten digits"],
      },
    ],
  },
];

export const cs2082022: LectureGuide = {
  slug: "cs208-2022",
  notes: "S2",
  summary:
    "Learning with privacy, from gradient descent and its accounts to perturbed and aggregated learners; begin with " +
    "05-private-learning, then 24-networks.",
  sections: [...gradients, ...modifiedLearning],
};
