/** Widget: what a cell shows on the page and listens to; a control, or a widget of a module. */
import type { Rich } from "../display/mime-bundle.ts";
import { displaySymbol } from "../display/rich-value.ts";
import type { WidgetControl } from "./index.ts";
import { Listeners } from "./listeners.ts";
import type { Model, State } from "./model.ts";

/** At the end of the words of a control: our extension of JupyterLab knows them by it. */
const WHILE_IT_RUNS = "(works while the kernel runs)";

export abstract class Widget<Value> implements WidgetControl<Value> {
  readonly changes: Listeners<[value: Value]> = new Listeners();
  /** Whether the label stands before the widget, in a column with others. */
  abstract readonly isLabelBefore: boolean;
  abstract readonly label: string;
  abstract value: Value;
  /** The model on the page, opened if it was not. */
  abstract model(): Model;
  /** What it is, in a line. */
  abstract describe(): string;
  abstract close(): void;

  /** Before it is shown: the name of a widget that has none yet, and the width of the labels it stands among. */
  join(_name: string, _labelWidth: string): void {}

  onChange(listener: (value: Value) => unknown): () => void {
    return this.changes.add(listener);
  }

  [displaySymbol](): Rich {
    return viewOf(this.model(), this.describe());
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a listener of a control takes its value, whatever that is
export type AnyWidget = Widget<any>;

/** The classes of a widget, by their common name. */
export function classesOf(name: string, module = "@jupyter-widgets/controls", version = "2.0.0"): State {
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

/** The display of a model, with words for viewers that know no widgets, and for JupyterLab once the kernel has ended. */
export function viewOf(model: Model, words: string): Rich {
  return {
    data: {
      "application/vnd.jupyter.widget-view+json": { version_major: 2, version_minor: 0, model_id: model.open() },
      "text/plain": `${words}${words.includes("\n") ? "\n" : " "}${WHILE_IT_RUNS}`,
    },
    metadata: {},
  };
}
