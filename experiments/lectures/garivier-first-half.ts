/** A. Garivier's slides up to the exponential mechanism: data and attacks, the definition, a survey, a majority, lower bounds. */
import type { GuideSection } from "./lecture-guide.ts";

export const definitionAndChoice: readonly GuideSection[] = [
  {
    title: "Data",
    items: [
      {
        line: 47,
        what: "A table of patients",
        functions: { data: ["domain", "tableFrom"] },
        cells: ["09-your-own-data#What is known without looking", "14-breaking-anonymity#Names removed"],
        remark: "a table to speak of",
      },
    ],
  },
  {
    title: "(Statistical) Data Analysis",
    items: [
      {
        line: 72,
        what: "An analysis, and two aims: the sample or the population",
        cells: ["03-the-price-of-privacy#The task"],
        remark: "notation; the two aims are told apart in 03-the-price-of-privacy",
      },
    ],
  },
  {
    title: "Information leakage",
    items: [
      {
        line: 90,
        what: "Membership attacks on a trained model",
        functions: { attacks: ["lossThresholdAttack", "likelihoodRatioAttack", "relativeMembershipAttack"] },
        claims: ["empirical-membership"],
        parts: ["attacks/trained-logistic", "attacks/trained-network", "attacks/exposed-models"],
        figures: ["attacks/membership-logistic", "attacks/membership-network"],
        cells: ["25-what-a-model-gives-away#Three attackers"],
        exercises: ["who-was-there"],
      },
      {
        line: 96,
        what: "Model inversion, and why it is not the same",
        functions: { attacks: ["modelInversion"] },
        claims: ["model-inversion"],
        parts: ["attacks/model-inversion", "attacks/inversion-models"],
        figures: ["attacks/inversion", "attacks/inversion-gap"],
        cells: ["25-what-a-model-gives-away#Inversion is not membership"],
      },
    ],
  },
  {
    title: "Anonymization is not the solution",
    items: [
      {
        line: 106,
        what: "Linking two tables, and the Governor of Massachusetts",
        functions: { attacks: ["linkageAttack", "expectedUniqueness", "kAnonymity"] },
        claims: ["linkage-attack", "k-anonymity-history"],
        parts: ["attacks/linkage-attack", "attacks/linkage-registers"],
        figures: ["attacks/uniqueness"],
        cells: ["19-first-principles#First attempt: no names", "14-breaking-anonymity#Names removed"],
      },
      {
        line: 112,
        what: "Two counts whose difference is one person",
        functions: { attacks: ["differenceTest", "guardedCounts", "trackerAttack"] },
        claims: ["differencing-attack"],
        parts: ["attacks/differencing-attack"],
        figures: ["attacks/differencing"],
        cells: ["14-breaking-anonymity#Counts instead of tables"],
        exercises: ["two-counts"],
      },
    ],
  },
  {
    title: "Differential Privacy",
    items: [
      {
        line: 129,
        what: "The smoker: harmed by a study, not by taking part in it",
        functions: { mechanisms: ["discreteLaplace"] },
        claims: ["model-inversion"],
        parts: ["attacks/model-inversion"],
        cells: ["19-first-principles#Second attempt: no harm"],
      },
    ],
  },
  {
    title: "Survey on triathletes",
    items: [
      {
        line: 136,
        what: "A survey on doping by randomized response, and its estimate",
        functions: { mechanisms: ["warnerResponse", "randomizedResponse"] },
        claims: ["randomized-response"],
        parts: ["randomized-response/privacy", "randomized-response/estimator"],
        figures: ["randomized-response/bias"],
        cells: ["10-errata#5. An estimator that is off by a half", "17-local-and-shuffled#A survey on doping"],
        exercises: ["a-coin"],
      },
      {
        line: 183,
        what: "How many more answers it takes",
        functions: { mechanisms: ["warnerResponse"] },
        claims: ["randomized-response"],
        parts: ["randomized-response/estimator"],
        figures: ["randomized-response/cost"],
        cells: ["17-local-and-shuffled#A survey on doping"],
      },
    ],
  },
  {
    title: "Formal Definition",
    items: [
      {
        line: 220,
        what: "ε-privacy, and what it says of masses and densities",
        functions: { auditing: ["audit", "auditDiscrete", "auditContinuous"] },
        claims: ["def-dp", "neighbour-relations"],
        parts: ["definitions/def-dp", "definitions/neighbour-relations"],
        figures: ["definitions/neighbour-graph"],
        cells: ["01-first-steps#The promise", "19-first-principles#Whose neighbour?"],
      },
      {
        line: 283,
        what: "The survey is ln 3-private for the whole list of answers",
        functions: { mechanisms: ["warnerResponse"] },
        claims: ["randomized-response"],
        parts: ["randomized-response/privacy"],
        cells: ["10-errata#5. An estimator that is off by a half"],
      },
    ],
  },
  {
    title: "Properties",
    items: [
      {
        line: 287,
        what: "Post-processing, groups, composition",
        functions: {
          mechanisms: ["postProcess"],
          privacy: ["groupPrivacy"],
          accounting: ["basicComposition", "compose"],
        },
        claims: ["postprocessing", "group-privacy", "basic-composition"],
        parts: ["definitions/postprocessing", "composition/group-privacy", "composition/basic-composition"],
        cells: [
          "19-first-principles#What you do afterwards costs nothing",
          "19-first-principles#Families",
          "06-composition#The simplest sequence",
        ],
      },
    ],
  },
  {
    title: "Example: Majority of Binary Observations",
    items: [
      {
        line: 315,
        what: "A private majority: the limit, and two rules",
        functions: { mechanisms: ["majority"] },
        claims: ["majority"],
        parts: ["selection/majority"],
        figures: ["selection/answers"],
        cells: ["21-choosing-in-private#A vote"],
      },
      {
        line: 341,
        what: "From which epsilon on a majority costs nothing",
        functions: { mechanisms: ["majority"] },
        claims: ["privacy-free-crossover"],
        parts: ["selection/majority-price", "minimax-bounds/price"],
        figures: ["selection/price-of-a-majority"],
        cells: ["21-choosing-in-private#What it costs", "10-errata#12. When privacy is free"],
      },
    ],
  },
  {
    title: "More generally: Exponential Mechanism",
    items: [
      {
        line: 343,
        what: "A choice by utilities, with the proof",
        functions: { mechanisms: ["exponentialMechanism"] },
        claims: ["exponential-mechanism"],
        parts: ["selection/exponential-mechanism"],
        figures: ["selection/loss-against-options"],
        cells: ["21-choosing-in-private#The colour of eyes"],
        exercises: ["a-private-choice"],
      },
    ],
  },
  {
    title: "Bound on the resulting utility",
    items: [
      {
        line: 363,
        what: "How far behind the best the choice may be, and its tail",
        functions: { mechanisms: ["shortfallBound", "shortfallOf"] },
        claims: ["exp-utility"],
        parts: ["selection/exp-utility"],
        figures: ["selection/tails"],
        cells: ["21-choosing-in-private#How far behind the best"],
      },
    ],
  },
  {
    title: "DB Lower Bound for Discrete Mechanisms",
    items: [
      {
        line: 395,
        what: "How often an unbiased private rule may be right, on one dataset",
        functions: { bounds: ["unbiasedSuccessBound"] },
        claims: ["lb-discrete-unbiased"],
        parts: ["minimax-bounds/success"],
        cells: ["21-choosing-in-private#Counting changes in place of scores"],
      },
    ],
  },
];
