/**
 * Places, maps and reports: neighbours by distance, the map of incomes at zoom levels, and the local mechanisms that companies deployed.
 *
 * Everything is exact: `metric-privacy` and `edit-distance` in `place-parts.ts`, `income-map` in `income-map-part.ts`, the others in
 * `report-parts.ts`.
 */
import { by, cellNumber, defineExperiment, figureOf, storedNumber } from "../kit.ts";
import { incomeMapPart } from "./income-map-part.ts";
import { editDistancePart, placesPart } from "./place-parts.ts";
import { oneBitPart, sketchPart, stagesPart } from "./report-parts.ts";

export default defineExperiment({
  id: "places-and-reports",
  version: 1,
  title: "Places, maps and reports: privacy by distance and as deployed",
  area: "local",
  parts: {
    "metric-privacy": placesPart,
    "edit-distance": editDistancePart,
    "income-map": incomeMapPart,
    "rappor-stages": stagesPart,
    "one-bit-mean": oneBitPart,
    "count-mean-sketch": sketchPart,
  },
  figures: {
    places: figureOf({
      kind: "rate",
      part: "metric-privacy",
      caption:
        "What two places lose, against their distance in radii: points are exact audits of planar Laplace noise, lines the stated " +
        "ε times the distance. Laplace noise on both coordinates loses √2 times as much along a diagonal.",
      source: "Andrés, Bordenabe, Chatzikokolakis, Palamidessi (2013)",
      x: { label: "distance in radii", of: cellNumber("share"), ticksAtPoints: true },
      y: { label: "ε of the two places" },
      panels: by(
        cellNumber("epsilon"),
        (epsilon) => `ε = ${epsilon} within the radius`,
        (found) => found.filter((e) => e === 1),
      ),
      estimates: [
        { name: "planar Laplace", y: storedNumber("epsilon") },
        { name: "both coordinates", y: storedNumber("coordinates") },
      ],
      theory: [{ name: "stated", role: "bound", curve: (share, [{ cell }]) => Number(cell.epsilon) * share }],
    }),
    map: figureOf({
      kind: "tail",
      part: "income-map",
      caption: ([{ cell }]) =>
        `Mean incomes of ${cell.people} people with Laplace noise of scale 1, at zoom levels with four times as many cells each: ε of ` +
        "one cell and of the whole map down to that level. The noise is the same, the privacy is not.",
      source: "exact audit of the Laplace mechanism",
      x: { label: "zoom level", of: cellNumber("level"), ticksAtPoints: true },
      y: { label: "ε" },
      panels: by(cellNumber("most"), (most) => `incomes up to ${most}`),
      estimates: [
        { name: "one cell", y: storedNumber("cell") },
        { name: "the map so far", y: storedNumber("map") },
      ],
    }),
    stages: figureOf({
      kind: "tail",
      part: "rappor-stages",
      caption:
        "ε of k reports of RAPPOR from one permanent answer, over all sequences of reports: it rises to that of the permanent answer, " +
        "where fresh coins for every report (broken line) would cost k times as much as one.",
      source: "Erlingsson, Pihur, Korolova (2014), two hash functions, q = 0.75, p = 0.5",
      x: { label: "reports k", of: cellNumber("reports"), ticksAtPoints: true },
      y: { label: "ε of all reports" },
      panels: by(cellNumber("noise"), (noise) => `f = ${noise}`),
      estimates: [{ name: "k reports", y: storedNumber("epsilon") }],
      theory: [
        { name: "permanent answer", y: storedNumber("permanent") },
        { name: "k times one report", role: "bound", y: storedNumber("without-memory") },
      ],
    }),
  },
});
