/**
 * Shipped libraries: do draws refute the guarantees that OpenDP, diffprivlib, SmartNoise and jax-privacy document for their
 * mechanisms?
 *
 * Judged from counts that are kept in `counts.json`, so that the verdicts follow bit for bit without the libraries; the draws
 * themselves cannot be made again where a library takes no seed.
 */
import { defineExperiment } from "../kit.ts";
import { certifiedFigure } from "./figures.ts";
import { guaranteesPart } from "./guarantees-part.ts";

export default defineExperiment({
  id: "shipped-libraries",
  version: 3,
  title: "Shipped libraries: documented guarantees beside what draws certify",
  area: "auditing",
  parts: { guarantees: guaranteesPart },
  figures: { certified: certifiedFigure },
});
