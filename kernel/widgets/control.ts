/** Control: a widget of @jupyter-widgets/controls with one value, and how it is shown. */

import type { Rich } from "../display/mime-bundle.ts";
import { displaySymbol } from "../display/rich-value.ts";
import { lineOf } from "../display/text.ts";
import type { WidgetHost } from "./host.ts";
import type { WidgetControl } from "./index.ts";
import { Listeners } from "./listeners.ts";
import { Model, type OpenModels, type State } from "./model.ts";

export const WIDGET_VIEW = "application/vnd.jupyter.widget-view+json";
const CONTROLS = "@jupyter-widgets/controls";
const BASE = "@jupyter-widgets/base";
const VERSION = "2.0.0";

/** What controls are made with. */
export interface WidgetPlace {
  readonly host: WidgetHost;
  readonly open: OpenModels;
}

/** The classes of a widget of the package controls, by their common name. */
export function classesOf(name: string): State {
  return {
    _model_module: CONTROLS,
    _model_module_version: VERSION,
    _model_name: `${name}Model`,
    _view_module: CONTROLS,
    _view_module_version: VERSION,
    _view_name: `${name}View`,
    _view_count: null,
    _dom_classes: [],
  };
}

/** The width of the labels of several controls; undefined for a control by itself. */
export type Column = string | undefined;

/** The value that a page sent, and what of the state is to stand for it where that is not `toState` of the value. */
interface Received<Value> {
  readonly value: Value;
  readonly state?: unknown;
}

export interface ControlParts<Value> {
  /** Such as `FloatSlider`. */
  readonly widget: string;
  /** In the words of the user: `slider from 0.1 to 5`. */
  readonly words: string;
  readonly label: string;
  /** The state besides value, label, layout and style. */
  readonly state: (column: Column) => State;
  /** The name of the value in the state; undefined if the page does not know the value. */
  readonly key: string | undefined;
  readonly initial: Value;
  /** The value that code sets, or an error that says why it cannot be. */
  readonly check: (value: Value) => Value;
  /** What of the state stands for a value, and the reverse: undefined if nothing does, as a value may be undefined itself. */
  readonly toState: (value: Value) => unknown;
  readonly fromState: (sent: unknown) => Received<Value> | undefined;
  readonly onCustom?: (control: Control<Value>, content: unknown) => void;
  readonly style: string;
  readonly layout: (column: Column) => State;
  /** Whether the label stands before the control, in a column with others. */
  readonly isLabelBefore: boolean;
}

export class Control<Value> implements WidgetControl<Value> {
  readonly #parts: ControlParts<Value>;
  readonly #place: WidgetPlace;
  readonly #listeners: Listeners<[value: Value]>;
  readonly #owned: Model[] = [];
  #label: string;
  #column: Column;
  #value: Value;
  #model: Model | undefined;
  #isClosed = false;

  constructor(place: WidgetPlace, parts: ControlParts<Value>) {
    this.#place = place;
    this.#parts = parts;
    this.#listeners = new Listeners(place.host);
    this.#label = parts.label;
    this.#value = parts.initial;
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
    if (!this.#isClosed) this.#model?.set(this.#valueState());
    this.#listeners.tell(checked);
  }

  onChange(listener: (value: Value) => unknown): () => void {
    return this.#listeners.add(listener);
  }

  get isLabelBefore(): boolean {
    return this.#parts.isLabelBefore;
  }

  /** Before it is shown: the name of a control that has none yet, and the column of the labels it stands among. */
  join(name: string, column: Column): void {
    if (this.#model !== undefined) return;
    if (this.#label === "") this.#label = name;
    this.#column = column;
  }

  /** What it is, in a line. */
  describe(): string {
    return `${this.#label === "" ? "" : `${this.#label}: `}${this.#parts.words}`;
  }

  /** The model on the page, opened if it was not. */
  model(): Model {
    if (this.#isClosed) throw new Error(`the ${this.#parts.words} is closed`);
    this.#model ??= this.#build();
    this.#model.open();
    return this.#model;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#model?.close();
    for (const model of this.#owned) model.close();
  }

  [displaySymbol](): Rich {
    return viewOf(this.model(), this.describe());
  }

  #valueState(): State {
    const { key, toState } = this.#parts;
    return key === undefined ? {} : { [key]: toState(this.#value) };
  }

  #build(): Model {
    const { host, open } = this.#place;
    const { widget, state, key, fromState, toState, onCustom, style, layout: laidOut } = this.#parts;
    const layout = new Model(host, open, { state: layoutState(laidOut(this.#column)) });
    const styled = new Model(host, open, { state: styleState(style, this.#column ?? columnFor([this.#label])) });
    this.#owned.push(layout, styled);
    let isMoved = false;
    const receive = (sent: unknown) => {
      const found = fromState(sent);
      if (found === undefined) return undefined;
      isMoved = !Object.is(found.value, this.#value);
      this.#value = found.value;
      return found.state ?? toState(found.value);
    };
    return new Model(host, open, {
      state: {
        ...classesOf(widget),
        tabbable: null,
        tooltip: null,
        disabled: false,
        description: this.#label,
        ...(widget === "Button" ? {} : { description_allow_html: false }), // which shows no HTML anyway
        ...state(this.#column),
        ...this.#valueState(),
        layout: layout.reference(),
        style: styled.reference(),
      },
      accept: new Map(key === undefined ? [] : [[key, receive]]),
      onChange: () => {
        if (isMoved) this.#listeners.tell(this.#value);
      },
      onCustom: (content) => onCustom?.(this, content),
      onClose: () => this.close(),
    });
  }
}

/** The display of a model, with words for viewers that know no widgets, and for JupyterLab once the kernel has ended. */
export function viewOf(model: Model, words: string): Rich {
  return {
    data: {
      [WIDGET_VIEW]: { version_major: 2, version_minor: 0, model_id: model.open() },
      "text/plain": `${words}${words.includes("\n") ? "\n" : " "}(works while the kernel runs)`,
    },
    metadata: { epsilab: { isControl: true } },
  };
}

export function layoutState(layout: State): State {
  return {
    _model_module: BASE,
    _model_module_version: VERSION,
    _model_name: "LayoutModel",
    _view_module: BASE,
    _view_module_version: VERSION,
    _view_name: "LayoutView",
    _view_count: null,
    ...layout,
  };
}

function styleState(name: string, column: string): State {
  return {
    _model_module: CONTROLS,
    _model_module_version: VERSION,
    _model_name: `${name}Model`,
    _view_module: BASE,
    _view_module_version: VERSION,
    _view_name: "StyleView",
    _view_count: null,
    ...(name === "ButtonStyle" ? {} : { description_width: column }),
  };
}

/** The layout of a control that shows a value: the same for all of a column, however long its labels are. */
export function fullWidth(column: Column): State {
  return { width: column === undefined ? "30em" : `calc(25em + ${column})` };
}

/** Room for labels, but not for any. */
export function columnFor(labels: readonly string[]): string {
  const longest = Math.max(0, ...labels.map((label) => label.length));
  return longest === 0 ? "0" : `${Math.min(Math.max(longest + 1, 6), 30)}ch`;
}

export function requireLabel(label: unknown): string {
  if (label === undefined) return "";
  if (typeof label !== "string") throw new TypeError(`label must be a text, got ${lineOf(label)}`);
  return label;
}
