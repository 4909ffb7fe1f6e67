/**
 * The figure of generalisation, from its stored rows alone.
 */
import { expectedGapBound, sharpExpectedGap } from "../../lib/adaptive/generalisation.ts";
import { by, cellNumber, cellText, figureOf, logPlaces, storedNumber, where } from "../kit.ts";

/** The largest expected gap that ten adversaries find, against epsilon. */
export const adversariesFigure = figureOf({
  kind: "rate",
  part: "robust-perfect-generalization",
  rows: where({ values: (found) => Math.max(2, found[found.length - 1]) }),
  caption: ([
    {
      cell: { values },
    },
  ]) =>
    `The largest expected gap between sample and population that ten adversaries find from a private output, on records of ${values} ` +
    "values, two of them the best that there are: exact, over all samples.",
  source: "Cummings, Ligett, Nissim, Roth, Wu (2016)",
  x: { label: "ε", of: cellNumber("epsilon") },
  y: { label: "expected gap" },
  panels: by(cellText("mechanism"), { "commonest-value": "the commonest value", mean: "the mean of bits" }),
  estimates: [{ by: by(cellNumber("size"), (size) => `n = ${size}`), y: storedNumber("largest-gap") }],
  theory: [
    { name: "tanh(ε/4)", role: "bound", curve: sharpExpectedGap, over: logPlaces(41) },
    {
      name: "tanh(ε/2)",
      role: "bound",
      curve: (epsilon) => expectedGapBound({ epsilon, delta: 0 }),
      over: logPlaces(41),
    },
  ],
});
