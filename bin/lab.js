/**
 * Opens JupyterLab in `notebooks/`, with nothing fetched from the network: no news, no update check, no extension catalogue.
 *
 * Run by `npm run lab` after set-up has found or made a JupyterLab; further arguments go to JupyterLab.
 */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { inProject } from "./setup/project.js";

const python = process.env.EPSILAB_PYTHON;
if (python === undefined) {
  process.stderr.write('epsilab: "npm run lab" opens JupyterLab; this program alone does not set it up\n');
  process.exit(2);
}

process.stderr.write("epsilab: the TypeScript kernel is not part of this version; notebooks run Python for now\n");
const notebooks = inProject("notebooks");
mkdirSync(notebooks, { recursive: true });
const offline = [
  "--LabApp.news_url=None",
  "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
  "--LabApp.extension_manager=readonly",
  `--LabApp.app_settings_dir=${inProject("bin", "lab-settings")}`, // and no question about news either
];
const asRoot = process.getuid?.() === 0 ? ["--allow-root"] : [];
const args = ["-m", "jupyterlab", `--notebook-dir=${notebooks}`, ...offline, ...asRoot];
const child = spawn(python, [...args, ...process.argv.slice(2)], { stdio: "inherit" });
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => {
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  });
}
child.on("exit", (code) => {
  process.exitCode = code ?? 1;
});
