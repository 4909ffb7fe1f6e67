/**
 * The figures of the lower bounds, from their stored rows alone.
 */
import { ascending, by, cellNumber, figureOf, storedNumber } from "../kit.ts";

/** What share of the least worst risk each bound reaches, against epsilon. */
export const shareFigure = figureOf({
  kind: "rate",
  part: "fingerprinting",
  caption:
    "Lower bounds over the least worst risk of all private methods, which a linear program gives, for 1 to 8 records. " +
    "No bound is above 1; that for learning with a linear loss on the line is attained at one record.",
  source: "Bun, Ullman, Vadhan (2014); Gill, Levit (1995); Bassily, Smith, Thakurta (2014)",
  x: { label: "ε", of: storedNumber("epsilon") },
  y: { label: "bound over optimum" },
  estimates: [
    { name: "two points and fingerprinting", y: storedNumber("share") },
    { name: "van Trees", part: "van-trees", y: storedNumber("share") },
    { name: "learning on the line", part: "learning", y: storedNumber("share") },
  ],
  theory: [{ name: "optimum", role: "bound", level: 1 }],
});

/** The squared error of Gaussian noise over the bound, against the dimension. */
export const dimensionsFigure = figureOf({
  kind: "rate",
  part: "dimensions",
  caption:
    "Squared error of Gaussian noise on the mean of d independent bits over the fingerprinting bound for zero-concentrated privacy: " +
    "the same factor in every dimension, which tends to 4 as the noise of a coordinate falls.",
  source: "Bun, Ullman, Vadhan (2014)",
  x: { label: "bits d", of: cellNumber("dimension") },
  y: { label: "error over bound" },
  estimates: [{ by: by(cellNumber("rho"), (rho) => `ρ = ${rho}`, ascending), y: storedNumber("ratio") }],
  theory: [{ name: "limit", role: "bound", level: 4 }],
});
