/** Lab plugins: what JupyterLab is given besides renderers, as one module. */
import { endedControls } from "./ended-controls.ts";
import { importPlugins } from "./import-extension.ts";
import { reopenedOutputs } from "./reopened-outputs.ts";
import type { SharedPackages } from "./shared-packages.ts";

export async function loadExtension(shared: SharedPackages): Promise<Record<string, unknown>> {
  const plugins = await Promise.all([importPlugins(shared), reopenedOutputs(shared), endedControls(shared)]);
  return { __esModule: true, default: plugins.flat() };
}
