/**
 * Changepoints: is the private place of a change, and the private alarm in a stream, as private and as good as stated?
 *
 * Privacy is exact, over all short lists and streams, with laws by quadrature; errors, false alarms and delays are drawn, against
 * bounds that are computed. Source: Cummings, Krehbiel, Mei, Tuo, Zhang (NeurIPS 2018).
 */
import { defineExperiment } from "../kit.ts";
import { falseAlarmPart } from "./false-alarm-part.ts";
import { delayFigure, errorFigure } from "./figures.ts";
import { offlineErrorPart, offlinePrivacyPart } from "./offline-parts.ts";
import { delayPart, onlinePrivacyPart } from "./online-parts.ts";

export default defineExperiment({
  id: "changepoint",
  version: 1,
  title: "Private changepoint detection, offline and online",
  area: "changepoint",
  parts: {
    "offline-privacy": offlinePrivacyPart,
    "offline-error": offlineErrorPart,
    "online-privacy": onlinePrivacyPart,
    "false-alarms": falseAlarmPart,
    delay: delayPart,
  },
  figures: {
    errors: errorFigure,
    delays: delayFigure,
  },
});
