/** The figures of local and shuffled privacy, from the stored rows alone. */
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { by, cellNumber, cellText, figureOf, storedNumber, where } from "../kit.ts";

const epsilons = Array.from({ length: 51 }, (_, k) => 0.5 + k * 0.05);

/** n times the variance near a share of 0, against epsilon. */
export const oraclesFigure = figureOf({
  kind: "tail",
  part: "oracles",
  rows: where({ choices: largestOf }),
  caption: ([{ cell }]) =>
    "Variance of the estimated share of a rare choice, times the number of respondents: points are the oracles, whose probabilities " +
    `were enumerated, the line is the least of unary encoding, 4 exp(ε) / (exp(ε) − 1)². Randomized response among ${cell.choices} ` +
    "choices is the broken line.",
  source: "Wang, Blocki, Li, Jha (2017); Acharya, Sun, Zhang (2019)",
  x: { label: "ε of one answer", of: cellNumber("epsilon") },
  y: { label: "n · variance" },
  estimates: [
    {
      by: by(cellText("oracle"), { unary: "unary encoding", hashing: "local hashing", hadamard: "Hadamard response" }),
      y: storedNumber("variance"),
    },
  ],
  theory: [
    {
      name: "least",
      curve: (epsilon) => (4 * exp(epsilon)) / ((exp(epsilon) - 1) * (exp(epsilon) - 1)),
      over: epsilons,
    },
    {
      name: "randomized response",
      role: "bound",
      curve: (epsilon, [{ cell }]) => {
        const odds = exp(epsilon);
        return (odds + Number(cell.choices) - 2) / ((odds - 1) * (odds - 1));
      },
      over: epsilons,
    },
  ],
});

/** Of the numbers of respondents, the usual ones that were run, or else the first. */
function usualSizes(found: readonly number[]): readonly number[] {
  const usual = [1, 2, 4, 8].filter((size) => found.includes(size));
  return usual.length > 1 ? usual : found.slice(0, 4);
}
const sizes = by(cellNumber("respondents"), (size) => `n = ${size}`, usualSizes);

/** What share of the least worst risk of local protocols the bound reaches, against epsilon. */
export const boundsFigure = figureOf({
  kind: "rate",
  part: "local-bounds",
  caption:
    "Le Cam’s bound for local privacy over the least worst risk of a share of ones from n answers, which a linear program gives for " +
    "all local protocols. No bound is above 1; for absolute errors it is all but attained at small ε.",
  source: "Duchi, Jordan, Wainwright (2013)",
  x: { label: "ε of one answer", of: cellNumber("epsilon") },
  y: { label: "bound over optimum" },
  panels: [
    { title: "absolute error", estimates: [{ by: sizes, y: storedNumber("share-absolute") }] },
    { title: "squared error", estimates: [{ by: sizes, y: storedNumber("share-squared") }] },
  ],
  theory: [{ name: "optimum", role: "bound", level: 1 }],
});

/** Epsilon of shuffled answers against their number. */
export const shufflingFigure = figureOf({
  kind: "rate",
  part: "shuffling-many",
  caption:
    "ε of n shuffled answers at δ = 10⁻⁶, each ε₀-private alone: the closed form, the numerical bound for any mechanism, and the upper " +
    "ends for randomized response with two and ten choices, whose lower ends are within one per cent.",
  source: "Feldman, McMillan, Talwar (2021, 2023); Balle, Bell, Gascón, Nissim (2019)",
  x: { label: "respondents n", of: cellNumber("respondents"), ticksAtPoints: true },
  y: { label: "ε of all answers, shuffled" },
  panels: by(cellNumber("localEpsilon"), (epsilon) => `ε₀ = ${epsilon}`),
  estimates: [
    { name: "any mechanism", y: storedNumber("general") },
    { name: "two choices", y: storedNumber("two") },
    { name: "ten choices", y: storedNumber("ten") },
  ],
  theory: [{ name: "closed form", role: "bound", y: storedNumber("closed") }],
});
