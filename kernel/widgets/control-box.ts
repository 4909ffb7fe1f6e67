/** Control box: several controls below each other, as one output. */
import { currentScreen } from "../display/screen.ts";
import { type Column, classesOf, columnFor, layoutState, viewOf, type WidgetPlace } from "./control.ts";
import { Model } from "./model.ts";

/** What stands in a box: a control, or a widget of a module. */
export interface Part {
  readonly label: string;
  readonly value: unknown;
  onChange(listener: () => unknown): () => void;
  readonly isLabelBefore: boolean;
  join(name: string, column: Column): void;
  describe(): string;
  model(): Model;
  close(): void;
}

export class ControlBox {
  readonly #parts: readonly Part[];
  readonly #models: readonly Model[];

  /** Shows the parts, named after their places in the object where they have no name of their own. */
  constructor({ host, open }: WidgetPlace, parts: ReadonlyMap<string, Part>) {
    this.#parts = [...parts.values()];
    const labels = [...parts].flatMap(([name, { label, isLabelBefore }]) => (isLabelBefore ? [label || name] : []));
    const column = labels.length === 0 ? undefined : columnFor(labels);
    for (const [name, part] of parts) part.join(name, column);
    const layout = new Model(host, open, { state: layoutState({}) });
    const children = this.#parts.map((part) => part.model().reference());
    const state = { ...classesOf("VBox"), box_style: "", children, layout: layout.reference() };
    const box = new Model(host, open, { state });
    this.#models = [box, layout];
    const lines = this.#parts.map((part) => part.describe());
    const words = lines.length === 1 ? lines.join() : ["controls:", ...lines].join("\n");
    currentScreen().show({ ...viewOf(box, words), update: false });
  }

  close(): void {
    for (const each of [...this.#models, ...this.#parts]) each.close();
  }
}
