/**
 * The figure of private online learning, from its stored rows alone.
 */
import { leastOf } from "../../lib/numerics/extremes.ts";
import { by, cellNumber, figureOf, intervalOf, likeFirst, storedNumber, theoryOf, where } from "../kit.ts";

const levels = by(cellNumber("epsilon"), (epsilon) => `ε = ${epsilon}`);

/** The regret of the private leader against the number of losses, beside that without privacy, and below its bound. */
export const regretFigure = figureOf({
  kind: "rate",
  part: "pftal",
  rows: where({ sensitivity: leastOf }),
  caption: ([{ cell }]) =>
    "The regret of follow-the-approximate-leader on quadratic losses in the unit disc, against the best fixed point in hindsight: " +
    `private, with the noise of a tree (sensitivity ${cell.sensitivity}), and without privacy. Means of runs with their intervals, ` +
    "which are asymptotic; broken lines are the bounds on the means.",
  source: "Smith, Thakurta (2013); Hazan, Agarwal, Kale (2007); the bound is our own",
  x: { label: "number of losses T", of: cellNumber("horizon") },
  y: { label: "regret" },
  estimates: [{ by: levels, ...intervalOf("mean-regret") }],
  theory: [
    { name: (level) => `bound, ${level}`, of: levels, role: "bound", y: theoryOf("mean-regret") },
    { name: "without privacy", rows: likeFirst("epsilon"), y: storedNumber("regret-without-privacy") },
  ],
});
