import { describe, expect, it } from "vitest";
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
