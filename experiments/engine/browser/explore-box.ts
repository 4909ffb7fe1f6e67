/**
 * Explore box: the part of a page in which a reader changes the parameters of an experiment, runs its quick size, sees verdicts, controls
 * and figures, and downloads the result's folder, which `epsilab verify` recomputes.
 *
 * What a worker sends is shown as text, and figures as pictures from a blob, in which nothing runs.
 */
import { messageOf } from "../text/thrown.ts";
import { browser, type PageElement } from "./dom.ts";
import type { DescribedPart, Explored, ExploreQuestion, ExploreReport } from "./explore-server.ts";
import { made } from "./made-element.ts";
import type { RecomputeHost } from "./page-recomputation.ts";
import { PageWork, type WorkReport } from "./page-work.ts";

/** An input of the form. */
interface Field extends Omit<PageElement, "value"> {
  value: string;
  checked: boolean;
}

type Report = Exclude<ExploreReport, WorkReport>;

/** A box is an element with the name of an experiment, and the button that opens it. */
export function openExplore(box: PageElement, host: RecomputeHost): void {
  const { experiment = "" } = box.dataset;
  const said = made("output", {});
  const opener = box.querySelector("button");
  opener?.addEventListener("click", () => {
    opener.hidden = true;
    box.append(said);
    said.textContent = "loading the experiment …";
    const work = asked(host, { describe: experiment }, (report, end) => {
      if ("refused" in report) said.textContent = report.refused;
      if (!("described" in report)) return;
      end();
      said.textContent = "";
      box.append(new ExploreForm(experiment, report.described, report.seed, host).element);
    });
    work.catch((error: unknown) => {
      said.textContent = messageOf(error);
    });
  });
}

/** Sends an order to workers of its own; `hear` may end them. */
async function asked(
  host: RecomputeHost,
  order: object | ((hands: number) => object),
  hear: (report: Report, end: () => void) => void,
): Promise<PageWork<ExploreReport>> {
  const work: PageWork<ExploreReport> = new PageWork<ExploreReport>(await host.workers(), {
    hear: (report) => hear(report, () => work.end()),
    fail: (message) => hear({ refused: message }, () => work.end()),
  });
  work.ask(typeof order === "function" ? order(work.hands) : order);
  return work;
}

interface AxisField {
  readonly name: string;
  readonly field: Field;
  /** What stood there at first. */
  readonly values: string;
}

interface PartFields {
  readonly name: string;
  readonly chosen: Field;
  readonly axes: readonly AxisField[];
}

class ExploreForm {
  readonly element: PageElement;
  readonly #experiment: string;
  readonly #host: RecomputeHost;
  readonly #parts: readonly PartFields[];
  readonly #seed: Field;
  readonly #run = made("button", { type: "button", textContent: "Run here" });
  readonly #stop = made("button", { type: "button", textContent: "Stop", hidden: true });
  readonly #bar = made("progress", { hidden: true, ariaLabel: "Blocks computed" });
  readonly #said = made("output", {});
  readonly #found = made("div", {});
  #end: (() => void) | undefined;

  constructor(experiment: string, parts: readonly DescribedPart[], seed: number, host: RecomputeHost) {
    this.#experiment = experiment;
    this.#host = host;
    const built = parts.map((part, index) => partFields(part, index === 0));
    this.#parts = built.map(({ fields }) => fields);
    this.#seed = made("input", { value: `${seed}`, inputMode: "numeric", size: 12 }) as unknown as Field;
    const all = made("button", { type: "button", textContent: "All parts" });
    all.addEventListener("click", () => {
      for (const { chosen } of this.#parts) chosen.checked = true;
    });
    this.#run.addEventListener("click", () => void this.#begin());
    this.#stop.addEventListener("click", () => this.#settle("stopped"));
    const seedLabel = made("label", {}, "seed ", this.#seed as unknown as PageElement);
    this.element = made(
      "div",
      {},
      made("p", {
        className: "soft",
        textContent: "Values with commas between, as on the command line. The size is the quick one.",
      }),
      ...built.map(({ element }) => element),
      made("p", {}, seedLabel, " ", all, " ", this.#run, " ", this.#stop, " ", this.#bar, this.#said),
      this.#found,
    );
  }

  #question(): Omit<ExploreQuestion, "size" | "engine"> {
    const chosen = this.#parts.filter(({ chosen }) => chosen.checked);
    const changed = chosen.flatMap(({ name, axes }) =>
      axes.flatMap(({ name: axis, field, values }) =>
        field.value === values ? [] : [[`${name}.${axis}`, field.value] as const],
      ),
    );
    return {
      experiment: this.#experiment,
      parts: chosen.map(({ name }) => name),
      settings: Object.fromEntries(changed),
      seed: this.#seed.value,
    };
  }

  async #begin(): Promise<void> {
    if (this.#end !== undefined) return;
    this.#end = () => undefined;
    this.#show(true);
    this.#bar.value = 0;
    this.#said.textContent = "";
    this.#found.replaceChildren();
    const explore = this.#question();
    const order = (hands: number) => ({
      explore: { ...explore, size: 2 * hands, engine: browser.navigator.userAgent },
    });
    try {
      const work = await asked(this.#host, order, (report) => this.#hear(report));
      this.#end = () => work.end();
    } catch (error) {
      this.#settle(messageOf(error));
    }
  }

  #hear(report: Report): void {
    if ("progress" in report) {
      this.#bar.max = Math.max(1, report.progress.of);
      this.#bar.value = report.progress.done;
      this.#said.textContent = `${report.progress.done} of ${report.progress.of} blocks`;
    } else if ("refused" in report) this.#settle(report.refused);
    else if ("explored" in report) {
      const { passed, key } = report.explored;
      this.#settle(`${passed ? "passed" : "not passed"}: ${key}`);
      this.#found.append(...shownResult(this.#experiment, report.explored));
    }
  }

  #settle(text: string): void {
    this.#end?.();
    this.#end = undefined;
    this.#show(false);
    this.#said.textContent = text;
  }

  #show(isRunning: boolean): void {
    this.#run.ariaDisabled = `${isRunning}`;
    this.#stop.hidden = !isRunning;
    this.#bar.hidden = !isRunning;
  }
}

function partFields(
  { name, asks, axes }: DescribedPart,
  isChosen: boolean,
): { fields: PartFields; element: PageElement } {
  const chosen = made("input", { type: "checkbox", checked: isChosen }) as unknown as Field;
  const fields = axes.map(({ name: axis, values, means }) => {
    const field = made("input", { value: values, size: 24 }) as unknown as Field;
    const label = made(
      "label",
      {},
      `${axis} `,
      field as unknown as PageElement,
      " ",
      made("span", { className: "soft", textContent: means }),
    );
    return { name: axis, field, values, row: made("p", {}, label) };
  });
  const legend = made("legend", {}, made("label", {}, chosen as unknown as PageElement, ` ${name}`));
  const element = made(
    "fieldset",
    {},
    legend,
    made("p", { className: "soft", textContent: asks }),
    ...fields.map(({ row }) => row),
  );
  return { fields: { name, chosen, axes: fields }, element };
}

function shownResult(experiment: string, { parts, figures, archive, run }: Explored): readonly PageElement[] {
  const rows = parts.map(({ part, counts, controls }) => {
    const verdicts = Object.entries(counts).filter(([, count]) => count > 0);
    const fates = Object.entries(controls);
    const missed = fates.filter(([, fate]) => fate === "missed").map(([name]) => name);
    const caught = `${fates.length - missed.length} of ${fates.length} caught`;
    const cells = [
      part,
      verdicts.map(([word, count]) => `${count} ${word}`).join(", "),
      missed.length === 0 ? caught : `${caught}; missed: ${missed.join(", ")}`,
    ];
    return made("tr", {}, ...cells.map((textContent) => made("td", { textContent })));
  });
  const titles = ["part", "cells", "controls"].map((textContent) => made("th", { textContent }));
  const table = made("table", {}, made("thead", {}, made("tr", {}, ...titles)), made("tbody", {}, ...rows));
  const pictures = figures.map(({ name, caption, svg }) => {
    const src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    const picture = made("img", { src, alt: `Figure ${name}` });
    return made(
      "figure",
      {},
      made("div", { className: "plot" }, picture),
      made("figcaption", { textContent: caption }),
    );
  });
  const href = URL.createObjectURL(new Blob([new Uint8Array(archive)], { type: "application/zip" }));
  const download = `${experiment}-${run}.zip`;
  const link = made("a", { href, download, textContent: download });
  const how = made("p", {}, "Download the result: ", link, `; "npx epsilab verify ${download}" recomputes it.`);
  return [how, table, ...pictures];
}
