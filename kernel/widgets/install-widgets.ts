/** Installation of widgets: the functions that every cell has, and that the module `epsilab/widgets` finds in this kernel. */
import { noteShown } from "../display/display.ts";
import { lineOf } from "../display/text.ts";
import { answerStateRequests } from "./all-states.ts";
import { buttonOf } from "./button.ts";
import { checkboxOf } from "./checkbox.ts";
import { Control } from "./control.ts";
import type { Part } from "./control-box.ts";
import { controlFor } from "./control-for.ts";
import type { WidgetHost } from "./host.ts";
import type { WidgetFunctions } from "./index.ts";
import { Interaction } from "./interact.ts";
import type { Model } from "./model.ts";
import { ModuleWidget } from "./module-widget.ts";
import { selectOf } from "./select.ts";
import { sliderOf } from "./slider.ts";
import { textFieldOf } from "./text-field.ts";

export interface InstalledWidgets {
  readonly functions: WidgetFunctions;
  /** An interrupt ended code of cells: what interactions wait for may never come. */
  readonly interrupted: () => void;
}

export function installWidgets(host: WidgetHost): InstalledWidgets {
  const open = new Map<string, Model>();
  const place = { host, open };
  const interactions = new Set<Interaction>();
  answerStateRequests(host, open);

  const interact = (make: (values: object) => unknown, inputs: object): Interaction => {
    if (typeof make !== "function") throw new TypeError(`make must be a function, got ${lineOf(make)}`);
    if (typeof inputs !== "object" || inputs === null || Array.isArray(inputs) || isPart(inputs)) {
      throw new TypeError(`inputs must be an object of controls by their names, got ${lineOf(inputs)}`);
    }
    const parts = Object.entries(inputs).map(([name, input]): [string, Part] => [
      name,
      isPart(input) ? input : (controlFor(place, name, input) as Part),
    ]);
    const interaction = new Interaction(place, make, new Map(parts));
    for (const each of interactions) if (each.isClosed) interactions.delete(each);
    interactions.add(interaction);
    noteShown(interaction);
    return interaction;
  };
  const functions = {
    slider: (least: number, most: number, choices?: object) => sliderOf(place, least, most, choices),
    select: (options: readonly unknown[], choices?: object) => selectOf(place, options, choices),
    checkbox: (choices?: object) => checkboxOf(place, choices),
    text: (choices?: object) => textFieldOf(place, choices),
    button: (label: string, onClick?: (count: number) => unknown) => buttonOf(place, label, onClick),
    interact,
    widget: (module: object) => new ModuleWidget(place, module),
  } as unknown as WidgetFunctions;
  Object.defineProperty(globalThis, Symbol.for("epsilab.widgets"), { value: functions, configurable: true });
  const interrupted = () => {
    for (const interaction of interactions) interaction.interrupted();
  };
  return { functions, interrupted };
}

function isPart(value: unknown): value is Part {
  return value instanceof Control || value instanceof ModuleWidget;
}
