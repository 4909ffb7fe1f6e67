/**
 * Answers Epsilab's requests for draws of a mechanism; nothing but Node is needed.
 *
 *     import { serve, uniforms } from "./epsilab-audit.mjs";
 *
 *     serve((value, draws, seed) => outputs); // an input, how many outputs, and a seed that decides them
 *
 * Outputs are a list, or anything that can be iterated. An output is a finite number, a text, true or false, or a list or an
 * object of such. What the program prints goes to standard error. The protocol is in docs/programs.md of Epsilab.
 */
import { createCipheriv, createHash } from "node:crypto";
import { createInterface } from "node:readline";

const MOST = 1000; // outputs of a line

console.log = console.info = console.debug = console.error; // what is printed for people is no answer

/** Answers requests until there are no more. */
export async function serve(release) {
  for await (const line of createInterface({ input: process.stdin })) {
    const { input, draws, seed } = JSON.parse(line);
    try {
      let part = [];
      let sent = 0;
      for await (const output of await release(input, draws, seed)) {
        requireJson(output);
        part.push(output);
        sent++;
        if (part.length === MOST || sent === draws) {
          send({ outputs: part, versions: { node: process.version } });
          part = [];
        }
        if (sent > draws) break;
      }
      if (part.length > 0) send({ outputs: part });
      if (sent < draws) send({ end: true });
    } catch (error) {
      send({ error: String(error) });
    }
  }
}

/** A function that gives numbers above 0 and below 1, by the seed: AES in counter mode. */
export function uniforms(seed) {
  const key = createHash("sha256").update(`epsilab-audit ${seed}`).digest();
  const cipher = createCipheriv("aes-256-ctr", key, Buffer.alloc(16));
  const zeros = Buffer.alloc(1 << 12);
  let [bytes, at] = [Buffer.alloc(0), 0];
  return () => {
    if (at + 8 > bytes.length) [bytes, at] = [cipher.update(zeros), 0];
    const high = bytes.readUInt32LE(at) >>> 5;
    const low = bytes.readUInt32LE(at + 4) >>> 6;
    at += 8;
    return (high * 67108864 + low + 0.5) / 9007199254740992;
  };
}

/** JSON writes NaN as null, and leaves a function out. */
function requireJson(output) {
  if (typeof output === "number" ? Number.isFinite(output) : ["string", "boolean"].includes(typeof output)) return;
  if (typeof output !== "object" || output === null)
    throw new RangeError(`an output must be a finite number, a text, a list or an object, got ${String(output)}`);
  for (const part of Object.values(output)) requireJson(part);
}

function send(answer) {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
