/** Lab plugins: what JupyterLab is given besides renderers, as one module. */
import { addImports, type Panel } from "./added-imports.ts";
import { type Renderers, showWords } from "./ended-controls.ts";
import { followControls, type NotebookPanel } from "./reopened-outputs.ts";
import { loadShared, type SharedPackages, type Signal } from "./shared-packages.ts";

/** Knows the notebooks, or the consoles, that are open. */
interface Tracker<Widget> {
  readonly widgetAdded: Signal<Widget>;
  forEach(look: (panel: Widget) => void): void;
}

type Notebook = Panel & NotebookPanel & { readonly content: { readonly rendermime: Renderers } };

interface Application {
  readonly shell: { readonly currentWidget: Panel | null };
}

/** The plugin as a list; an empty one in a page that lacks what it needs. */
export async function loadExtension(shared: SharedPackages): Promise<Record<string, unknown>> {
  const token = async (name: string, token: string) =>
    (await loadShared<Record<string, unknown>>(shared, `@jupyterlab/${name}`))?.[token];
  const requires = [
    await token("notebook", "INotebookTracker"),
    await token("completer", "ICompletionProviderManager"),
  ];
  const optional = [await token("console", "IConsoleTracker")];
  const plugin = {
    id: "@epsilab/plotly:notebooks",
    description: "Adds imports of completed names, and keeps controls and their results together.",
    autoStart: true,
    requires,
    optional: optional.filter((each) => each !== undefined),
    activate: (
      { shell }: Application,
      notebooks: Tracker<Notebook>,
      { selected }: { readonly selected: Signal<{ readonly insertText: string }> },
      consoles: Tracker<Panel> | null = null,
    ) => {
      const readMessages = addImports({ selected, current: () => shell.currentWidget });
      if (consoles !== null) watch(consoles, readMessages);
      watch(notebooks, (notebook) => {
        readMessages(notebook);
        followControls(notebook);
        showWords(notebook.content.rendermime);
      });
    },
  };
  return { __esModule: true, default: requires.includes(undefined) ? [] : [plugin] };
}

function watch<Widget>(tracker: Tracker<Widget>, look: (panel: Widget) => void): void {
  tracker.forEach(look);
  tracker.widgetAdded.connect((_, panel) => look(panel));
}
