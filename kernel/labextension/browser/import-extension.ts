/**
 * Import extension: a JupyterLab plugin that adds the import to the cell when the completion of a name is taken that no cell has
 * imported.
 *
 * JupyterLab says which text was taken, also for a mere common beginning of all matches while its list stays open: the import is
 * added when the list is closed and the name stands in the cell.
 */
import { browser } from "./dom.ts";
import { type Message, OfferedEdits } from "./offered-edits.ts";
import { loadShared, type SharedPackages } from "./shared-packages.ts";

interface Signal<Value> {
  connect(slot: (sender: unknown, value: Value) => void): unknown;
}

interface Kernel {
  readonly anyMessage: Signal<{ readonly msg: Message }>;
}

export interface Editor {
  readonly isDisposed: boolean;
  readonly model: {
    readonly sharedModel: { getSource(): string; updateSource(start: number, end: number, text: string): void };
  };
}

interface SessionContext {
  readonly session: { readonly kernel: Kernel | null } | null;
  readonly kernelChanged: Signal<{ readonly newValue: Kernel | null }>;
}

/** A notebook or a console. */
export interface Panel {
  readonly sessionContext: SessionContext;
  readonly content?: { readonly activeCell?: { readonly editor: Editor | null } | null };
  readonly console?: { readonly promptCell?: { readonly editor: Editor | null } | null };
}

export interface Tracker {
  readonly currentWidget: Panel | null;
  readonly widgetAdded: Signal<Panel>;
  forEach(look: (panel: Panel) => void): void;
}

export interface CompletionManager {
  readonly selected?: Signal<{ readonly insertText: string }>;
}

/** What is asked of the page itself. */
export interface CompleterPage {
  isListOpen(): boolean;
  soon(act: () => void): void;
}

interface Application {
  readonly shell: { readonly currentWidget: unknown };
}

/** The plugin as a list; an empty one in a page that lacks what it needs. */
export async function importPlugins(shared: SharedPackages): Promise<unknown[]> {
  const completer = await loadShared<{ ICompletionProviderManager?: unknown }>(shared, "@jupyterlab/completer");
  const notebook = await loadShared<{ INotebookTracker?: unknown }>(shared, "@jupyterlab/notebook");
  const console = await loadShared<{ IConsoleTracker?: unknown }>(shared, "@jupyterlab/console");
  const [manager, notebooks, consoles] = [
    completer?.ICompletionProviderManager,
    notebook?.INotebookTracker,
    console?.IConsoleTracker,
  ];
  if (manager === undefined) return [];
  const plugin = {
    id: "@epsilab/plotly:imports",
    description: "Adds the import of a name that is completed.",
    autoStart: true,
    requires: [manager],
    optional: [notebooks, consoles].filter((token) => token !== undefined),
    activate: ({ shell }: Application, completions: CompletionManager, ...trackers: readonly (Tracker | null)[]) =>
      addImports({
        completions,
        trackers: trackers.filter((tracker) => tracker !== null),
        current: () => shell.currentWidget,
        page,
      }),
  };
  return [plugin];
}

export function addImports(parts: {
  completions: CompletionManager;
  trackers: readonly Tracker[];
  /** The widget that has the focus. */
  current: () => unknown;
  page: CompleterPage;
}): void {
  const { completions, trackers, current, page } = parts;
  const offered = new WeakMap<Kernel, OfferedEdits>();
  for (const tracker of trackers) {
    const watch = (panel: Panel) => listen(panel.sessionContext, offered);
    tracker.forEach(watch);
    tracker.widgetAdded.connect((_, panel) => watch(panel));
  }
  let newest = 0;
  completions.selected?.connect((_, { insertText: name }) => {
    const number = ++newest;
    const panel = trackers.map(({ currentWidget }) => currentWidget).find((widget) => widget === current());
    const kernel = panel?.sessionContext.session?.kernel;
    const editor = panel?.content?.activeCell?.editor ?? panel?.console?.promptCell?.editor;
    const edits = kernel ? offered.get(kernel) : undefined;
    if (!editor || edits === undefined) return;
    const add = () => {
      if (number !== newest || editor.isDisposed) return;
      if (page.isListOpen()) page.soon(add);
      else apply(editor, name, edits);
    };
    page.soon(add);
  });
}

function listen({ session, kernelChanged }: SessionContext, offered: WeakMap<Kernel, OfferedEdits>): void {
  const attach = (kernel: Kernel | null | undefined) => {
    if (!kernel || offered.has(kernel)) return;
    const edits = new OfferedEdits();
    offered.set(kernel, edits);
    kernel.anyMessage.connect((_, { msg }) => edits.note(msg));
  };
  attach(session?.kernel);
  kernelChanged.connect((_, { newValue }) => attach(newValue));
}

function apply({ model: { sharedModel } }: Editor, name: string, edits: OfferedEdits): void {
  const source = sharedModel.getSource();
  const edit = edits.editFor(name, source);
  const isThere = source.split(/[^\p{ID_Continue}$]+/u).includes(name);
  if (edit !== undefined && isThere) sharedModel.updateSource(edit.start, edit.end, edit.text);
}

const page: CompleterPage = {
  isListOpen: () => {
    const { document } = globalThis as unknown as { document: { querySelector(selector: string): unknown } };
    return document.querySelector(".jp-Completer:not(.lm-mod-hidden)") !== null;
  },
  soon: (act) => void browser.requestAnimationFrame(act),
};
