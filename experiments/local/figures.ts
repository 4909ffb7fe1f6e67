/** The figures of randomized response, from its stored rows alone. */
import { coverageFigure } from "../../lib/figures/coverage-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { tailFigure } from "../../lib/figures/tail-figure.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { type CellRow, claimRows } from "../kit.ts";

const WARNER = "Warner (1965)";

const number = (row: CellRow, name: string) => Number(row.cell[name]);
const stored = (row: CellRow, name: string) => Number(row.values?.[name]);
const distinct = (values: readonly number[]) => [...new Set(values)];
const sorted = (rows: readonly CellRow[], name: string) => rows.toSorted((a, b) => number(a, name) - number(b, name));

/** The mean of both estimates, less the truth. */
export function biasFigure(rows: readonly CellRow[]): Figure {
  const own = sorted(
    rows.filter(({ control }) => control === "estimator-of-the-notes"),
    "share",
  );
  const x = own.map((row) => number(row, "share"));
  return coverageFigure({
    caption:
      "Exact bias of two estimates of a share p from 1000 answers with two coins, m being the share of answers yes: the unbiased one, and the one " +
      "printed in lecture notes, which is a half too small whatever p is.",
    source: WARNER,
    x: { label: "true share p", scale: "linear", least: 0, most: 1 },
    y: { label: "bias", least: -0.6, most: 0.2, range: [-0.6, 0.2] },
    panels: [
      {
        estimates: [
          { name: "2m − 1/2", x, y: own.map((row) => stored(row, "right-bias")) },
          { name: "2m − 1, as printed", x, y: own.map((row) => stored(row, "bias")) },
        ],
      },
    ],
  });
}

/** n times the mean squared error, which does not depend on n, against the share. */
export function costFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "estimator");
  const size = largestOf(all.map((row) => number(row, "respondents")));
  const own = sorted(
    all.filter((row) => number(row, "respondents") === size),
    "share",
  );
  const shares = Array.from({ length: 99 }, (_, k) => (k + 1) / 100);
  return tailFigure({
    caption:
      `Exact mean squared error of the estimated share, times the number of respondents n = ${size}: points are sums over the law of the answers, lines the ` +
      "closed form p(1 − p) + exp(ε)/(exp(ε) − 1)². Without privacy it would be p(1 − p), the broken line.",
    source: WARNER,
    x: { label: "true share p", least: 0, most: 1 },
    y: { label: "n · mean squared error" },
    panels: [
      {
        estimates: distinct(all.map((row) => number(row, "epsilon"))).map((epsilon) => {
          const shown = own.filter((row) => number(row, "epsilon") === epsilon);
          return {
            name: `ε = ${epsilon}`,
            x: shown.map((row) => number(row, "share")),
            y: shown.map(({ checks }) => size * (checks.variance.estimate ?? 0)),
          };
        }),
        theory: [
          ...distinct(all.map((row) => number(row, "epsilon"))).map((epsilon) => {
            const shown = own.filter((row) => number(row, "epsilon") === epsilon);
            return {
              name: `ε = ${epsilon}`,
              of: `ε = ${epsilon}`,
              x: shown.map((row) => number(row, "share")),
              y: shown.map(({ checks }) => size * (checks.variance.theory ?? 0)),
            };
          }),
          { name: "without privacy", role: "bound" as const, x: shares, y: shares.map((p) => p * (1 - p)) },
        ],
      },
    ],
  });
}

/** Deviations of the local model and of a curator, log-log. */
export function localFigure(rows: readonly CellRow[]): Figure {
  const all = sorted(claimRows(rows, "local-vs-central"), "respondents");
  return rateFigure({
    caption:
      "Exact deviation of private means of n bits from the mean among the respondents: randomized response in the local model falls like 1/√n, Laplace noise " +
      "of a trusted curator like 1/n. Lines are the closed forms.",
    source: "Kasiviswanathan et al. (2011); Duchi, Jordan, Wainwright (2013)",
    x: { label: "respondents n" },
    y: { label: "standard deviation" },
    panels: distinct(all.map((row) => number(row, "epsilon"))).map((epsilon) => {
      const own = all.filter((row) => number(row, "epsilon") === epsilon);
      const x = own.map((row) => number(row, "respondents"));
      const series = (name: string, check: string) => ({
        name,
        x,
        y: own.map((row) => row.checks[check].estimate ?? 0),
      });
      const line = (of: string, check: string) => ({
        name: of,
        of,
        x,
        y: own.map((row) => row.checks[check].theory ?? 0),
      });
      return {
        title: `ε = ${epsilon}`,
        estimates: [series("local", "local"), series("curator", "central")],
        theory: [line("local", "local"), line("curator", "central")],
      };
    }),
  });
}
