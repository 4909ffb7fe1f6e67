/**
 * A runtime for tests that runs no code: each line of a cell is an order, such as `print hello` or `fail`.
 */
import type { FromRuntime } from "../../runtime/output/channel.ts";
import type { RuntimeExit } from "../../runtime/runtime-process.ts";
import type { StartRuntime } from "../runtime-host.ts";

/** What a test may see and do of the runtimes that were started. */
export interface Script {
  readonly start: StartRuntime;
  readonly orders: string[];
  started: number;
  /** Whether the next runtime takes long to start. */
  slow: boolean;
}

export function scriptedRuntime(): Script {
  const script: Script = {
    orders: [],
    started: 0,
    slow: false,
    start: ({ onMessage, onExit }) => {
      script.started++;
      let running: number | undefined;
      let stubborn = false;
      let failing = false;
      const say = (message: FromRuntime) => setImmediate(() => onMessage(message));
      const exit = (reason: RuntimeExit["reason"]) =>
        setImmediate(() => onExit({ reason, code: 1, signal: null, cell: running }));
      const done = (cell: number, status: "ok" | "error" | "interrupted", unreached?: readonly string[]) => {
        say({ kind: "done", cell, status, userExpressions: {}, ...(unreached && { unreached }) });
        running = undefined;
      };
      const fail = (cell: number, ename: string) =>
        say({ kind: "error", cell, ename, evalue: "as ordered", traceback: [`${ename}: as ordered`] });
      if (!script.slow) say({ kind: "ready", node: "20", processId: 1 });
      return {
        processId: 1,
        send: (message) => {
          if (message.kind === "input") {
            const cell = running as number;
            if (failing) {
              fail(cell, "Error");
              done(cell, "error");
              return;
            }
            say({ kind: "stream", cell, name: "stdout", text: `hello ${message.value}` });
            done(cell, "ok");
          } else if (message.kind === "comm") {
            say({ ...message, action: "message", data: { echo: message.data } });
            say({ kind: "done", cell: message.cell, status: "ok", userExpressions: {} });
          } else {
            const { cell, code } = message;
            running = cell;
            script.orders.push(code);
            const [order, argument = ""] = /^(\S+) ?(.*)$/s.exec(code)?.slice(1) ?? [];
            stubborn = order === "hang-on";
            if (order === "hang" || order === "hang-on") return;
            if (order === "print") say({ kind: "stream", cell, name: "stdout", text: argument });
            if (order === "later")
              setTimeout(() => onMessage({ kind: "stream", cell, name: "stdout", text: argument }), 30);
            if (order === "unsendable") say({ kind: "result", cell, data: { "text/plain": 1n }, metadata: {} });
            if (order === "value") say({ kind: "result", cell, data: { "text/plain": argument }, metadata: {} });
            if (order === "open")
              say({
                kind: "comm",
                cell,
                action: "open",
                id: argument,
                target: "scripted",
                data: {},
                buffers: [Buffer.from("b")],
              });
            failing = order === "ask-and-fail";
            if (order === "ask" || failing) {
              say({ kind: "input-request", cell, prompt: argument, password: false });
              return;
            }
            if (order === "exit") {
              exit("exit");
              return;
            }
            if (order === "fail") fail(cell, "Error");
            if (order === "fail") done(cell, "error", argument === "" ? undefined : [argument]);
            else done(cell, "ok");
          }
        },
        interrupt: () => {
          if (running === undefined) return;
          if (stubborn) exit("interrupt");
          else {
            fail(running, "Interrupted");
            done(running, "interrupted");
          }
        },
        shutdown: async () => undefined,
        hold: () => undefined,
        kill: () => undefined,
      };
    },
  };
  return script;
}
