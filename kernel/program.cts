/**
 * Program: one of the kernel's two processes, `node program.cjs front|runtime ...`, run from one file and, where there is some,
 * from code that V8 compiled earlier.
 *
 * Why: a user waits while a kernel starts. Finding, reading and compiling the hundred files of a process takes as long as the
 * start of Node itself. The build writes each process into one file; the code that V8 compiles of it is stored beside it when the
 * kernel is installed (trial.ts), under the hash of the file and the version of Node. V8 refuses code of another V8, or of
 * one with other flags. The process that runs cells has its own builtins (realm.cts).
 */
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs") as typeof import("node:fs");
const { join } = require("node:path") as typeof import("node:path");
const { pathToFileURL } = require("node:url") as typeof import("node:url");
const { Script } = require("node:vm") as typeof import("node:vm");
const kernelRealm = require("./realm.cjs") as () => import("node:vm").Context;

type Body = (
  load: typeof require,
  place: (path: string) => string,
  dynamicImport: (specifier: string, options?: ImportCallOptions) => Promise<unknown>,
) => void;

const [name] = process.argv.splice(2, 1);
if (name === "front") process.on("SIGINT", () => {}); // there is nothing yet to interrupt, nor a reason to end
const bundle = join(__dirname, `${name}.bundle.cjs`);

function run(): void {
  const source = readFileSync(bundle, "utf8");
  const [, content] = /^\/\/ (\w+)\n/.exec(source) ?? [];
  const folder = join(__dirname, "code-cache");
  const file = join(folder, `${name}-${content}-${process.version}-${process.arch}`);
  const cachedData = bytesOf(file);
  // V8 keeps the name in the code, and tells frames of the kernel by it: it must not be a path, for folders are moved.
  const script = new Script(source, { filename: `epsilab:${name}`, ...(cachedData !== undefined && { cachedData }) });
  if (process.env.EPSILAB_WRITE_CODE_CACHE === "1") {
    process.on("exit", () => {
      try {
        mkdirSync(folder, { recursive: true });
        writeFileSync(`${file}-${process.pid}`, script.createCachedData());
        renameSync(`${file}-${process.pid}`, file);
      } catch {
        // Somebody else's folder: the next start compiles again.
      }
    });
  } else if (name === "front") setTimeout(keepLessGarbage, 300).unref();
  const place = (path: string) => pathToFileURL(join(__dirname, path)).href;
  const body = (name === "runtime" ? script.runInContext(kernelRealm()) : script.runInThisContext()) as Body;
  body(require, place, (specifier, options) => import(specifier, options));
}

/** V8 would let 30 MB gather. From the start on, this flag would have it refuse code that was compiled without. */
function keepLessGarbage(): void {
  const { setFlagsFromString } = require("node:v8") as typeof import("node:v8");
  setFlagsFromString("--semi-space-growth-factor=1");
}

function bytesOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

run();
