/**
 * The figures on quantiles, from stored rows alone.
 */
import { by, cellNumber, cellText, distinct, figureOf, intervalOf, likeFirst, storedNumber } from "../kit.ts";

/** Records between output and quantile against the number of quantiles. */
export const manyQuantilesFigure = figureOf({
  kind: "rate",
  part: "joint-accuracy",
  rows: likeFirst("epsilon", "size"),
  caption: ([
    {
      cell: { epsilon, size },
    },
  ]) =>
    `Mean number of records between a private quantile and the true one, of ${size} records at ε = ${epsilon}: all m quantiles by ` +
    "JointExp (drawn), and one mechanism of ε/m for each (exact).",
  source: "Gillenwater, Joseph, Kulesza (2021)",
  x: { label: "quantiles m", of: cellNumber("outputs") },
  y: { label: "error", unit: "records" },
  panels: by(cellText("data"), (data) => data),
  estimates: [
    { name: "JointExp", ...intervalOf("error-in-records") },
    { name: "one for each", y: storedNumber("split") },
  ],
});

/** The error of the median against the radius of the smoothing, on three datasets. */
export const radiusFigure = figureOf({
  kind: "rate",
  part: "hsjointexp",
  rows: likeFirst("epsilon", "size"),
  caption: ([
    {
      cell: { epsilon, size },
    },
  ]) =>
    `Mean error of the private median of ${size} records at ε = ${epsilon} after uniform noise of radius α in each record, with the ` +
    "errors that JointExp has on atoms without it. Intervals rest on the range of the errors alone.",
  source: "Lalanne et al. (2022)",
  x: { label: "radius α", of: cellNumber("radius") },
  y: { label: "mean error" },
  estimates: [
    {
      by: by(cellText("data"), {
        "one-atom": "all at 0.5",
        "two-atoms": "60 % at 0.3, 40 % at 0.7",
        uniform: "evenly spread",
      }),
      ...intervalOf("mean-error"),
    },
  ],
  theory: [
    { name: "α", curve: (radius) => radius, over: distinct },
    {
      name: "α = 0, one atom",
      role: "bound",
      part: "quantile-atoms",
      curve: (_, [row]) => storedNumber("one")(row),
      over: distinct,
    },
    {
      name: "α = 0, two atoms",
      role: "bound",
      part: "quantile-atoms",
      curve: (_, [row]) => storedNumber("two")(row),
      over: distinct,
    },
  ],
});
