/** Control: a widget of @jupyter-widgets/controls with one value. */
import { lineOf } from "../display/text.ts";
import { Model, type State } from "./model.ts";
import { classesOf, Widget } from "./widget.ts";

const BASE = "@jupyter-widgets/base";

interface ControlParts<Value> {
  readonly widget: "FloatSlider" | "FloatLogSlider" | "Dropdown" | "Checkbox" | "Text" | "Button";
  /** In the words of the user: `slider from 0.1 to 5`. */
  readonly words: string;
  readonly label: unknown;
  /** The state besides value, label, layout and style. */
  readonly state?: State;
  /** The name of the value in the state; none if the page does not know the value. */
  readonly key?: string;
  readonly initial: Value;
  /** The value that code sets, or an error that says why it cannot be. */
  readonly check: (value: Value) => Value;
  /** What of the state stands for a value; the value itself unless given. */
  readonly toState?: (value: Value) => unknown;
  /** The value that a page sent, and what of the state then stands for it where that is not `toState`; undefined if it is none. */
  readonly fromState?: (sent: unknown) => { readonly value: Value; readonly state?: unknown } | undefined;
  readonly onCustom?: (content: unknown) => void;
}

export class Control<Value> extends Widget<Value> {
  readonly isLabelBefore: boolean;
  readonly #parts: ControlParts<Value>;
  #label: string;
  #labelWidth: string | undefined;
  #value: Value;
  #models: readonly [Model, ...Model[]] | undefined;
  #isClosed = false;

  constructor(parts: ControlParts<Value>) {
    super();
    const { widget, label = "", initial, check } = parts;
    if (typeof label !== "string") throw new TypeError(`label must be a text, got ${lineOf(label)}`);
    this.isLabelBefore = widget !== "Checkbox" && widget !== "Button";
    this.#parts = parts;
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
    this.changes.tell(checked);
  }

  override join(name: string, labelWidth: string): void {
    if (this.#models !== undefined) return;
    if (this.#label === "") this.#label = name;
    this.#labelWidth = labelWidth;
  }

  describe(): string {
    return `${this.#label === "" ? "" : `${this.#label}: `}${this.#parts.words}`;
  }

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
    const layout = new Model({ state: { ...classesOf("Layout", BASE), ...place } });
    const styleView = { _view_module: BASE, _view_name: "StyleView" };
    const style = new Model({
      state: { ...classesOf("DescriptionStyle"), ...styleView, description_width: labelWidth },
    });
    let isMoved = false;
    const receive = (sent: unknown) => {
      const found = this.#read(sent);
      if (found === undefined) return undefined;
      isMoved = !Object.is(found.value, this.#value);
      this.#value = found.value;
      return found.state ?? Object.values(this.#valueState())[0];
    };
    const model = new Model({
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
        if (isMoved) this.changes.tell(this.#value);
      },
      onCustom: (content) => onCustom?.(content),
      onClose: () => this.close(),
    });
    return [model, layout, ...(isButton ? [] : [style])];
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

/** Room for labels, but not for any. */
export function labelWidthOf(labels: readonly string[]): string {
  const longest = Math.max(0, ...labels.map((label) => label.length));
  return longest === 0 ? "0px" : `${Math.min(Math.max(longest + 1, 6), 30)}ch`;
}
