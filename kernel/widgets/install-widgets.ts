/** Installation of widgets: the functions that every cell has, and that the module `epsilab/widgets` finds in this kernel. */
import { noteShown } from "../display/display.ts";
import { lineOf } from "../display/text.ts";
import { answerForAllStates, type CommsHost } from "./all-states.ts";
import { setHost, type WidgetHost } from "./host.ts";
import { Interaction } from "./interact.ts";
import { ModuleWidget } from "./module-widget.ts";
import { button, checkbox, select, text } from "./plain-controls.ts";
import { slider } from "./slider.ts";
import { type AnyWidget, Widget } from "./widget.ts";

export function installWidgets(host: WidgetHost & CommsHost): Readonly<Record<string, unknown>> {
  setHost(host);
  answerForAllStates(host);
  const functions = { slider, select, checkbox, text, button, interact, widget };
  Object.defineProperty(globalThis, Symbol.for("epsilab.widgets"), { value: functions, configurable: true });
  return functions;
}

function widget(module: object): ModuleWidget<object> {
  return new ModuleWidget(module);
}

function interact(make: (values: object) => unknown, inputs: object): Interaction {
  if (typeof make !== "function") throw new TypeError(`make must be a function, got ${lineOf(make)}`);
  if (typeof inputs !== "object" || inputs === null || Array.isArray(inputs) || inputs instanceof Widget) {
    throw new TypeError(`inputs must be an object of controls by their names, got ${lineOf(inputs)}`);
  }
  const controls = Object.entries(inputs).map(([name, input]) => [name, controlOf(name, input)] as const);
  const interaction = new Interaction(make, Object.fromEntries(controls));
  noteShown(interaction);
  return interaction;
}

/** A control, or what `interact` makes of a value that stands for one. */
function controlOf(name: string, input: unknown): AnyWidget {
  if (input instanceof Widget) return input;
  if (typeof input === "boolean") return checkbox({ value: input });
  if (typeof input === "string") return text({ value: input });
  if (typeof input === "number" && Number.isFinite(input)) {
    const end = input === 0 ? 1 : 3 * input;
    const step = Number.isInteger(input) && input !== 0 ? { step: 1 } : {};
    return slider(Math.min(0, end), Math.max(0, end), { value: input, ...step });
  }
  if (Array.isArray(input)) {
    const isRange = input.length === 2 && input.every((bound) => typeof bound === "number");
    return isRange ? slider(input[0], input[1]) : select<unknown>(input);
  }
  throw new TypeError(
    `${name} must be a control, [least, most], a list of options, a number, a boolean or a text, got ${lineOf(input)}`,
  );
}
