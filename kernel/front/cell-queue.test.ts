import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LanguageService } from "../language/language-service.ts";
import { parseConnection } from "../protocol/connection.ts";
import type { JsonObject } from "../protocol/json-object.ts";
import type { Message } from "../protocol/message.ts";
import { Signature } from "../protocol/signature.ts";
import { encode } from "../protocol/wire-format.ts";
import { Front } from "./front.ts";
import { History } from "./history.ts";
import { scriptedRuntime } from "./reference/scripted-runtime.ts";
import { silentLanguage } from "./reference/silent-language.ts";
import { RuntimeHost } from "./runtime-host.ts";
import type { SocketListener } from "./sockets.ts";
import { Wire } from "./wire.ts";

const connection = parseConnection(
  JSON.stringify({
    ...{ shell_port: 1, iopub_port: 2, stdin_port: 3, control_port: 4, hb_port: 5 },
    ...{ transport: "tcp", ip: "127.0.0.1", key: "key", signature_scheme: "hmac-sha256" },
  }),
);

/** Counts the steps that the world outside takes for a cell, and has one of them throw. */
class Steps {
  readonly taken: string[] = [];
  /** The number of the step that throws. */
  broken = Number.POSITIVE_INFINITY;

  take(name: string): void {
    this.taken.push(name);
    if (this.taken.length === this.broken) throw new Error(`step ${name} failed`);
  }

  /** The same object, each of whose methods is a step. */
  through<Thing extends object>(thing: Thing): Thing {
    return new Proxy(thing, {
      get: (target, name) => {
        const value = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...values: unknown[]) => {
          this.take(String(name));
          return Reflect.apply(value, target, values);
        };
      },
    });
  }
}

/** A front whose sockets, runtime, language and history take steps, and what it said. */
function stage(steps: Steps) {
  const said: Message[] = [];
  let listener: SocketListener | undefined;
  let wake = () => {};
  const carrier = {
    listen: (to: SocketListener) => {
      listener = to;
    },
    post: (_channel: string, _frames: unknown, message: Message) => {
      steps.take(`post ${message.header.msg_type}`);
      said.push(message);
      // What comes after the first request is idle are steps of the next one.
      if (message.parent.msg_id === "request-0" && message.content.execution_state === "idle")
        steps.broken = Number.POSITIVE_INFINITY;
      wake();
    },
  };
  const wire = new Wire(carrier, connection);
  const language: LanguageService = {
    ...silentLanguage,
    isQuick: true,
    diagnose: async (code) => {
      const place = { line: 0, column: 0 };
      return code.includes("wrong") ? [{ category: "error", code: 2322, message: "no", start: place, end: place }] : [];
    },
    inspect: async () => ({ markdown: "m", text: "t" }),
  };
  const { start } = scriptedRuntime();
  const front = new Front({
    wire,
    runtime: new RuntimeHost((handlers) => steps.through(start(handlers)), wire),
    language: steps.through(language),
    history: steps.through(new History(undefined)),
    checkTime: "soon",
    onShutdown: () => {},
  });
  wire.listen((request) => front.handle(request));
  const signature = new Signature(connection.key, connection.signatureScheme);
  let requests = 0;
  const send = (type: string, content: JsonObject) => {
    const id = `request-${requests++}`;
    const header = { msg_id: id, session: "s", username: "u", date: "", msg_type: type, version: "5.4" };
    const message = { header, parent: {}, metadata: {}, content, buffers: [] };
    listener?.request(
      "shell",
      [Buffer.from("client"), ...encode(message, [], signature)].map((each) => Buffer.from(each)),
    );
    return id;
  };
  const about = (id: string) => said.filter(({ parent }) => parent.msg_id === id);
  return {
    send,
    about,
    /** Waits until a request was answered and is idle. */
    async ended(id: string): Promise<JsonObject> {
      const isIdle = () => about(id).some(({ content }) => content.execution_state === "idle");
      const reply = () => about(id).find(({ header }) => header.msg_type === "execute_reply");
      while (!(isIdle() && reply() !== undefined)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return reply()?.content ?? {};
    },
  };
}

describe("whatever step of a cell throws", () => {
  const unexpected: unknown[] = [];
  const note = (error: unknown) => void unexpected.push(error);
  beforeEach(() => void process.on("uncaughtException", note));
  afterEach(() => {
    process.off("uncaughtException", note);
    expect(unexpected.splice(0)).toEqual([]);
  });

  it.each(["print a", "value 1", "print wrong", "fail", "exit", "Math?", "// @strict\nprint wrong", "", "ask name"])(
    "%j and the cell after it are answered",
    async (code) => {
      const all = new Steps();
      const whole = stage(all);
      const one = whole.send("execute_request", { code, user_expressions: {}, stop_on_error: false });
      if (code !== "ask name") await whole.ended(one);
      else while (!all.taken.includes("post input_request")) await new Promise((resolve) => setImmediate(resolve));
      const count = all.taken.length;
      expect(count).toBeGreaterThan(2);
      for (let broken = 1; broken <= count; broken++) {
        const steps = new Steps();
        const { send, ended } = stage(steps);
        steps.broken = broken;
        const first = send("execute_request", { code, stop_on_error: false });
        if (code === "ask name") send("interrupt_request", {});
        const next = send("execute_request", { code: "print b" });
        expect(await ended(first)).toHaveProperty("status");
        expect((await ended(next)).status, `after step ${broken}, ${steps.taken[broken - 1]}`).toBe("ok");
      }
    },
  );
});
