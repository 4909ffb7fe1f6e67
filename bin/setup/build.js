/**
 * The need `build`: the AssemblyScript kernels are compiled, and `dist/` holds the sources as JavaScript.
 *
 * Two steps, each redone only when the content of its inputs or outputs changed: lib/assembly -> lib/assembly/*.generated.ts,
 * then lib, experiments, kernel and bench -> dist, with each process of the kernel in one file more. The second is written
 * beside `dist` and takes its place when complete, so nothing stale stays in it and a failed build leaves the last good one,
 * without a stamp.
 */
import { existsSync, renameSync, rmSync } from "node:fs";
import { withLock } from "./lock.js";
import { inCache, inProject, SetupError } from "./project.js";
import { filesUnder, fingerprint, readStamp, removeStamp, writeStamp } from "./stamp.js";
import { runTool } from "./tool.js";

const ASSEMBLY_COMPILER = "bin/build-assembly.js";
const KERNEL_BUNDLER = "bin/bundle-kernel.js";
const GENERATED = /^lib\/assembly\/[^/]+\.generated\.ts$/;
const TEST = /\.test\.ts$|\/reference\//;

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {() => string[]} inputs
 * @property {() => string[]} outputs
 * @property {() => Promise<void>} make
 */

/** @type {Step} */
const assemblyStep = {
  name: "assembly",
  inputs: () => [
    ...filesUnder(["lib/assembly"], (path) => !GENERATED.test(path) && !TEST.test(path)),
    ASSEMBLY_COMPILER,
    "package-lock.json",
  ],
  outputs: () => filesUnder(["lib/assembly"], (path) => GENERATED.test(path)),
  async make() {
    const args = [inProject(ASSEMBLY_COMPILER)];
    await runTool({
      name: "assembly",
      deed: "compiling AssemblyScript to WebAssembly",
      command: process.execPath,
      args,
    });
    if (assemblyStep.outputs().length === 0)
      throw new SetupError(`${ASSEMBLY_COMPILER} wrote no lib/assembly/*.generated.ts`);
  },
};

/** @type {Step} */
const distStep = {
  name: "dist",
  inputs: () => [
    ...filesUnder(
      ["lib", "experiments", "kernel", "bench"],
      (path) => /\.([cm]?ts|json)$/.test(path) && !TEST.test(path),
    ),
    KERNEL_BUNDLER,
    "tsconfig.json",
    "tsconfig.build.json",
    "package-lock.json",
  ],
  outputs: () => filesUnder(["dist"], (path) => !path.includes("/code-cache/")), // which kernels write
  async make() {
    const next = inCache(`dist-${process.pid}`);
    const compiler = inProject("node_modules/typescript/bin/tsc");
    const args = [compiler, "-p", inProject("tsconfig.build.json"), "--outDir", next];
    try {
      await runTool({ name: "dist", deed: "compiling TypeScript", command: process.execPath, args });
      const bundle = [inProject(KERNEL_BUNDLER), next];
      await runTool({ name: "bundle", deed: "bundling the kernel", command: process.execPath, args: bundle });
      rmSync(inProject("dist"), { recursive: true, force: true });
      renameSync(next, inProject("dist"));
    } finally {
      rmSync(next, { recursive: true, force: true });
    }
  },
};

/** Makes sure that the compiled project is up to date. Needs the packages. */
export async function ensureBuild() {
  const steps = existsSync(inProject(ASSEMBLY_COMPILER)) ? [assemblyStep, distStep] : [distStep];
  if (steps.every(isUpToDate)) return;
  await withLock("build", async () => {
    for (const step of steps) {
      if (isUpToDate(step)) continue;
      removeStamp(step.name);
      const inputs = fingerprint(step.inputs());
      await step.make();
      writeStamp(step.name, { inputs, outputs: fingerprint(step.outputs()) });
    }
  });
}

/** @param {Step} step */
function isUpToDate(step) {
  const stamp = readStamp(step.name);
  return stamp.inputs === fingerprint(step.inputs()) && stamp.outputs === fingerprint(step.outputs());
}
