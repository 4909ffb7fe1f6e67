/** Control: a widget of @jupyter-widgets/controls with one value, and how it is shown. */

import type { Rich } from "../display/mime-bundle.ts";
import { displaySymbol } from "../display/rich-value.ts";
import { lineOf } from "../display/text.ts";
import type { WidgetHost } from "./host.ts";
import type { WidgetControl } from "./index.ts";
import { Listeners } from "./listeners.ts";
import { Model, type State } from "./model.ts";

const CONTROLS = "@jupyter-widgets/controls";
const BASE = "@jupyter-widgets/base";

/** The classes of a widget, by their common name. */
export function classesOf(name: string, module = CONTROLS, version = "2.0.0"): State {
  return {
    _model_module: module,
    _model_module_version: version,
    _model_name: `${name}Model`,
    _view_module: module,
    _view_module_version: version,
    _view_name: `${name}View`,
    _view_count: null,
  };
}

export interface ControlParts<Value> {
  /** Such as `FloatSlider`. */
  readonly widget: string;
  /** In the words of the user: `slider from 0.1 to 5`. */
  readonly words: string;
  readonly label: unknown;
  /** The state besides value, label, layout and style. */
  readonly state: State;
  /** The name of the value in the state; none if the page does not know the value. */
  readonly key?: string;
  readonly initial: Value;
  /** The value that code sets, or an error that says why it cannot be. */
  readonly check: (value: Value) => Value;
  /** What of the state stands for a value; the value itself unless given. */
  readonly toState?: (value: Value) => unknown;
  /** The value that a page sent, and what of the state then stands for it where that is not `toState`; undefined if it is none. */
  readonly fromState?: (sent: unknown) => { readonly value: Value; readonly state?: unknown } | undefined;
  readonly onCustom?: (control: Control<Value>, content: unknown) => void;
  /** Whether the label stands before the control, in a column with others; it does unless given. */
  readonly isLabelBefore?: boolean;
}

export class Control<Value> implements WidgetControl<Value> {
  readonly isLabelBefore: boolean;
  readonly #host: WidgetHost;
  readonly #parts: ControlParts<Value>;
  readonly #listeners: Listeners<[value: Value]>;
  #label: string;
  #labelWidth: string | undefined;
  #value: Value;
  #models: readonly [Model, ...Model[]] | undefined;
  #isClosed = false;

  constructor(host: WidgetHost, parts: ControlParts<Value>) {
    const { label = "", isLabelBefore = true, initial, check } = parts;
    if (typeof label !== "string") throw new TypeError(`label must be a text, got ${lineOf(label)}`);
    this.isLabelBefore = isLabelBefore;
    this.#host = host;
    this.#parts = parts;
    this.#listeners = new Listeners(host);
    this.#label = label;
    this.#value = check(initial);
  }

  get label(): string {
    return this.#label;
  }

  get value(): Value {
    return this.#value;
  }

  set value(next: Value) {
    const checked = this.#parts.check(next);
    if (Object.is(checked, this.#value)) return;
    this.#value = checked;
    if (!this.#isClosed) this.#models?.[0].set(this.#valueState());
    this.#listeners.tell(checked);
  }

  onChange(listener: (value: Value) => unknown): () => void {
    return this.#listeners.add(listener);
  }

  /** Before it is shown: the name of a control that has none yet, and the width of the labels it stands among. */
  join(name: string, labelWidth: string): void {
    if (this.#models !== undefined) return;
    if (this.#label === "") this.#label = name;
    this.#labelWidth = labelWidth;
  }

  /** What it is, in a line. */
  describe(): string {
    return `${this.#label === "" ? "" : `${this.#label}: `}${this.#parts.words}`;
  }

  /** The model on the page, opened if it was not. */
  model(): Model {
    if (this.#isClosed) throw new Error(`the ${this.#parts.words} is closed`);
    this.#models ??= this.#build();
    this.#models[0].open();
    return this.#models[0];
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const model of this.#models ?? []) model.close();
  }

  [displaySymbol](): Rich {
    return viewOf(this.model(), this.describe());
  }

  #valueState(): State {
    const { key, toState = (value) => value } = this.#parts;
    return key === undefined ? {} : { [key]: toState(this.#value) };
  }

  /** The control, its layout and its style. */
  #build(): [Model, ...Model[]] {
    const { widget, state, key, onCustom } = this.#parts;
    const labelWidth = this.#labelWidth ?? labelWidthOf(this.isLabelBefore ? [this.#label] : []);
    const isButton = widget === "Button";
    const gap = labelWidth === "0px" ? 2 : 10; // as the package leaves it behind a label
    const place = isButton
      ? { width: "max-content", margin: `2px 2px 2px calc(${labelWidth} + ${gap}px)` }
      : { width: `calc(25em + ${labelWidth})` };
    const layout = new Model(this.#host, { state: { ...classesOf("Layout", BASE), ...place } });
    const styleView = { _view_module: BASE, _view_name: "StyleView" };
    const style = new Model(this.#host, {
      state: { ...classesOf("DescriptionStyle"), ...styleView, description_width: labelWidth },
    });
    const owned = isButton ? [layout] : [layout, style];
    let isMoved = false;
    const receive = (sent: unknown) => {
      const found = this.#read(sent);
      if (found === undefined) return undefined;
      isMoved = !Object.is(found.value, this.#value);
      this.#value = found.value;
      return found.state ?? Object.values(this.#valueState())[0];
    };
    const model = new Model(this.#host, {
      state: {
        ...classesOf(widget),
        description: this.#label,
        ...state,
        ...this.#valueState(),
        layout: layout.reference(),
        ...(isButton ? {} : { style: style.reference() }),
      },
      accept: new Map(key === undefined ? [] : [[key, receive]]),
      onChange: () => {
        if (isMoved) this.#listeners.tell(this.#value);
      },
      onCustom: (content) => onCustom?.(this, content),
      onClose: () => this.close(),
    });
    return [model, ...owned];
  }

  #read(sent: unknown): { readonly value: Value; readonly state?: unknown } | undefined {
    const { fromState, check } = this.#parts;
    if (fromState !== undefined) return fromState(sent);
    try {
      return { value: check(sent as Value) };
    } catch {
      return undefined;
    }
  }
}

/** The display of a model, with words for viewers that know no widgets, and for JupyterLab once the kernel has ended. */
export function viewOf(model: Model, words: string): Rich {
  return {
    data: {
      "application/vnd.jupyter.widget-view+json": { version_major: 2, version_minor: 0, model_id: model.open() },
      "text/plain": `${words}${words.includes("\n") ? "\n" : " "}(works while the kernel runs)`,
    },
    metadata: { epsilab: { isControl: true } },
  };
}

/** Room for labels, but not for any. */
export function labelWidthOf(labels: readonly string[]): string {
  const longest = Math.max(0, ...labels.map((label) => label.length));
  return longest === 0 ? "0px" : `${Math.min(Math.max(longest + 1, 6), 30)}ch`;
}
