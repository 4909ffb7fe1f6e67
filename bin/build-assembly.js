/**
 * Compiles lib/assembly/source to WebAssembly and embeds the bytes as a module, so that the library needs no file at run time.
 * Usage: node bin/build-assembly.js
 */
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(root, "lib/assembly/binary.generated.ts");
const folder = await mkdtemp(join(tmpdir(), "epsilab-assembly-"));
try {
  const binary = join(folder, "kernels.wasm");
  const { error, stderr } = await asc.main(
    [
      join(root, "lib/assembly/source/index.ts"),
      "--outFile",
      binary,
      "--runtime",
      "stub",
      "--enable",
      "simd",
      "--optimizeLevel",
      "3",
      "--shrinkLevel",
      "0",
      "--converge",
      "--noAssert",
      "--initialMemory",
      "32",
    ],
    { stdout: process.stdout },
  );
  if (error) throw new Error(`AssemblyScript: ${stderr.toString() || error.message}`);
  const bytes = await readFile(binary);
  const head = "// Written by bin/build-assembly.js from lib/assembly/source; not to be edited.";
  const text = `${head}\nexport const binary =\n  "${bytes.toString("base64")}";\n`;
  await writeFile(`${target}.new`, text);
  await rename(`${target}.new`, target);
  console.log(`assembly: ${bytes.length} bytes of WebAssembly`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
