/**
 * Local and shuffled privacy: frequency oracles, unit vectors, lower bounds for all local protocols, and what is gained when
 * answers arrive in random order.
 *
 * Parts `oracles` and `oracle-surveys`: `oracle-parts.ts`; `vectors`: `vector-part.ts`; `local-bounds`: `bounds-part.ts`;
 * `shuffling` and `shuffling-many`: `shuffling-parts.ts`.
 */
import { defineExperiment } from "../kit.ts";
import { localBoundsPart } from "./bounds-part.ts";
import { boundsFigure, oraclesFigure, shufflingFigure } from "./local-privacy-figures.ts";
import { oracleSurveysPart, oraclesPart } from "./oracle-parts.ts";
import { manyShuffledPart, shufflingPart } from "./shuffling-parts.ts";
import { vectorsPart } from "./vector-part.ts";

export default defineExperiment({
  id: "local-privacy",
  version: 3,
  title: "Local and shuffled privacy: oracles, vectors, bounds, amplification",
  area: "local",
  parts: {
    oracles: oraclesPart,
    "oracle-surveys": oracleSurveysPart,
    vectors: vectorsPart,
    "local-bounds": localBoundsPart,
    shuffling: shufflingPart,
    "shuffling-many": manyShuffledPart,
  },
  figures: {
    oracles: oraclesFigure,
    bounds: boundsFigure,
    shuffling: shufflingFigure,
  },
});
