/** The figure on Renyi curves of samples, from stored rows alone. */
import { by, cellNumber, cellText, estimateOf, figureOf, nearest, theoryOf, where } from "../kit.ts";

const samplings = by(cellText("sampling"), { poisson: "Poisson", "without-replacement": "batches" });

/** The divergences of the sampled laws and the curves that bound them, against the order. */
export const samplingFigure = figureOf({
  kind: "rate",
  part: "renyi-sampling",
  rows: where({ noise: nearest(1), rate: nearest(0.1) }),
  caption: ([
    {
      cell: { noise, rate },
    },
  ]) =>
    `Rényi divergence of a mechanism on a sample against the order, noise ${noise} times the sensitivity, rate ${rate}: that of the ` +
    "sampled laws, points, and the curve that is stated from the mechanism's own curve, lines. For Poisson samples it is attained at " +
    "integers; for batches it is a bound.",
  source: "Zhu, Wang (2019); Wang, Balle, Kasiviswanathan (2019)",
  x: { label: "order α", of: cellNumber("order") },
  y: { label: "D" },
  panels: by(cellText("mechanism"), (mechanism) => mechanism),
  estimates: [{ by: samplings, y: theoryOf("above-divergence") }],
  theory: [
    { name: (sampling) => `${sampling}, stated`, by: samplings, role: "bound", y: estimateOf("above-divergence") },
  ],
});
