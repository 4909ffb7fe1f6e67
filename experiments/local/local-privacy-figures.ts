/** The figures of local and shuffled privacy, from the stored rows alone. */
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { tailFigure } from "../../lib/figures/tail-figure.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { type CellRow, cellNumber, distinct, storedNumber } from "../kit.ts";

const ORACLES = { unary: "unary encoding", hashing: "local hashing", hadamard: "Hadamard response" } as const;

const claimed = (rows: readonly CellRow[], part: string) =>
  rows.filter((row) => row.part === part && row.control === undefined);
const sorted = (rows: readonly CellRow[], name: string) =>
  rows.toSorted((a, b) => Number(a.cell[name]) - Number(b.cell[name]));

/** n times the variance near a share of 0, against epsilon. */
export function oraclesFigure(rows: readonly CellRow[]): Figure {
  const all = claimed(rows, "oracles");
  const most = largestOf(all.map(cellNumber("choices")));
  const own = sorted(
    all.filter(({ cell }) => cell.choices === most),
    "epsilon",
  );
  const epsilons = Array.from({ length: 51 }, (_, k) => 0.5 + k * 0.05);
  return tailFigure({
    caption:
      "Variance of the estimated share of a rare choice, times the number of respondents: points are the oracles, whose probabilities were enumerated, the line is " +
      `the least of unary encoding, 4 exp(ε) / (exp(ε) − 1)². Randomized response among ${most} choices is the broken line.`,
    source: "Wang, Blocki, Li, Jha (2017); Acharya, Sun, Zhang (2019)",
    x: { label: "ε of one answer" },
    y: { label: "n · variance" },
    panels: [
      {
        estimates: Object.entries(ORACLES).map(([id, name]) => {
          const shown = own.filter(({ cell }) => cell.oracle === id);
          return { name, x: shown.map(cellNumber("epsilon")), y: shown.map(storedNumber("variance")) };
        }),
        theory: [
          {
            name: "least",
            x: epsilons,
            y: epsilons.map((epsilon) => (4 * exp(epsilon)) / ((exp(epsilon) - 1) * (exp(epsilon) - 1))),
          },
          {
            name: "randomized response",
            role: "bound" as const,
            x: epsilons,
            y: epsilons.map((epsilon) => {
              const odds = exp(epsilon);
              return (odds + most - 2) / ((odds - 1) * (odds - 1));
            }),
          },
        ],
      },
    ],
  });
}

const LOSSES = { absolute: "absolute error", squared: "squared error" } as const;

/** What share of the least worst risk of local protocols the bound reaches, against epsilon. */
export function boundsFigure(rows: readonly CellRow[]): Figure {
  const all = sorted(claimed(rows, "local-bounds"), "epsilon");
  const sizes = distinct(all.map(cellNumber("respondents")));
  const usual = [1, 2, 4, 8].filter((size) => sizes.includes(size));
  const epsilons = all.map(cellNumber("epsilon"));
  const ends = [epsilons[0], epsilons[epsilons.length - 1]];
  return rateFigure({
    caption:
      "Le Cam’s bound for local privacy over the least worst risk of a share of ones from n answers, which a linear program gives for all local protocols. " +
      "No bound is above 1; for absolute errors it is all but attained at small ε.",
    source: "Duchi, Jordan, Wainwright (2013)",
    x: { label: "ε of one answer" },
    y: { label: "bound over optimum" },
    panels: Object.entries(LOSSES).map(([loss, title]) => ({
      title,
      estimates: (usual.length > 1 ? usual : sizes.slice(0, 4)).map((size) => {
        const own = all.filter(({ cell }) => cell.respondents === size);
        return { name: `n = ${size}`, x: own.map(cellNumber("epsilon")), y: own.map(storedNumber(`share-${loss}`)) };
      }),
      theory: [{ name: "optimum", role: "bound" as const, x: ends, y: [1, 1] }],
    })),
  });
}

/** Epsilon of shuffled answers against their number. */
export function shufflingFigure(rows: readonly CellRow[]): Figure {
  const all = sorted(claimed(rows, "shuffling-many"), "respondents");
  return rateFigure({
    caption:
      "ε of n shuffled answers at δ = 10⁻⁶, each ε₀-private alone: the closed form, the numerical bound for any mechanism, and the upper ends for randomized response with " +
      "two and ten choices, whose lower ends are within one per cent.",
    source: "Feldman, McMillan, Talwar (2021, 2023); Balle, Bell, Gascón, Nissim (2019)",
    x: { label: "respondents n", ticks: distinct(all.map(cellNumber("respondents"))) },
    y: { label: "ε of all answers, shuffled" },
    panels: distinct(all.map(cellNumber("localEpsilon"))).map((local) => {
      const own = all.filter((row) => cellNumber("localEpsilon")(row) === local);
      const x = own.map(cellNumber("respondents"));
      const series = (name: string, value: string) => ({ name, x, y: own.map(storedNumber(value)) });
      return {
        title: `ε₀ = ${local}`,
        estimates: [series("any mechanism", "general"), series("two choices", "two"), series("ten choices", "ten")],
        theory: [{ ...series("closed form", "closed"), role: "bound" as const }],
      };
    }),
  });
}
