import { describe, expect, it, vi } from "vitest";
import { parseConnection } from "../protocol/connection.ts";
import type { Message } from "../protocol/message.ts";
import { Signature } from "../protocol/signature.ts";
import { encode } from "../protocol/wire-format.ts";
import type { Frames } from "../protocol/zmtp.ts";
import type { SocketListener } from "./sockets.ts";
import { type Request, Wire } from "./wire.ts";

const ports = { shell_port: 1, control_port: 2, iopub_port: 3, stdin_port: 4, hb_port: 5 };
const place = { ip: "127.0.0.1", transport: "tcp", signature_scheme: "hmac-sha256" };
const connection = parseConnection(JSON.stringify({ ...ports, ...place, key: "the key of both" }));
const signature = new Signature(connection.key, connection.signatureScheme);

/** A kernel of which all is seen that it says, and to which anything may be sent. */
function kernel() {
  const said: { channel: string; frames: Frames }[] = [];
  const requests: Request[] = [];
  let listener: SocketListener | undefined;
  const wire = new Wire(
    {
      post: (channel, frames) => said.push({ channel, frames }),
      listen: (given) => {
        listener = given;
      },
    },
    connection,
  );
  wire.listen((request) => requests.push(request));
  const hear = (frames: Frames) =>
    listener?.request("shell", [Buffer.from("peer"), ...frames.map((frame) => Buffer.from(frame as string))]);
  return { wire, said, requests, hear };
}

let count = 0;
function request(type: string): Frames {
  const header = { session: "a client", username: "ada", date: "", msg_type: type, version: "5.4" };
  const message: Message = {
    header: { ...header, msg_id: `${count++}` },
    parent: {},
    metadata: {},
    content: { comm_id: "c", data: {} },
    buffers: [],
  };
  return encode(message, [], signature);
}

/** Lets a kernel say something on every channel; gives what a stranger could send back of it. */
function everythingFrom({ wire, said, requests, hear }: ReturnType<typeof kernel>): Frames[] {
  hear(request("execute_request"));
  const [asked] = requests.splice(0) as [Request];
  for (const type of ["comm_open", "comm_msg", "comm_close", "shutdown_request"])
    wire.publish(type, { comm_id: "c", data: {} }, asked.header);
  wire.announce("comm_msg", { comm_id: "c", data: {} }, asked.header);
  wire.ask(asked, { prompt: "name?" });
  wire.reply(asked, { status: "ok" });
  expect(new Set(said.map(({ channel }) => channel))).toEqual(new Set(["iopub", "shell", "stdin"]));
  return said.map(({ frames }) => frames.slice(frames.findIndex((frame) => `${frame}` === "<IDS|MSG>")));
}

describe("a wire", () => {
  it("tells whose message is authentic: a request, once", () => {
    const { requests, hear } = kernel();
    const frames = request("comm_msg");
    expect(hear(frames)).toBe(true);
    expect(hear(frames)).toBe(false);
    expect(hear(request("comm_msg").with(-1, "{}"))).toBe(false);
    expect(requests).toHaveLength(1);
  });

  it("takes nothing back of what it said itself, on any channel", () => {
    const one = kernel();
    for (const frames of everythingFrom(one)) expect(one.hear(frames), `${frames[2]}`).toBe(false);
    expect(one.requests).toEqual([]);
  });

  it("takes nothing of what the kernel before it said, whose key was the same", () => {
    const [before, after] = [kernel(), kernel()];
    for (const frames of everythingFrom(before)) expect(after.hear(frames), `${frames[2]}`).toBe(false);
    expect(after.requests).toEqual([]);
    expect(after.hear(request("comm_msg"))).toBe(true);
  });
});

describe("what is announced", () => {
  function announcing() {
    const { wire, said, requests, hear } = kernel();
    hear(request("execute_request"));
    hear(request("complete_request"));
    const [cell, question] = requests as [Request, Request];
    const types = () =>
      said.splice(0).map(({ frames }) => {
        const header = frames[frames.findIndex((frame) => `${frame}` === "<IDS|MSG>") + 2];
        return (JSON.parse(`${header}`) as { msg_type: string }).msg_type;
      });
    return { wire, cell, question, types };
  }

  it("waits until after a reply, precedes a broadcast, and is said once", () => {
    const { wire, cell, types } = announcing();
    wire.announce("execute_input", {}, cell.header);
    wire.announce("execute_result", {}, cell.header);
    wire.reply(cell, { status: "ok" });
    wire.status("idle", cell.header);
    expect(types()).toEqual(["execute_reply", "execute_input", "execute_result", "status"]);
    wire.announce("execute_input", {}, cell.header);
    wire.publish("stream", {}, cell.header);
    wire.reply(cell, { status: "ok" });
    expect(types()).toEqual(["execute_input", "stream", "execute_reply"]);
    wire.append("execute_result", {}, cell.header);
    wire.reply(cell, { status: "ok" });
    wire.flush();
    expect(types(), "at the kernel's end").toEqual(["execute_reply", "execute_result"]);
  });

  it("is said a moment later if nothing else is, however many questions are answered", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const { wire, cell, question, types } = announcing();
      wire.announce("execute_input", {}, cell.header);
      wire.reply(cell, { status: "ok" });
      expect(types()).toEqual(["execute_reply"]);
      vi.advanceTimersByTime(4);
      wire.reply(question, { status: "ok" });
      expect(types()).toEqual(["complete_reply"]);
      vi.advanceTimersByTime(4);
      expect(types()).toEqual(["execute_input"]);
    } finally {
      vi.useRealTimers();
    }
  });
});
