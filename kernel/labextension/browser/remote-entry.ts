/**
 * Remote entry: the script by which JupyterLab loads the extension, bundled with all that it imports.
 *
 * JupyterLab asks the container that the script leaves in `window._JUPYTERLAB` for its modules (module federation's interface: `init` with
 * the shared packages, then `get`).
 */
import { loadExtension as loadPlugins } from "./lab-plugins.ts";
import { loadExtension as loadRenderers } from "./mime-extension.ts";
import type { SharedPackages } from "./shared-packages.ts";

const page = globalThis as { _JUPYTERLAB?: Record<string, unknown> };
let shared: SharedPackages = {};

page._JUPYTERLAB ??= {};
page._JUPYTERLAB["@epsilab/plotly"] = {
  init(packages: SharedPackages): void {
    shared = packages;
  },
  async get(name: "./extension" | "./mimeExtension"): Promise<() => unknown> {
    const extension = await (name === "./extension" ? loadPlugins : loadRenderers)(shared);
    return () => extension;
  },
};
