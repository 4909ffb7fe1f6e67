/**
 * Local and shuffled privacy: frequency oracles, unit vectors, and what is gained when answers arrive in random order.
 *
 * Parts `oracles` and `oracle-surveys`: `oracle-parts.ts`; `vectors`: `vector-part.ts`; `shuffling` and `shuffling-many`: `shuffling-parts.ts`.
 */
import { defineExperiment } from "../kit.ts";
import { oraclesFigure, shufflingFigure } from "./local-privacy-figures.ts";
import { oracleSurveysPart, oraclesPart } from "./oracle-parts.ts";
import { manyShuffledPart, shufflingPart } from "./shuffling-parts.ts";
import { vectorsPart } from "./vector-part.ts";

export default defineExperiment({
  id: "local-privacy",
  version: 2,
  title: "Local and shuffled privacy: oracles, vectors, amplification",
  area: "local",
  parts: {
    oracles: oraclesPart,
    "oracle-surveys": oracleSurveysPart,
    vectors: vectorsPart,
    shuffling: shufflingPart,
    "shuffling-many": manyShuffledPart,
  },
  figures: {
    oracles: { parts: ["oracles"], draw: oraclesFigure },
    shuffling: { parts: ["shuffling-many"], draw: shufflingFigure },
  },
});
