/** Guide to S. P. Karimireddy's slides of the second week of CSCI 699. */
import { privateAlgorithms } from "./karimireddy-algorithms.ts";
import type { GuideSection, LectureGuide } from "./lecture-guide.ts";

const attacksAndDefinition: readonly GuideSection[] = [
  {
    title: "Recap",
    items: [
      {
        line: 12,
        what: "Linkage, k-anonymity and l-diversity, and how they fail",
        functions: { attacks: ["linkageAttack", "kAnonymity", "lDiversity", "tCloseness"] },
        claims: ["linkage-attack", "k-anonymity", "k-anonymity-history"],
        parts: ["attacks/linkage-attack", "attacks/k-anonymity"],
        figures: ["attacks/k-anonymity"],
        cells: ["14-breaking-anonymity#Names removed", "14-breaking-anonymity#k-anonymity"],
      },
      {
        line: 28,
        what: "What a definition must withstand: what is known besides, and many releases",
        functions: { accounting: ["compose"] },
        claims: ["basic-composition"],
        parts: ["composition/basic-composition"],
        cells: ["06-composition#The simplest sequence"],
      },
    ],
  },
  {
    title: "Membership Inference",
    items: [
      {
        line: 56,
        what: "Two worlds, one output, and why the algorithm must be random",
        functions: { attacks: ["optimalAttack"] },
        claims: ["mia-np", "deterministic-not-private"],
        parts: ["membership-tradeoff/tests", "definitions/deterministic-not-private"],
        figures: ["definitions/boolean-functions"],
        cells: ["02-what-epsilon-means#The game", "19-first-principles#Nothing without chance"],
      },
    ],
  },
  {
    title: "Quantifying attack success",
    items: [
      {
        line: 110,
        what: "An attack is a point of two errors; which point is better depends on the use",
        functions: { auditing: ["operatingBox"] },
        claims: ["mia-np"],
        parts: ["membership-tradeoff/tests"],
        cells: ["27-the-attackers-curve#One attack is one point"],
        exercises: ["who-was-there"],
      },
    ],
  },
  {
    title: "Comparing tradeoff curves",
    items: [
      {
        line: 127,
        what: "Two strategies, two curves",
        functions: { auditing: ["operatingCurve"], privacy: ["laplaceTradeOff", "gaussianTradeOff"] },
        claims: ["mia-np"],
        parts: ["membership-tradeoff/tests"],
        cells: ["27-the-attackers-curve#Two strategies"],
      },
    ],
  },
  {
    title: "Optimal tradeoff curve",
    items: [
      {
        line: 145,
        what: "Neyman and Pearson: of two fixed worlds there is a best test",
        functions: { accounting: ["tradeOff"], attacks: ["optimalAttack"] },
        claims: ["mia-np", "fdp"],
        parts: ["membership-tradeoff/tests", "definitions/fdp"],
        figures: ["membership-tradeoff/curves"],
        cells: ["27-the-attackers-curve#Two strategies", "02-what-epsilon-means#The best attack"],
      },
    ],
  },
  {
    title: "Privacy from tradeoff curve",
    items: [
      {
        line: 170,
        what: "Attacks that are tried bound privacy from one side, proofs from the other",
        functions: { auditing: ["auditRelease", "operatingBox"] },
        claims: ["mia-np", "empirical-membership"],
        parts: ["attacks/exposed-models", "membership-tradeoff/tests"],
        figures: ["membership-tradeoff/certified"],
        cells: ["25-what-a-model-gives-away#Three attackers", "18-trust-but-audit#A mechanism with a mistake"],
      },
    ],
  },
  {
    title: "Threat model",
    items: [
      {
        line: 190,
        what: "The attacker knows the algorithm and a prior: Bayes' rule",
        functions: { attacks: ["posterior"] },
        claims: ["mia-dp-bounds"],
        parts: ["membership-tradeoff/region"],
        cells: ["27-the-attackers-curve#Which record was it?"],
      },
    ],
  },
  {
    title: "Performing membership inference",
    items: [
      {
        line: 229,
        what: "The likeliest record as a guess",
        functions: { attacks: ["guessSuccess", "guessBound", "posterior"] },
        claims: ["map-reconstruction"],
        parts: ["membership-tradeoff/reconstruction"],
        figures: ["membership-tradeoff/reconstruction"],
        cells: ["27-the-attackers-curve#Which record was it?"],
      },
    ],
  },
  {
    title: "Strict definition",
    items: [
      {
        line: 258,
        what: "The same law on all inputs: private, and useless",
        functions: { auditing: ["audit"] },
        claims: ["def-dp"],
        parts: ["definitions/def-dp"],
        cells: ["19-first-principles#Nothing without chance"],
      },
    ],
  },
  {
    title: "A better definition",
    items: [
      {
        line: 276,
        what: "ε-privacy, of neighbours by a record, a distance on a map, or an edit",
        functions: { privacy: ["areNeighbours"], mechanisms: ["planarLaplace"] },
        claims: ["def-dp", "neighbour-relations", "metric-privacy"],
        parts: [
          "definitions/neighbour-relations",
          "places-and-reports/metric-privacy",
          "places-and-reports/edit-distance",
        ],
        figures: ["definitions/neighbour-graph", "places-and-reports/places"],
        cells: [
          "19-first-principles#Third attempt: with you or without you",
          "19-first-principles#Whose neighbour?",
          "19-first-principles#Neighbours by distance",
        ],
      },
    ],
  },
  {
    title: "Formal definition",
    items: [
      {
        line: 300,
        what: "How large epsilon may be",
        functions: { privacy: ["advantage", "truePositiveRate"] },
        claims: ["def-dp", "neighbour-relations"],
        parts: ["definitions/def-dp"],
        cells: ["02-what-epsilon-means#From epsilon to a sentence"],
      },
    ],
  },
  {
    title: "Source of randomness",
    items: [
      {
        line: 320,
        what: "The chance is in the algorithm, not in the data",
        functions: { random: ["stream"] },
        claims: ["def-dp"],
        parts: ["definitions/def-dp"],
        cells: ["01-first-steps#A mechanism"],
      },
    ],
  },
  {
    title: "Visual representation",
    items: [
      {
        line: 333,
        what: "Two densities, and the ratio of their heights",
        functions: { mechanisms: ["laplace"] },
        claims: ["laplace-mechanism"],
        parts: ["noise/laplace-mechanism"],
        figures: ["noise/laplace-densities"],
        cells: ["01-first-steps#The picture"],
      },
    ],
  },
  {
    title: "Quantifying connection",
    items: [
      {
        line: 365,
        what: "What ε-privacy says of the two errors of every test",
        functions: { privacy: ["approximateTradeOff"] },
        claims: ["mia-dp-bounds", "mia-np"],
        parts: ["membership-tradeoff/region", "membership-tradeoff/learning-curves"],
        figures: ["membership-tradeoff/curves"],
        cells: ["02-what-epsilon-means#The picture"],
      },
    ],
  },
  {
    title: "Visualizing connection",
    items: [
      {
        line: 377,
        what: "The two lines that the curve stays above",
        functions: { privacy: ["approximateTradeOff"] },
        claims: ["mia-dp-bounds", "mia-np"],
        parts: ["membership-tradeoff/region"],
        figures: ["membership-tradeoff/curves"],
        cells: ["02-what-epsilon-means#The same epsilon, three shapes"],
      },
    ],
  },
  {
    title: "Visualizing tradeoff curve of DP",
    items: [
      {
        line: 405,
        what: "Which epsilon does this curve satisfy?",
        functions: { privacy: ["tradeOffEpsilon", "tradeOffDelta", "coveringMu"] },
        claims: ["fdp", "mia-exact-tradeoffs"],
        parts: ["definitions/fdp", "membership-tradeoff/curves"],
        figures: ["membership-tradeoff/curves"],
        cells: ["27-the-attackers-curve#Reading epsilon off a curve"],
        exercises: ["epsilon-off-a-curve"],
      },
    ],
  },
  {
    title: "List Experiment",
    items: [
      {
        line: 409,
        what: "A count of opinions, one of which is sensitive: is it private?",
        functions: { mechanisms: ["listExperiment"] },
        claims: ["list-experiment"],
        parts: ["membership-tradeoff/list-experiment"],
        figures: ["membership-tradeoff/list-experiment"],
        cells: ["27-the-attackers-curve#Does the list experiment satisfy it?"],
      },
    ],
  },
];

export const karimireddy2024: LectureGuide = {
  slug: "karimireddy-2024",
  notes: "S4",
  summary:
    "Differential privacy by way of the attacker: errors of tests, curves, and noise that holds them up; begin with " +
    "02-what-epsilon-means, then 27-the-attackers-curve.",
  sections: [...attacksAndDefinition, ...privateAlgorithms],
};
