/**
 * Widgets: sliders, menus, boxes and buttons in a notebook, a figure that follows them, and modules of anywidget.
 *
 * Cells of the kernel TypeScript (Epsilab) have these functions without importing them. This door is for modules that cells import, and for
 * notebooks that may be opened with another kernel: there, and in a plain script, each function says in one line what it needs.
 * Limits: drawn by JupyterLab and Notebook 7 with the packages `jupyterlab_widgets` and, for `widget`, `anywidget`. VS Code speaks the
 * same protocol, but was not tested.
 */

/** A control on the page, and its value. The last value of a cell shows it; `display(control)` shows it again. */
export interface WidgetControl<Value> {
  /** What the control is set to. Setting it moves the control on the page. */
  value: Value;
  readonly label: string;
  /** Calls a function with the value after each change. Returns a function that ends that. */
  onChange(listener: (value: Value) => unknown): () => void;
  /** Removes the control from the page. */
  close(): void;
}

/** What a slider may be given. */
export interface WidgetSliderChoices {
  /** Where it begins; in the middle unless given. */
  readonly value?: number;
  /** The distance of neighbouring values; `1` makes whole numbers. With `log`, the distance of their decimal logarithms. */
  readonly step?: number;
  readonly label?: string;
  /** Equal ratios, not equal differences, are equally far apart. */
  readonly log?: boolean;
}

/** What a menu may be given. */
export interface WidgetSelectChoices<Value> {
  /** The first option unless given. */
  readonly value?: Value;
  readonly label?: string;
}

/** What a field for text may be given. */
export interface WidgetTextChoices {
  readonly value?: string;
  readonly label?: string;
  /** Shown in grey while the field is empty. */
  readonly placeholder?: string;
}

/** What `interact` makes a control of: a control, or `[least, most]`, a list of options, a number, a boolean or a text. */
export type WidgetInput = WidgetControl<unknown> | number | boolean | string | readonly unknown[];

/** The value of a control, or of what stands for one. */
export type WidgetValue<Input> =
  Input extends WidgetControl<infer Value>
    ? Value
    : Input extends readonly (infer Item)[]
      ? Item extends number
        ? number
        : Item
      : Input extends number
        ? number
        : Input extends boolean
          ? boolean
          : Input extends string
            ? string
            : never;

/** The values of several controls by their names. */
export type WidgetValues<Inputs> = { readonly [Name in keyof Inputs]: WidgetValue<Inputs[Name]> };

/** A result on the page that follows its controls. */
export interface WidgetInteraction<Inputs, Result> {
  readonly controls: { readonly [Name in keyof Inputs]: WidgetControl<WidgetValue<Inputs[Name]>> };
  /** What the function returned last; undefined before it first did. */
  readonly result: Result | undefined;
  /** Settles once the first result is shown. */
  readonly shown: Promise<void>;
  /** Removes the controls from the page; the last result stays. */
  close(): void;
}

/** What a module of anywidget gets: the state it shares with the kernel, the element that it draws into, and more. */
// biome-ignore lint/suspicious/noExplicitAny: the page's objects, which the kernel has no types of
export type WidgetView = Readonly<Record<"model" | "el" | (string & {}), any>>;

/** A module of anywidget: functions that run in the page, or the text or address of a module that exports them. */
export interface WidgetModule<State> {
  /** Values of JSON, or bytes, by their names: what `model.get` and `model.set` of the page read and write. */
  readonly state?: State;
  /** Draws the widget. It runs in the page, so it sees no variable of a cell. */
  readonly render?: (view: WidgetView) => unknown;
  /** Runs in the page once, before the widget is drawn. */
  readonly initialize?: (view: WidgetView) => unknown;
  /** In place of functions: the text of an ES module whose default export has them, or its address. */
  readonly esm?: string;
  readonly css?: string;
}

/** A widget drawn by a module of anywidget. Its value is the state it shares with the page. */
export interface WidgetOfModule<State> extends WidgetControl<State> {
  get<Name extends keyof State>(name: Name): State[Name];
  set<Name extends keyof State>(name: Name, value: State[Name]): void;
  /** Sends the module a message: its `model.on("msg:custom", (content, buffers) => ...)`. */
  send(content: unknown, buffers?: readonly Uint8Array[]): void;
  /** Takes what the module sends by `model.send(content)`. Returns a function that ends that. */
  onMessage(listener: (content: unknown, buffers: readonly Uint8Array[]) => unknown): () => void;
}

/**
 * A slider from `least` to `most`. Its value is a number that its readout shows in full.
 *
 * `slider(0.1, 5)` has steps of 0.01; `{ step: 1 }` makes whole numbers; `{ log: true }` makes ratios equally long.
 */
export function slider(least: number, most: number, choices: WidgetSliderChoices = {}): WidgetControl<number> {
  return inKernel(slider)(least, most, choices);
}

/** A menu of options: a list of values, or an object of values by their labels. Its value is the option that is chosen. */
export function select<const Value>(
  options: readonly Value[] | Readonly<Record<string, Value>>,
  choices: WidgetSelectChoices<NoInfer<Value>> = {},
): WidgetControl<Value> {
  return inKernel(select)(options, choices);
}

/** A box to tick. Its value is whether it is. */
export function checkbox(choices: { readonly value?: boolean; readonly label?: string } = {}): WidgetControl<boolean> {
  return inKernel(checkbox)(choices);
}

/** A field for a line of text. Its value follows as it is typed. */
export function text(choices: WidgetTextChoices = {}): WidgetControl<string> {
  return inKernel(text)(choices);
}

/** A button. Its value counts how often it was pressed; each time the function is called with that count. */
export function button(label: string, onClick?: (count: number) => unknown): WidgetControl<number> {
  return inKernel(button)(label, onClick);
}

/**
 * Shows controls, and below them what a function makes of their values, again whenever one changes.
 *
 * `interact(({ epsilon }) => drawAt(epsilon), { epsilon: slider(0.1, 5) })`. In place of a control, `[0.1, 5]` is a slider, any
 * other list a menu, a number a slider from 0 to three times the number (in whole steps if it is whole), a boolean a checkbox, a
 * text a field. While changes come faster than results, only the newest is computed. An error is shown in the place of the result.
 */
export function interact<const Inputs extends Readonly<Record<string, WidgetInput>>, Result>(
  make: (values: WidgetValues<Inputs>) => Result,
  inputs: Inputs,
): WidgetInteraction<Inputs, Awaited<Result>> {
  return inKernel(interact)(make, inputs);
}

/**
 * A widget drawn by a module of anywidget: `widget({ state: { count: 0 }, render({ model, el }) { ... } })`.
 *
 * `render` runs in the page, with the state behind `model.get`, `model.set`, `model.save_changes` and `model.on("change:count", ...)`.
 */
export function widget<State extends object>(module: WidgetModule<State>): WidgetOfModule<State> {
  return inKernel(widget)(module);
}

/** The function of the same name that the kernel installs under the symbol. */
function inKernel<Own extends (...values: never) => unknown>(own: Own): Own {
  const found = Reflect.get(globalThis, Symbol.for("epsilab.widgets")) as Readonly<Record<string, Own>> | undefined;
  if (found !== undefined) return found[own.name];
  throw new Error(
    `${own.name} needs the kernel "TypeScript (Epsilab)": choose it for this notebook, or add it by "npx epsilab kernel install"`,
  );
}
