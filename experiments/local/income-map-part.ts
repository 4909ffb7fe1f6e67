/**
 * The map of mean incomes at several zoom levels, each mean with Laplace noise of scale 1: what it costs.
 *
 * Incomes are within [0, M] and a swap changes the income of one person, who stays in place. A cell of n people costs M / n, from
 * the densities at the worst pair. At level z the map has 4^z cells of N / 4^z people each; a person is in one cell of every level, so
 * that the map down to level L costs the sum. Source: the question is of the lecture; the answer is the Laplace mechanism's.
 */
import { continuousEpsilon } from "../../lib/auditing/continuous-audit.ts";
import { laplaceLaw } from "../../lib/mechanisms/laws/laplace-law.ts";
import { noisyMean } from "../../lib/mechanisms/statistics/noisy-mean.ts";
import { atMost, axis, equal, exactStudy, type Part, z } from "../kit.ts";

interface MapCell {
  readonly most: number;
  readonly people: number;
  readonly level: number;
}

/** People of a cell at each level down to the last, powers of four times as many at the first. */
function peopleAt({ people, level }: MapCell): readonly number[] {
  const sizes = [people];
  while (sizes.length <= level) sizes.push(sizes[sizes.length - 1] / 4);
  return sizes;
}

/** What a cell of this many people loses: its mean with everybody at 0, and with one at the most. */
function cellLoss(most: number, people: number): number {
  const moved = most / people;
  const pair = { first: laplaceLaw(0, 1), second: laplaceLaw(moved, 1) };
  return continuousEpsilon(pair, { kind: "monotone", limits: [moved, -moved] }).upper;
}

const axes = {
  most: axis(z.number().min(1).max(1000), { means: "M, the largest income", quick: [50, 200] }),
  people: axis(z.literal(1024), { means: "people on the map", quick: [1024] }),
  level: axis(z.int().min(0).max(5), {
    means: "zoom level of the finest map",
    quick: [0, 2, 5],
    full: [0, 1, 2, 3, 4, 5],
  }),
};

export const incomeMapPart: Part = {
  claim: "income-map",
  asks: "Does a cell of n people cost M / n and the whole map the sum over its levels, and is Lap(1) the noise of a mean at that epsilon?",
  study: exactStudy({
    axes,
    exact: (cell) => {
      const sizes = peopleAt(cell);
      const losses = sizes.map((size) => cellLoss(cell.most, size));
      const finest = sizes[sizes.length - 1];
      // 1 + 4 + ... + 4^level, in closed form.
      const cells = 1 << (2 * cell.level);
      const whole = (cell.most * ((4 * cells - 1) / 3)) / cell.people;
      const mean = noisyMean({ epsilon: cell.most / finest, lower: 0, upper: cell.most, neighbours: "swap" });
      return {
        checks: {
          cell: equal(losses[losses.length - 1], cell.most / finest, { share: 1e-9 }),
          map: equal(
            losses.reduce((sum, loss) => sum + loss, 0),
            whole,
            { share: 1e-9 },
          ),
          // Laplace noise of scale 1 has variance 2.
          mechanism: equal(mean.law(new Array<number>(finest).fill(cell.most / 2)).variance(), 2, { share: 1e-9 }),
        },
        values: { people: finest, cell: losses[losses.length - 1], map: whole },
      };
    },
  }),
  controls: {
    "the-same-at-every-level": {
      says: "the same noise taken for the same privacy: every level at the epsilon of the whole country",
      study: exactStudy({
        axes: { ...axes, level: axis(z.int().min(1).max(5), { means: axes.level.means, quick: [1, 2, 5] }) },
        exact: (cell) => {
          const sizes = peopleAt(cell);
          return { checks: { epsilon: atMost(cellLoss(cell.most, sizes[sizes.length - 1]), cell.most / cell.people) } };
        },
      }),
    },
  },
};
