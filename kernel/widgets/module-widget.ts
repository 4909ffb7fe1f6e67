/**
 * Module widget: a widget drawn by a module of anywidget, with the state that it shares with the kernel.
 *
 * `render` and `initialize` are sent as text: they run in the page and see no variable of a cell. A page may change the names of
 * the state and no others.
 * Source: "anywidget front-end module" (AFM), anywidget.dev; the classes are those of the package anywidget 0.11.
 */
import { lineOf } from "../display/text.ts";
import { isJsonObject } from "../protocol/json-object.ts";
import type { WidgetModule, WidgetOfModule } from "./index.ts";
import { Listeners } from "./listeners.ts";
import { Model } from "./model.ts";
import { classesOf, Widget } from "./widget.ts";

/** A range: the page has one version of the package, and modules have been the same since 0.9. */
const VERSION = ">=0.9.0 <1.0.0";

export class ModuleWidget<State extends object> extends Widget<State> implements WidgetOfModule<State> {
  readonly label = "";
  readonly isLabelBefore = false;
  readonly #messages: Listeners<[content: unknown, buffers: readonly Uint8Array[]]> = new Listeners();
  readonly #model: Model;
  readonly #names: ReadonlySet<string>;

  constructor(module: WidgetModule<State>) {
    super();
    const { state = {}, css = "" } = module;
    if (!isJsonObject(state)) throw new TypeError(`state must be an object, got ${lineOf(state)}`);
    if (typeof css !== "string") throw new TypeError(`css must be a text, got ${lineOf(css)}`);
    const reserved = Object.keys(state).find((name) => name.startsWith("_") || name === "layout");
    if (reserved !== undefined) {
      throw new RangeError(`a name of the state must not be layout or begin with _, got ${JSON.stringify(reserved)}`);
    }
    this.#names = new Set(Object.keys(state));
    this.#model = new Model({
      state: {
        ...classesOf("Any", "anywidget", VERSION),
        _anywidget_id: "epsilab.widget",
        _esm: moduleText(module),
        _css: css,
        ...state,
      },
      accept: new Map([...this.#names].map((name) => [name, (value) => value])),
      onChange: () => this.changes.tell(this.value),
      onCustom: (content, buffers) => this.#messages.tell(content, buffers),
    });
  }

  get value(): State {
    return Object.fromEntries([...this.#names].map((name) => [name, this.#model.get(name)])) as State;
  }

  set value(state: State) {
    if (!isJsonObject(state)) throw new TypeError(`value must be an object, got ${lineOf(state)}`);
    for (const name of Object.keys(state)) this.#known(name);
    this.#model.set(state);
    this.changes.tell(this.value);
  }

  get<Name extends keyof State>(name: Name): State[Name] {
    return this.#model.get(this.#known(name)) as State[Name];
  }

  set<Name extends keyof State>(name: Name, value: State[Name]): void {
    this.value = { [name]: value } as unknown as State;
  }

  send(content: unknown, buffers: readonly Uint8Array[] = []): void {
    this.model().send(content, buffers);
  }

  onMessage(listener: (content: unknown, buffers: readonly Uint8Array[]) => unknown): () => void {
    return this.#messages.add(listener);
  }

  close(): void {
    this.#model.close();
  }

  describe(): string {
    return `widget of a module, with ${this.#listed()}`;
  }

  model(): Model {
    this.#model.open();
    return this.#model;
  }

  #known(name: PropertyKey): string {
    if (typeof name === "string" && this.#names.has(name)) return name;
    throw new RangeError(`the state has no ${lineOf(name)}: ${this.#listed()}`);
  }

  #listed(): string {
    return this.#names.size === 0 ? "no state" : `the state ${[...this.#names].join(", ")}`;
  }
}

/** The module as text, or its address, as anywidget takes both. */
function moduleText<State>({ esm, render, initialize }: WidgetModule<State>): string {
  if (esm !== undefined) {
    if (typeof esm !== "string") throw new TypeError(`esm must be a text, got ${lineOf(esm)}`);
    if (render !== undefined || initialize !== undefined) throw new TypeError("give esm or functions, not both");
    return esm;
  }
  if (render === undefined && initialize === undefined) throw new TypeError("a widget needs render, or esm");
  const parts = Object.entries({ render, initialize }).flatMap(([name, work]) => {
    if (work === undefined) return [];
    if (typeof work !== "function") throw new TypeError(`${name} must be a function, got ${lineOf(work)}`);
    return [`${name}: ${expressionOf(name, work)}`];
  });
  return `export default {\n${parts.join(",\n")}\n};\n`;
}

/** A function as an expression: what is neither an arrow nor a function is a method of an object. */
function expressionOf(name: string, work: (...values: never) => unknown): string {
  const text = Reflect.apply(globalThis.Function.prototype.toString, work, []) as string;
  if (/\{\s*\[native code\]\s*\}$/.test(text)) {
    throw new TypeError(`${name} must be a function of a cell or a module, got ${lineOf(work)}`);
  }
  return /^(async\b\s*)?(function\b|\(|[^\s(]+\s*=>)/.test(text) ? `(${text})` : `Object.values({ ${text} })[0]`;
}
