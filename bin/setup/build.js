/**
 * The need `build`: the AssemblyScript kernels are compiled, and `dist/` holds the sources as JavaScript.
 *
 * Two steps, each redone only when the content of its inputs or outputs changed: lib/assembly -> lib/assembly/*.generated.ts,
 * then lib, experiments, kernel and bench -> dist, with each process of the kernel in one file more; for pages, the library as modules and
 * its examples as data; and the headers of the sources in the declarations. The second is written beside `dist` and takes its place when
 * complete, so nothing stale stays in it and a failed build leaves the last good one, without a stamp.
 */
import { existsSync, renameSync, rmSync } from "node:fs";
import { inCache, inProject, SetupError } from "./project.js";
import { filesUnder } from "./stamp.js";
import { ensureSteps } from "./step.js";
import { runTool } from "./tool.js";

const ASSEMBLY_COMPILER = "bin/build-assembly.js";
const KERNEL_BUNDLER = "bin/bundle-kernel.js";
const LIBRARY_BUNDLER = "bin/bundle-library.js";
const HEADER_WRITERS = ["bin/document-declarations.js", "bin/docs/declaration-headers.js", "bin/docs/source-header.js"];
const EXAMPLE_WRITERS = ["bin/write-examples.js", "bin/docs/examples.js"];
const GENERATED = /^lib\/assembly\/[^/]+\.generated\.ts$/;
const TEST = /\.test\.ts$|\/reference\//;

/** @import { Step } from "./step.js" */

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
      (path) => /\.([cm]?ts|json|j2)$/.test(path) && !TEST.test(path),
    ),
    KERNEL_BUNDLER,
    LIBRARY_BUNDLER,
    ...HEADER_WRITERS,
    ...EXAMPLE_WRITERS,
    ...filesUnder(["docs"], (path) => path === "docs/cookbook.md"),
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
      const library = [inProject(LIBRARY_BUNDLER), next];
      await runTool({
        name: "browser",
        deed: "bundling the library for pages",
        command: process.execPath,
        args: library,
      });
      await runTool({
        name: "declarations",
        deed: "writing headers into the declarations",
        command: process.execPath,
        args: [inProject(HEADER_WRITERS[0]), next],
      });
      await runTool({
        name: "examples",
        deed: "writing examples for pages",
        command: process.execPath,
        args: [inProject(EXAMPLE_WRITERS[0]), next],
      });
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
  await ensureSteps("build", steps);
}
