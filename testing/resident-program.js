/**
 * The built command as a process that answers one command line after another: its modules are loaded once, not for each line.
 *
 * A line comes as a message with its folder; the answer is its exit code with what it printed. What is asked here must leave nothing
 * to the next line: the commands keep no state between calls, and programs of projects are loaded afresh each time.
 */
import { dispatch } from "../bin/dispatch.js";

process.on("disconnect", () => process.exit());
process.on("message", async ({ args, folder }) => {
  const said = { stdout: "", stderr: "" };
  for (const name of /** @type {const} */ (["stdout", "stderr"]))
    collect(process[name], (text) => (said[name] += text));
  process.chdir(folder);
  const code = await dispatch(args);
  process.send?.({ code, ...said });
});

/**
 * @param {NodeJS.WriteStream} stream
 * @param {(text: string) => void} take
 */
function collect(stream, take) {
  stream.write = (/** @type {string | Uint8Array} */ chunk, /** @type {unknown[]} */ ...rest) => {
    take(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
    const done = rest.at(-1);
    if (typeof done === "function") queueMicrotask(() => done());
    return true;
  };
}
