/**
 * Public data: features learnt on public classes and used by private training on others (`public-part.ts`).
 */
import { cellNumber, defineExperiment, figureOf, storedNumber } from "../kit.ts";
import { publicPart } from "./public-part.ts";

export default defineExperiment({
  id: "public-data",
  version: 1,
  title: "Public data: learnt features, private training",
  area: "erm",
  parts: { "public-data": publicPart },
  figures: {
    accuracy: figureOf({
      kind: "rate",
      part: "public-data",
      caption:
        "How often a privately trained network is right on three private classes, against its certified ε at δ = 10⁻⁵: on features " +
        "that a network without privacy learnt from five public classes, and on the raw records. Means over trainings; both have the " +
        "same noise.",
      source: "made-up records of twenty features, four of which tell the class",
      x: { label: "certified ε", of: cellNumber("epsilon"), ticksAtPoints: true },
      y: { label: "share of right answers" },
      estimates: [
        { name: "on features learnt in public", y: storedNumber("with-public") },
        { name: "on the records alone", y: storedNumber("alone") },
      ],
    }),
  },
});
