import { constants } from "node:buffer";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { JsonRpc } from "./json-rpc.ts";

const frame = (message: unknown) => {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...(message as object) }));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
};
const connect = () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const rpc = new JsonRpc(input, output);
  return { input, output, rpc };
};
const written = (output: PassThrough) => String(output.read() ?? "");

describe("JsonRpc", () => {
  it("joins answers that come in pieces and parts those that come together", async () => {
    const { input, rpc } = connect();
    const answers = [rpc.request("one", {}, 5000), rpc.request("two", {}, 5000)];
    const bytes = Buffer.concat([frame({ id: 2, result: "zwei: ü😀" }), frame({ id: 1, result: ["x".repeat(5000)] })]);
    for (let at = 0; at < bytes.length; at += 7) input.write(bytes.subarray(at, at + 7));
    expect(await Promise.all(answers)).toEqual([["x".repeat(5000)], "zwei: ü😀"]);
  });

  it("frames by bytes, not characters", async () => {
    const { output, rpc } = connect();
    rpc.notify("note", "ü");
    await new Promise(setImmediate);
    expect(written(output)).toBe('Content-Length: 47\r\n\r\n{"jsonrpc":"2.0","method":"note","params":"ü"}');
  });

  it("answers the other side's requests, and passes over its notifications and rubbish", async () => {
    const { input, output } = connect();
    input.write(Buffer.from("Content-Length: 3\r\n\r\n{x}"));
    input.write(frame({ method: "window/logMessage", params: {} }));
    input.write(frame({ id: "a", method: "workspace/configuration", params: {} }));
    await new Promise(setImmediate);
    expect(written(output)).toContain('{"jsonrpc":"2.0","id":"a","result":null}');
  });

  it("passes over an answer that is longer than any string", async () => {
    const { input, rpc } = connect();
    const answer = rpc.request("next", {}, 5000);
    const length = constants.MAX_STRING_LENGTH + 1;
    const head = `Content-Length: ${length}\r\n\r\n`;
    const bytes = Buffer.alloc(head.length + length);
    bytes.write(head);
    input.write(bytes);
    input.write(frame({ id: 1, result: "there" }));
    expect(await answer).toBe("there");
  });

  it("gives null for an error, and undefined for want of patience and when the stream ends", async () => {
    const { input, output, rpc } = connect();
    const failed = rpc.request("fails", {}, 5000);
    input.write(frame({ id: 1, error: { code: 1, message: "no" } }));
    expect(await failed).toBeNull();
    expect(await rpc.request("slow", {}, 1)).toBeUndefined();
    await new Promise(setImmediate);
    expect(written(output)).toContain('"method":"$/cancelRequest","params":{"id":2}');
    const cut = rpc.request("cut", {}, 5000);
    input.destroy();
    expect(await cut).toBeUndefined();
    expect(await rpc.request("late", {}, 5000)).toBeUndefined();
    expect(rpc.closed).toBe(true);
  });
});
