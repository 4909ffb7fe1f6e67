/** Lab plugins: what JupyterLab is given besides renderers, as one module. */
import { addImports, type Panel } from "./added-imports.ts";
import { followControls, type NotebookPanel, type Renderers, showWords } from "./reopened-controls.ts";
import { loadShared, type SharedPackages, type Signal } from "./shared-packages.ts";

/** Knows the notebooks that are open. */
interface Tracker {
  readonly widgetAdded: Signal<Notebook>;
  forEach(look: (notebook: Notebook) => void): void;
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
  const plugin = {
    id: "@epsilab/plotly:notebooks",
    description: "Adds imports of completed names, and keeps controls and their results together.",
    autoStart: true,
    requires,
    activate: (
      { shell }: Application,
      notebooks: Tracker,
      { selected }: { readonly selected: Signal<{ readonly insertText: string }> },
    ) => {
      const readMessages = addImports({ selected, current: () => shell.currentWidget });
      const watch = (notebook: Notebook) => {
        readMessages(notebook);
        followControls(notebook);
        showWords(notebook.content.rendermime);
      };
      notebooks.forEach(watch);
      notebooks.widgetAdded.connect((_, notebook) => watch(notebook));
    },
  };
  return { __esModule: true, default: requires.includes(undefined) ? [] : [plugin] };
}
