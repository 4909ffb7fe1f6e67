/**
 * The computing script: all experiments and what computes their blocks in one text, as an engine without Node runs it.
 *
 * It defines `answer(request)`: the hash of the battery, if it is asked for, and the digest of each block, or why there is none.
 */
import { build } from "esbuild";
import type { Spec } from "../../experiments/engine/format/spec.ts";
import { BUILT_IN_FILES } from "../../experiments/engine/program/built-in-files.ts";
import type { BlockPlace } from "../../experiments/engine/verification/verification.ts";
import { inProject } from "../setup/project.js";

export interface Request {
  readonly battery: boolean;
  readonly blocks: readonly { readonly spec: Spec; readonly place: BlockPlace }[];
}

export interface Answer {
  readonly battery?: string;
  readonly blocks: readonly ({ readonly sha256: string } | { readonly failure: string })[];
}

/** Of what is built; HiGHS is taken along, without its WebAssembly. */
export async function computingScript(): Promise<string> {
  const files = Object.values(BUILT_IN_FILES);
  const contents = `
    ${files.map((file, k) => `import e${k} from "./experiments/${file}.js";`).join("\n")}
    import { DIGEST_BYTES, digestUnit, mergeDigests, units } from "./experiments/battery/unit.js";
    import { planOf } from "./experiments/engine/execution/plan.js";
    import { computeUnit } from "./experiments/engine/execution/unit.js";
    import { recomputeBlock } from "./experiments/engine/verification/verification.js";
    const experiments = new Map([${files.map((_, k) => `e${k}`).join()}].map((each) => [each.id, each]));
    function batteryHash() {
      const digests = new Uint8Array(units.length * DIGEST_BYTES);
      units.forEach((unit, k) => digests.set(digestUnit(unit), k * DIGEST_BYTES));
      return mergeDigests(digests).hash;
    }
    const noData = (name) => Promise.reject(new Error(name + " is not here"));
    async function digestOf({ spec, place }) {
      try {
        const plan = planOf(experiments.get(spec.experiment), spec);
        return { sha256: await recomputeBlock(plan, { size: 1, compute: (unit) => computeUnit(plan, unit, noData) }, place) };
      } catch (error) {
        return { failure: String(error.message) };
      }
    }
    globalThis.answer = async ({ battery, blocks }) => {
      const found = [];
      for (const block of blocks) found.push(await digestOf(block));
      return { ...(battery ? { battery: batteryHash() } : {}), blocks: found };
    };`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: inProject("dist") },
    bundle: true,
    write: false,
    platform: "browser",
    format: "iife",
    external: ["node:module"],
    define: { "import.meta.url": "globalThis.location.href" },
    logLevel: "error",
    logOverride: { "empty-import-meta": "silent" },
  });
  return outputFiles[0].text;
}
