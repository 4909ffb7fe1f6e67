/** Installation of widgets: the functions that every cell has, and that the module `epsilab/widgets` finds in this kernel. */
import { noteShown } from "../display/display.ts";
import { lineOf } from "../display/text.ts";
import { Control } from "./control.ts";
import type { Part } from "./control-box.ts";
import type { WidgetHost } from "./host.ts";
import { Interaction } from "./interact.ts";
import { ModuleWidget } from "./module-widget.ts";
import { buttonOf, checkboxOf, selectOf, textFieldOf } from "./plain-controls.ts";
import { sliderOf } from "./slider.ts";

export interface InstalledWidgets {
  readonly functions: Readonly<Record<string, unknown>>;
  /** An interrupt ended code of cells: what interactions wait for may never come. */
  readonly interrupted: () => void;
}

export function installWidgets(host: WidgetHost): InstalledWidgets {
  const interactions = new Set<Interaction>();
  const interact = (make: (values: object) => unknown, inputs: object): Interaction => {
    if (typeof make !== "function") throw new TypeError(`make must be a function, got ${lineOf(make)}`);
    if (typeof inputs !== "object" || inputs === null || Array.isArray(inputs) || isPart(inputs)) {
      throw new TypeError(`inputs must be an object of controls by their names, got ${lineOf(inputs)}`);
    }
    const parts = Object.entries(inputs).map(([name, input]) => [name, partOf(host, name, input)] as const);
    const interaction = new Interaction(host, make, new Map(parts));
    for (const each of interactions) if (each.isClosed) interactions.delete(each);
    interactions.add(interaction);
    noteShown(interaction);
    return interaction;
  };
  const functions = {
    slider: (least: number, most: number, choices?: object) => sliderOf(host, least, most, choices),
    select: (options: readonly unknown[], choices?: object) => selectOf(host, options, choices),
    checkbox: (choices?: object) => checkboxOf(host, choices),
    text: (choices?: object) => textFieldOf(host, choices),
    button: (label: string, onClick?: (count: number) => unknown) => buttonOf(host, label, onClick),
    interact,
    widget: (module: object) => new ModuleWidget(host, module),
  };
  Object.defineProperty(globalThis, Symbol.for("epsilab.widgets"), { value: functions, configurable: true });
  const interrupted = () => {
    for (const interaction of interactions) interaction.interrupted();
  };
  return { functions, interrupted };
}

function isPart(value: unknown): value is Part {
  return value instanceof Control || value instanceof ModuleWidget;
}

/** A control, or what `interact` makes of a value that stands for one. */
function partOf(host: WidgetHost, name: string, input: unknown): Part {
  if (isPart(input)) return input;
  if (typeof input === "boolean") return checkboxOf(host, { value: input });
  if (typeof input === "string") return textFieldOf(host, { value: input });
  if (typeof input === "number" && Number.isFinite(input)) {
    const end = input === 0 ? 1 : 3 * input;
    const step = Number.isInteger(input) && input !== 0 ? { step: 1 } : {};
    return sliderOf(host, Math.min(0, end), Math.max(0, end), { value: input, ...step });
  }
  if (Array.isArray(input)) {
    const isRange = input.length === 2 && input.every((bound) => typeof bound === "number");
    return isRange ? sliderOf(host, input[0], input[1]) : selectOf<unknown>(host, input);
  }
  throw new TypeError(
    `${name} must be a control, [least, most], a list of options, a number, a boolean or a text, got ${lineOf(input)}`,
  );
}
