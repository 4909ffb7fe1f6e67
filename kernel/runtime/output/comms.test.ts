import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "../reference/notebook.ts";
import type { CommMessage } from "./channel.ts";

let notebook: Notebook;
beforeAll(() => {
  notebook = new Notebook();
});
afterAll(() => notebook.close());

/** Send a comm message as a request of its own, and what was said until it was done. */
async function send(message: Omit<CommMessage, "kind" | "cell">) {
  const cell = ++notebook.cell;
  const before = notebook.messages.length;
  notebook.runtime.send({ kind: "comm", cell, ...message });
  await notebook.until(() => notebook.messages.some((said) => said.kind === "done" && said.cell === cell));
  return notebook.messages.slice(before);
}

describe("comms", () => {
  it("opened by a cell carry data and bytes both ways", async () => {
    const code =
      "const comm = openComm('target', { hello: 1 }, { buffers: [new Uint8Array([1, 2])] }); " +
      "comm.onMessage = (data, { buffers }) => { console.log(data, buffers[0]); comm.send({ echo: data }) }; " +
      "comm.id";
    const { messages, text } = await notebook.run(code);
    expect(messages[1]).toMatchObject({ kind: "comm", action: "open", target: "target", data: { hello: 1 } });
    expect((messages[1] as CommMessage).buffers?.[0]).toEqual(new Uint8Array([1, 2]));
    const id = String(text).slice(1, -1);
    const said = await send({ action: "message", id, data: { n: 5 }, buffers: [new Uint8Array([9])] });
    expect(said).toMatchObject([
      { kind: "stream", text: "{ n: 5 } Uint8Array(1) [ 9 ]\n", cell: notebook.cell },
      { kind: "comm", action: "message", id, data: { echo: { n: 5 } } },
      { kind: "done", status: "ok" },
    ]);
  });

  it("opened by the front end reach the registered target", async () => {
    await notebook.run(
      "registerComm('mine', (comm, data) => { console.log('opened', data); comm.onClose = () => console.log('closed') })",
    );
    expect(await send({ action: "open", id: "a", target: "mine", data: 7 })).toMatchObject([
      { text: "opened 7\n" },
      { kind: "done" },
    ]);
    expect(await send({ action: "close", id: "a", data: {} })).toMatchObject([{ text: "closed\n" }, { kind: "done" }]);
  });

  it("to an unknown target are closed", async () => {
    expect(await send({ action: "open", id: "b", target: "nobody", data: {} })).toMatchObject([
      { kind: "comm", action: "close", id: "b" },
      { kind: "done" },
    ]);
  });

  it("report the errors of their handlers", async () => {
    await notebook.run("registerComm('failing', () => { throw new Error('handler') })");
    expect(await send({ action: "open", id: "c", target: "failing", data: {} })).toMatchObject([
      { kind: "error", evalue: "handler" },
      { kind: "done", status: "error" },
    ]);
  });

  it("fail in the cell for what cannot be sent", async () => {
    await notebook.run("const round: any = {}; round.round = round; const sent = openComm('target')");
    for (const [code, reason] of [
      ["sent.send({ a: 1n })", /BigInt/],
      ["sent.send(round)", /circular/],
      ["sent.send({}, { metadata: { a: 1n } })", /BigInt/],
      ["sent.send({}, { buffers: [5] })", /buffers must hold bytes, got 5/],
      ["openComm(5n)", /target must be a string, got 5n/],
      ["openComm('target', round)", /circular/],
      ["sent.close({ a: 1n })", /BigInt/],
      ["const done = openComm('target'); done.close(); done.send({})", /the comm to "target" is closed/],
      ["display('x', { metadata: { a: 1n } })", /BigInt/],
      ["display('x', { metadata: round })", /circular/],
      ["display('x', { displayId: 1n })", /displayId must be a string, got 1n/],
    ] as const) {
      const { status, errors } = await notebook.run(code);
      expect([status, errors.length]).toEqual(["error", 1]);
      expect(errors[0].evalue).toMatch(reason);
    }
    expect((await notebook.run("clearOutput(1n); sent.send({ f() {}, a: 1 })")).messages).toMatchObject([
      { kind: "clear", wait: true },
      { kind: "comm", data: { a: 1 } },
      { kind: "done" },
    ]);
  });
});
