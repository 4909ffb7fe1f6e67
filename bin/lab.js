/**
 * Opens JupyterLab in `notebooks/` with our kernel ready, and nothing fetched from the network: no news, no update check, no
 * extension catalogue.
 *
 * The kernel is installed inside the project: into `.venv`, or, if another Python has the JupyterLab, into a folder of the
 * cache. The server drops no output, however much there is, so the kernels need not slow theirs down. Run by `npm run lab`
 * after set-up has found or made a JupyterLab; further arguments go to JupyterLab.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { inProject } from "./setup/project.js";

const python = process.env.EPSILAB_PYTHON;
if (python === undefined) {
  process.stderr.write('epsilab: "npm run lab" opens JupyterLab; this program alone does not set it up\n');
  process.exit(2);
}

const { installKernel } = await import(pathToFileURL(inProject("dist/kernel/install.js")).href);
const { kernelspec, labFolders, ownProgram } = await import(pathToFileURL(inProject("dist/kernel/kernelspec.js")).href);
const ownEnvironment = python.startsWith(inProject(".venv"));
const { own, other } = labFolders(inProject());
const data = ownEnvironment ? own : other;
installKernel(data, ownProgram());
if (!existsSync(inProject("dist/kernel/code-cache"))) {
  const { keepCode } = await import(pathToFileURL(inProject("dist/kernel/trial.js")).href);
  await keepCode(kernelspec(ownProgram()).argv);
}
if (ownEnvironment) {
  // What `jupyter nbconvert --to html` of this environment writes has interactive figures, as what the menu exports has.
  const settings = inProject(".venv", "etc", "jupyter");
  mkdirSync(settings, { recursive: true });
  const ours = { HTMLExporter: { template_name: "epsilab" } };
  writeFileSync(join(settings, "jupyter_nbconvert_config.json"), `${JSON.stringify(ours, null, 2)}\n`);
  const translator = await import(pathToFileURL(inProject("dist/kernel/papermill/install.js")).href);
  try {
    if (!translator.hasTranslator(python)) translator.installTranslator(python);
  } catch (error) {
    process.stderr.write(`epsilab: ${/** @type {Error} */ (error).message}\n`); // JupyterLab works without
  }
}
const paths = [data]; // looked up first, so that no other installation stands before ours
if (process.env.JUPYTER_PATH) paths.push(process.env.JUPYTER_PATH);

const notebooks = inProject("notebooks");
mkdirSync(notebooks, { recursive: true });
const offline = [
  "--LabApp.news_url=None",
  "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
  "--LabApp.extension_manager=readonly",
  `--LabApp.app_settings_dir=${inProject("bin", "lab-settings")}`, // and no question about news either
];
const asRoot = process.getuid?.() === 0 ? ["--allow-root"] : [];
const unlimited = "--ZMQChannelsWebsocketConnection.limit_rate=False";
const kernel = "--MultiKernelManager.default_kernel_name=epsilab";
const template = "--HTMLExporter.template_name=epsilab"; // for the menu
const args = ["-m", "jupyterlab", `--notebook-dir=${notebooks}`, kernel, template, unlimited, ...offline, ...asRoot];
const env = { ...process.env, JUPYTER_PATH: paths.join(delimiter), EPSILAB_OUTPUT_RATE: "unlimited" };
const child = spawn(python, [...args, ...process.argv.slice(2)], { stdio: "inherit", env });
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => {
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  });
}
child.on("exit", (code) => {
  process.exitCode = code ?? 1;
});
