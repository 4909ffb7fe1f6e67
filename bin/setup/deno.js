/**
 * The need `deno`: Deno, whose Jupyter kernel ours is tested and measured beside. It is an npm package under its own prefix,
 * `.cache/deno`, and never a dependency of the project. Where it cannot be had that is said, and the benchmark goes on without it.
 */
import { existsSync, rmSync, symlinkSync } from "node:fs";
import { withLock } from "./lock.js";
import { npmAdvice, npmCall } from "./npm.js";
import { say } from "./progress.js";
import { inCache, SetupError } from "./project.js";
import { runTool } from "./tool.js";

const { platform, arch } = process;

/** The newest; the package for arm64 Linux is one release behind. */
const VERSION = platform === "linux" && arch === "arm64" ? "2.9.5" : "2.9.6";

/** Deno's program: a link, made last, so that its existence says that the installation is complete. */
export const denoPath = inCache("deno", `deno-${VERSION}`);

/** Makes sure that Deno is there, if it can be had. @returns {Promise<string>} its program */
export async function ensureDeno() {
  if (existsSync(denoPath)) return denoPath;
  try {
    await withLock("deno", async () => {
      if (!existsSync(denoPath)) await install();
    });
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(`epsilab: Deno ${VERSION} is absent: ${error.message}`);
  }
  return denoPath;
}

async function install() {
  const prefix = inCache("deno");
  rmSync(prefix, { recursive: true, force: true });
  const packageName = `@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}`;
  const options = ["--prefix", prefix, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];
  const call = npmCall(["install", ...options, `${packageName}@${VERSION}`]);
  await runTool({ name: "deno", deed: `installing Deno ${VERSION} beside Node`, ...call, advise: npmAdvice });
  symlinkSync(`node_modules/${packageName}/${platform === "win32" ? "deno.exe" : "deno"}`, denoPath);
}
