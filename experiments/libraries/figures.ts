/** The figure on shipped libraries, from the stored rows alone. */
import type { Figure } from "../../lib/figures/figure.ts";
import { verdictGrid } from "../../lib/figures/verdict-grid.ts";
import { type CellRow, cellText, distinct } from "../kit.ts";

/** "opendp 0.16.0 noisy-max" as its library and version, and its mechanism. */
function placeOf(row: CellRow): { readonly version: string; readonly mechanism: string } {
  const [library, version, mechanism] = cellText("release")(row).split(" ");
  return { version: `${library} ${version}`, mechanism };
}

/** What is certified, over what is documented. */
function shareOf({ checks }: CellRow): string {
  const [{ lower = 0, theory = 1 }] = Object.values(checks);
  return (lower / theory).toFixed(2);
}

/** By library, and 1.0.6 before 1.0.10. */
function byVersion(one: string, other: string): number {
  const [library, version] = one.split(" ");
  const [otherLibrary, otherVersion] = other.split(" ");
  if (library !== otherLibrary) return library < otherLibrary ? -1 : 1;
  const others = otherVersion.split(".").map(Number);
  const gaps = version.split(".").map((part, place) => Number(part) - others[place]);
  return gaps.find((gap) => gap !== 0) ?? 0;
}

function draw(rows: readonly CellRow[]): Figure {
  return verdictGrid({
    caption:
      "What draws certify of an epsilon, of a mu, or of a Rényi divergence at order 2, as a share of what the library " +
      "documents: above 1 it is refuted. Not refuted is not shown to be true. An empty place was not drawn from.",
    source: "counts in experiments/libraries; public threads in the page on libraries",
    size: "two-column",
    rowLabel: "mechanism",
    columnLabel: "library and version",
    rows: distinct(rows.map((row) => placeOf(row).mechanism)),
    columns: distinct(rows.map((row) => placeOf(row).version)).toSorted(byVersion),
    cells: rows.map((row) => {
      const { mechanism, version } = placeOf(row);
      return { row: mechanism, column: version, verdict: row.verdict, text: shareOf(row) };
    }),
  });
}

export const certifiedFigure = { parts: ["guarantees"], draw };
