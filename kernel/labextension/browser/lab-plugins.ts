/** Lab plugins: what JupyterLab is given besides renderers, as one module. */
import { importPlugins } from "./import-extension.ts";
import { reopenedOutputs } from "./reopened-outputs.ts";
import type { SharedPackages } from "./shared-packages.ts";

export async function loadExtension(shared: SharedPackages): Promise<Record<string, unknown>> {
  const plugins = await Promise.all([importPlugins(shared), reopenedOutputs(shared)]);
  return { __esModule: true, default: plugins.flat() };
}
