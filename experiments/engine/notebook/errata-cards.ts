/**
 * Errata in a notebook: each as a value that shows itself: its kind and place, what the notes say, what is right, the best argument
 * for the author, what was claimed and found, and how the run is cited.
 * @example
 * ```ts
 * import { errata } from "epsilab/experiments";
 * const [first] = await errata();
 * [first.id, first.kind, first.claim]; // => ['E01', 'refuted', 'laplace-mechanism']
 * ```
 */
import { jupyterDisplay } from "../../../lib/data/jupyter-display.ts";
import { markdownOf } from "../../claims/claim-card.ts";
import { erratumKinds } from "../../claims/erratum.ts";
import { type ErratumStatus, errataOf, numberWords } from "../evidence/errata.ts";
import { readResult } from "../format/read-result.ts";
import { workbenchAt } from "../program/workbench.ts";
import { resultFolders } from "../store/named-results.ts";

export interface ErratumCard extends ErratumStatus {
  readonly [jupyterDisplay]: () => Readonly<Record<"text/markdown" | "text/plain", string>>;
}

/** All errata, in the order of their numbers, with what the stored results say of them. */
export async function errata(options: { readonly results?: string } = {}): Promise<readonly ErratumCard[]> {
  const { catalogue, places } = workbenchAt(process.cwd(), options.results);
  const all = errataOf(await catalogue.claims(), await catalogue.all(), resultFolders(places).map(readResult));
  return all.map((erratum) => {
    const show = () => ({
      "text/markdown": shown(erratum, markdownOf, "**"),
      "text/plain": shown(erratum, String, ""),
    });
    return Object.defineProperty({ ...erratum }, jupyterDisplay, { value: show }) as ErratumCard;
  });
}

/** The lines of a card, each a paragraph of a quotation in Markdown. */
function shown(
  { id, kind, where, said, right, defence, refutations }: ErratumStatus,
  text: (plain: string) => string,
  bold: string,
): string {
  const lines = [
    `${bold}${id}, ${kind}: ${erratumKinds[kind].means}${bold} (${text(where)})`,
    `${bold}The notes say:${bold} ${text(said)}`,
    `${bold}${erratumKinds[kind].right}:${bold} ${text(right)}`,
    `${bold}For the author:${bold} ${text(defence)}`,
    ...refutations
      .filter(({ numbers }) => numbers.length > 0)
      .map(
        ({ says, numbers, citation }) => `${text(says)}: ${text(numberWords(numbers[0]))}, ${text(String(citation))}`,
      ),
  ];
  return bold === "" ? lines.join("\n") : lines.map((line) => `> ${line}`).join("\n>\n");
}
