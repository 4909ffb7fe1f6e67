/**
 * The need `foreign-node`: Node for the other CPU architecture (arm64 on x64, x64 on arm64) with an emulator to run it, to show that
 * results do not depend on the CPU. Node is an npm package under its own prefix, `.cache/foreign-node`; the emulator and the other
 * architecture's C library are Debian packages. The path returned is a script that starts it like any `node`.
 */
import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { ensureDebianPackages } from "./debian.js";
import { withLock } from "./lock.js";
import { NODE24_VERSION } from "./node24.js";
import { npmAdvice, npmCall } from "./npm.js";
import { inCache, programOnPath, SetupError } from "./project.js";
import { runTool } from "./tool.js";

/** @typedef {{ cpu: string, emulator: string, root: string, library: string }} Foreign */

/** What is foreign to each architecture. @type {Record<string, Foreign>} */
const FOREIGN = {
  x64: { cpu: "arm64", emulator: "qemu-aarch64", root: "/usr/aarch64-linux-gnu", library: "arm64" },
  arm64: { cpu: "x64", emulator: "qemu-x86_64", root: "/usr/x86_64-linux-gnu", library: "amd64" },
};

/** Makes sure that the other architecture's Node can run. @returns {Promise<string>} the script that starts it */
export async function ensureForeignNode() {
  const foreign = FOREIGN[process.arch];
  if (process.platform !== "linux" || foreign === undefined) {
    throw new SetupError(
      `Another architecture is emulated on Linux, x64 or arm64, alone; this is ${process.platform} ${process.arch}.`,
    );
  }
  const { cpu, emulator, root, library } = foreign;
  await ensureDebianPackages([
    { name: "qemu-user", present: () => programOnPath(emulator) !== undefined },
    { name: `libc6-${library}-cross`, present: () => existsSync(`${root}/lib/libc.so.6`) },
    { name: `libstdc++6-${library}-cross`, present: () => existsSync(`${root}/lib/libstdc++.so.6`) },
    { name: `libgcc-s1-${library}-cross`, present: () => existsSync(`${root}/lib/libgcc_s.so.1`) },
  ]);
  const script = inCache("foreign-node", "node");
  if (existsSync(script)) return script;
  await withLock("foreign-node", async () => {
    if (existsSync(script)) return;
    const prefix = inCache("foreign-node");
    rmSync(prefix, { recursive: true, force: true });
    const packageName = `node-linux-${cpu}`;
    const options = ["--prefix", prefix, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--force"];
    const call = npmCall(["install", ...options, `${packageName}@${NODE24_VERSION}`]);
    await runTool({
      name: "foreign-node",
      deed: `installing Node ${NODE24_VERSION} for ${cpu}`,
      ...call,
      advise: npmAdvice,
    });
    const program = inCache("foreign-node", "node_modules", packageName, "bin", "node");
    writeFileSync(script, `#!/bin/sh\nexec ${emulator} -L ${root} "${program}" "$@"\n`);
    chmodSync(script, 0o755);
  });
  return script;
}
