/** Control box: several controls below each other, as one output. */
import { currentScreen } from "../display/screen.ts";
import { classesOf, labelWidthOf, viewOf } from "./control.ts";
import type { WidgetHost } from "./host.ts";
import { Model } from "./model.ts";

/** What stands in a box: a control, or a widget of a module. */
export interface Part {
  readonly label: string;
  readonly value: unknown;
  onChange(listener: () => unknown): () => void;
  readonly isLabelBefore: boolean;
  join(name: string, labelWidth: string): void;
  describe(): string;
  model(): Model;
  close(): void;
}

/** Shows the parts, named after their places in the object where they have no name of their own. Gives what closes them. */
export function showBox(host: WidgetHost, parts: ReadonlyMap<string, Part>): () => void {
  const labels = [...parts].flatMap(([name, { label, isLabelBefore }]) => (isLabelBefore ? [label || name] : []));
  for (const [name, part] of parts) part.join(name, labelWidthOf(labels));
  const all = [...parts.values()];
  const children = all.map((part) => part.model().reference());
  const box = new Model(host, { state: { ...classesOf("VBox"), children } });
  const lines = all.map((part) => part.describe());
  const words = lines.length === 1 ? lines.join() : ["controls:", ...lines].join("\n");
  currentScreen().show({ ...viewOf(box, words), update: false });
  return () => {
    for (const each of [box, ...all]) each.close();
  };
}
