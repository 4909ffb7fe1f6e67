import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../protocol/json-object.ts";
import { Front } from "./front.ts";
import { History } from "./history.ts";
import { Client, freeConnection } from "./reference/client.ts";
import { type Script, scriptedRuntime } from "./reference/scripted-runtime.ts";
import { silentLanguage } from "./reference/silent-language.ts";
import { RuntimeHost } from "./runtime-host.ts";
import { Sockets } from "./sockets.ts";
import { Wire } from "./wire.ts";

let sockets: Sockets;
let client: Client;
let runtime: Script;
let front: Front;
let ended: number;
let asked: string[];

const mistake = {
  category: "error" as const,
  code: 2322,
  message: "it is wrong",
  start: { line: 0, column: 0 },
  end: { line: 0, column: 1 },
};
const language = {
  ...silentLanguage,
  complete: async (code: string, cursor: number) => ({
    matches: ["xyz"],
    start: code.indexOf("x"),
    end: cursor,
    items: [{ text: "xyz", type: "instance", signature: "", start: code.indexOf("x"), end: cursor }],
  }),
  inspect: async (code: string) => (code === "Math" ? { markdown: "**Math**", text: "Math" } : undefined),
  diagnose: async (code: string) => {
    asked.push(`check ${code}`);
    return code.includes("wrong") ? [mistake] : [];
  },
  cellRan: (code: string, unreached: readonly string[] = []) => void asked.push(["ran", code, ...unreached].join(" ")),
  reset: () => void asked.push("reset"),
};

beforeEach(async () => {
  const { connection } = await freeConnection();
  sockets = new Sockets();
  const wire = new Wire(sockets, connection);
  runtime = scriptedRuntime();
  ended = 0;
  asked = [];
  const history = new History(undefined);
  const onShutdown = () => {
    ended++;
  };
  front = new Front({
    wire,
    runtime: new RuntimeHost(runtime.start, wire),
    language,
    history,
    checkTime: "wait",
    onShutdown,
  });
  wire.listen((request) => front.handle(request));
  await sockets.bind(connection);
  client = new Client(connection);
  await client.connect();
});

afterEach(async () => {
  client.close();
  await sockets.close();
});

describe("a cell", () => {
  it("is framed by busy and idle, with its input and output between them", async () => {
    expect(await client.execute("print hello")).toEqual({
      status: "ok",
      execution_count: 1,
      payload: [],
      user_expressions: {},
    });
    expect(client.lastOutput()).toEqual(["status busy", "execute_input", "stdout hello", "status idle"]);
  });

  it("counts if its history is stored, and not otherwise", async () => {
    expect(await client.execute("value 1")).toMatchObject({ execution_count: 1 });
    expect(await client.execute("value 2", { store_history: false })).toMatchObject({ execution_count: 2 });
    expect(await client.execute("value 3")).toMatchObject({ execution_count: 2 });
    expect(await client.execute("value 4", { silent: true })).toMatchObject({ execution_count: 2 });
    expect(client.lastOutput()).toEqual(["status busy", "status idle"]);
  });

  it("that fails aborts those that wait, and no later one", async () => {
    const ids: string[] = [];
    for (const code of ["ask-and-fail", "print a", "print b"])
      ids.push(await client.send("shell", "execute_request", { code }));
    await client.until(() => client.questions.length === 1);
    expect(await client.ask("shell", "kernel_info_request")).toMatchObject({ status: "ok" }); // the cells have arrived by now
    await client.send("stdin", "input_reply", { value: "" }, client.questions[0]?.header);
    const statuses = await Promise.all(ids.map(async (id) => (await client.reply(id)).content.status));
    expect(statuses).toEqual(["error", "aborted", "aborted"]);
    await client.idle(ids[2] as string);
    expect(client.about(ids[1] as string)).toEqual(["status busy", "status idle"]);
    expect(await client.execute("print c")).toMatchObject({ status: "ok" });
    expect(runtime.orders).toEqual(["ask-and-fail", "print c"]);
  });

  it("that fails lets those that wait run if it does not stop on errors", async () => {
    const first = await client.send("shell", "execute_request", { code: "fail", stop_on_error: false });
    expect(await client.execute("print a")).toMatchObject({ status: "ok" });
    expect((await client.reply(first)).content).toMatchObject({
      ename: "Error",
      evalue: "as ordered",
      execution_count: 1,
    });
    expect(client.about(first)).toEqual(["status busy", "execute_input", "error Error", "status idle"]);
  });

  it("gets output that comes late under its own request", async () => {
    await client.execute("later tick");
    const id = `${client.replies.at(-1)?.parent.msg_id}`;
    await client.execute("print now");
    await client.until(() => client.about(id).length === 4);
    expect(client.about(id).at(-1)).toBe("stdout tick");
  });

  it("fails if what it says cannot be sent, and the next one runs", async () => {
    const evalue = expect.stringContaining("an output could not be sent: ");
    expect(await client.execute("unsendable 1")).toMatchObject({ status: "error", ename: "TypeError", evalue });
    expect(await client.execute("print 1")).toMatchObject({ status: "ok" });
  });

  it("shows its type errors and runs, unless it is strict", async () => {
    expect(await client.execute("print wrong")).toMatchObject({ status: "ok" });
    expect(client.lastOutput()).toContainEqual(expect.stringMatching(/^stderr .*it is wrong\n/));
    expect(await client.execute("// @strict\nprint wrong")).toMatchObject({ status: "error", ename: "TypeCheckError" });
    expect(runtime.orders).toEqual(["print wrong"]);
  });

  it("is checked before the language service gets it, and the service gets it once it ran", async () => {
    await client.execute("print 1");
    await client.execute("print wrong");
    await client.execute("Math?");
    expect(asked).toEqual(["check print 1", "ran print 1", "check print wrong", "ran print wrong"]);
  });

  it("reaches the language service as far as it ran, and its variables are forgotten with their runtime", async () => {
    for (const code of ["fail early", "fail", "exit"]) await client.execute(code, { stop_on_error: false });
    expect(asked.filter((text) => !text.startsWith("check"))).toEqual(["ran fail early early", "reset"]);
    expect(asked.at(-1)).toBe("reset"); // after the check of the cell that ended it
  });

  it("of a name and a question mark pages what is known of it", async () => {
    const [page] = (await client.execute("Math?")).payload as JsonObject[];
    expect((await client.execute("?Math")).payload).toEqual([page]);
    expect(await client.execute("?Maths")).toMatchObject({ status: "error", ename: "NotFound" });
    expect(page).toMatchObject({ source: "page", data: { "text/plain": "Math" } });
    expect(await client.execute("Maths?")).toMatchObject({ status: "error", ename: "NotFound" });
  });

  it("asks its user on the stdin channel, and takes the answer to no other question", async () => {
    const id = await client.send("shell", "execute_request", { code: "ask name?" });
    await client.until(() => client.questions.length === 1);
    const question = client.questions[0];
    expect(question?.content).toEqual({ prompt: "name?", password: false });
    const stale = client.message("input_request", {}).header;
    await client.send("stdin", "input_reply", { value: "Eve" }, stale);
    await client.send("stdin", "input_reply", { value: "Ada" }, question?.header);
    await client.idle(id);
    expect(client.about(id)).toContain("stdout hello Ada");
  });
});

describe("while a cell runs", () => {
  let id: string;
  beforeEach(async () => {
    id = await client.send("shell", "execute_request", { code: "hang" });
    await client.until(() => client.about(id).length === 2);
  });

  it("every question is answered, and the kernel is called busy again", async () => {
    expect(await client.ask("shell", "kernel_info_request")).toMatchObject({ status: "ok" });
    expect(await client.ask("control", "kernel_info_request")).toMatchObject({ status: "ok" });
    expect(await client.ping("beat")).toBe("beat");
    await client.until(() => client.about(id).length === 4);
    expect(client.about(id)).toEqual(["status busy", "execute_input", "status busy", "status busy"]);
  });

  it("an interrupt by the control channel ends it, and aborts those that wait", async () => {
    const next = await client.send("shell", "execute_request", { code: "print a" });
    expect(await client.ask("shell", "kernel_info_request")).toMatchObject({ status: "ok" }); // the cell has arrived by now
    expect(await client.ask("control", "interrupt_request")).toEqual({ status: "ok" });
    expect((await client.reply(id)).content).toMatchObject({ status: "error", ename: "Interrupted" });
    expect((await client.reply(next)).content).toEqual({ status: "aborted" });
    expect(runtime.started).toBe(1);
  });
});

describe("a runtime", () => {
  it("that ends fails its cell and is replaced, and the count goes on", async () => {
    const reply = await client.execute("exit");
    expect(reply).toMatchObject({ status: "error", ename: "RuntimeEnded", execution_count: 1 });
    expect(reply.evalue).toContain("process.exit(1)");
    expect(client.lastOutput()).toContain("error RuntimeEnded");
    expect(runtime.started).toBe(2); // before anybody asks for it
    expect(await client.execute("print again")).toMatchObject({ status: "ok", execution_count: 2 });
    expect(runtime.started).toBe(2);
  });

  it("that ignores an interrupt is replaced, and the cell says so", async () => {
    const id = await client.send("shell", "execute_request", { code: "hang-on" });
    await client.until(() => client.about(id).length === 2);
    await client.ask("control", "interrupt_request");
    const { content } = await client.reply(id);
    expect(content).toMatchObject({ ename: "Interrupted" });
    expect(content.evalue).toContain("variables and imports are lost");
  });

  it("that is still starting is given nothing, and a cell that waits for it can be interrupted", async () => {
    runtime.slow = true;
    await client.execute("exit");
    const id = await client.send("shell", "execute_request", { code: "print early" });
    await client.until(() => client.about(id).length === 2);
    await client.ask("control", "interrupt_request");
    expect((await client.reply(id)).content).toMatchObject({ ename: "Interrupted" });
    expect(runtime.orders).toEqual(["exit"]);
  });

  it("takes its comms with it", async () => {
    await client.execute("open c1");
    expect(await client.ask("shell", "comm_info_request")).toEqual({
      status: "ok",
      comms: { c1: { target_name: "scripted" } },
    });
    await client.execute("exit");
    expect(await client.ask("shell", "comm_info_request")).toEqual({ status: "ok", comms: {} });
    expect(client.published.some(({ header }) => header.msg_type === "comm_close")).toBe(true);
  });
});

describe("a client", () => {
  it("learns of the kernel what the protocol asks for", async () => {
    expect(await client.ask("shell", "kernel_info_request")).toMatchObject({
      protocol_version: "5.4",
      implementation: "epsilab",
      language_info: { name: "typescript", file_extension: ".ts" },
      supported_features: [],
      debugger: false,
    });
  });

  it("gives and gets cursors in code points", async () => {
    const reply = await client.ask("shell", "complete_request", { code: "'😀'; x", cursor_pos: 6 });
    expect(reply).toMatchObject({ status: "ok", matches: ["xyz"], cursor_start: 5, cursor_end: 6 });
    expect(reply.metadata).toMatchObject({ _jupyter_types_experimental: [{ start: 5, end: 6 }] });
    const inspection = await client.ask("shell", "inspect_request", { code: "Math", cursor_pos: 2, detail_level: 0 });
    expect(inspection).toMatchObject({ found: true, data: { "text/markdown": "**Math**" } });
    expect(await client.ask("shell", "inspect_request", { code: "?" })).toMatchObject({ status: "ok", found: false });
  });

  it("finds its cells in the history", async () => {
    await client.execute("value 1");
    await client.execute("print 2");
    const tail = await client.ask("shell", "history_request", {
      hist_access_type: "tail",
      n: 1,
      output: false,
      raw: true,
    });
    expect(tail.history).toEqual([[1, 2, "print 2"]]);
    const search = { hist_access_type: "search", pattern: "value*", output: true, raw: true };
    expect((await client.ask("shell", "history_request", search)).history).toEqual([[1, 1, ["value 1", "1"]]]);
  });

  it("talks to the runtime by comms, both ways, with buffers", async () => {
    const id = await client.send("shell", "comm_open", { comm_id: "c2", target_name: "t", data: { a: 1 } });
    await client.idle(id);
    expect(client.about(id)).toEqual(["status busy", "comm_msg", "status idle"]);
    await client.execute("open c3");
    const opened = client.published.find(({ header }) => header.msg_type === "comm_open");
    expect(opened?.content).toEqual({ comm_id: "c3", target_name: "scripted", data: {} });
    expect(opened?.buffers.map(String)).toEqual([String(Buffer.from("b"))]);
  });

  it("hears plainly what this kernel does not have", async () => {
    const answer = { status: "error", ename: "NotSupported" };
    for (const type of ["debug_request", "create_subshell_request"])
      expect(await client.ask("control", type)).toMatchObject(answer);
  });

  it("may send what nobody knows, and goes on", async () => {
    await client.idle(await client.send("shell", "no_such_request", {}));
    expect(await client.execute("print on")).toMatchObject({ status: "ok" });
  });

  it.each([true, false])("ends the kernel, restart %s, with a reply to all", async (restart) => {
    expect(await client.ask("control", "shutdown_request", { restart })).toEqual({ status: "ok", restart });
    expect(client.lastOutput()).toEqual(["status busy", "shutdown_reply", "status idle"]);
    expect(ended).toBe(1);
  });
});
