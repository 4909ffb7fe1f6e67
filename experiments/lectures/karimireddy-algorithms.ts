/** S. P. Karimireddy's slides on algorithms: Laplace and Gaussian noise, and what delta is for. */
import type { GuideSection } from "./lecture-guide.ts";

export const privateAlgorithms: readonly GuideSection[] = [
  {
    title: "Just add Laplace noise",
    items: [
      {
        line: 480,
        what: "Noise on a bit",
        functions: { mechanisms: ["laplace"] },
        claims: ["laplace-mechanism"],
        parts: ["noise/laplace-mechanism"],
        figures: ["noise/laplace-densities"],
        cells: ["01-first-steps#A mechanism", "01-first-steps#Is it true?"],
      },
    ],
  },
  {
    title: "Sensitivity",
    items: [
      {
        line: 524,
        what: "Mean incomes of a map at several zoom levels, with the same noise",
        functions: { mechanisms: ["noisyMean", "laplace"] },
        claims: ["income-map", "sensitivity"],
        parts: ["places-and-reports/income-map", "noise/sensitivity"],
        figures: ["places-and-reports/map"],
        cells: ["10-errata#11. How much one person moves a mean", "09-your-own-data#The same noise, another privacy"],
      },
    ],
  },
  {
    title: "Sensitivity and Laplace mechanism",
    items: [
      {
        line: 530,
        what: "Sensitivity of a vector, and the theorem",
        functions: { mechanisms: ["laplace"] },
        claims: ["sensitivity", "laplace-mechanism"],
        parts: ["noise/sensitivity", "noise/laplace-mechanism"],
        figures: ["noise/sensitivity"],
        cells: ["01-first-steps#Many numbers at once, and one norm for another"],
      },
      {
        line: 601,
        what: "How much noise where a change is bounded in another norm",
        functions: { mechanisms: ["laplace", "gaussian"] },
        claims: ["laplace-vs-gaussian-dimension"],
        parts: ["noise/laplace-vs-gaussian-dimension", "noise/dimension-slopes"],
        figures: ["noise/noise-length"],
        cells: [
          "01-first-steps#Many numbers at once, and one norm for another",
          "20-the-loss-as-a-random-variable#Many numbers",
        ],
      },
    ],
  },
  {
    title: "Gaussian mechanism",
    items: [
      {
        line: 608,
        what: "Gaussian noise, its scale from the tail (by hand, before the slide)",
        functions: { accounting: ["tailGaussianSigma", "gaussianSigmaFor"] },
        claims: ["gaussian-tail-calibration"],
        parts: ["noise/gaussian-tail-calibration"],
        figures: ["noise/gaussian-sigma"],
        cells: ["20-the-loss-as-a-random-variable#How much Gaussian noise"],
      },
      {
        line: 643,
        what: "What happens at the tails",
        functions: { mechanisms: ["gaussian"] },
        claims: ["gaussian-classic"],
        parts: ["noise/gaussian-classic"],
        figures: ["noise/classic-delta"],
        cells: ["20-the-loss-as-a-random-variable#One release", "10-errata#10. A formula beyond its condition"],
      },
    ],
  },
  {
    title: "Visualizing tradeoff curve of DP and Gaussian mechanism",
    items: [
      {
        line: 657,
        what: "The Gaussian curve falls below every epsilon's lines at the edges",
        functions: { privacy: ["gaussianTradeOff", "gaussianDelta"] },
        claims: ["mia-exact-tradeoffs"],
        parts: ["membership-tradeoff/curves"],
        figures: ["membership-tradeoff/curves"],
        cells: ["27-the-attackers-curve#Gaussian noise crosses the lines"],
      },
    ],
  },
  {
    title: "Approximate DP",
    items: [
      {
        line: 667,
        what: "Flat segments of length delta",
        functions: { privacy: ["approximateTradeOff"], mechanisms: ["leakyResponse"] },
        claims: ["mia-dp-bounds", "leaky-rr"],
        parts: ["membership-tradeoff/region", "composition/leaky-rr"],
        cells: ["27-the-attackers-curve#A delta that can be seen"],
      },
    ],
  },
  {
    title: "Approximate Differential Privacy",
    items: [
      {
        line: 691,
        what: "Delta as the probability of a large loss, and as what it is",
        functions: { accounting: ["deltaAt"], privacy: ["pldProfile"] },
        claims: ["pdp-vs-adp"],
        parts: ["definitions/pdp-vs-adp"],
        figures: ["definitions/tails"],
        cells: ["20-the-loss-as-a-random-variable#Delta is a mean, not a tail", "10-errata#9. What δ is not"],
      },
      {
        line: 704,
        what: "How small delta should be, and a random person at 1/n",
        functions: { mechanisms: ["randomRecord"] },
        claims: ["delta-role", "random-person"],
        parts: ["definitions/delta-role", "definitions/random-person"],
        figures: ["definitions/random-record"],
        cells: ["19-first-principles#One person, drawn at random"],
      },
    ],
  },
];
