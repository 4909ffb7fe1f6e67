import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { encode } from "../protocol/wire-format.ts";
import { descendants, KernelProcess, survivors } from "./reference/kernel-process.ts";

const patience = 15_000;
let kernel: KernelProcess;
afterEach(() => kernel.stop());

const failureOf = async (id: string) => (await kernel.client.reply(id)).content;

describe("while a loop without end runs, the kernel", () => {
  it.each([
    ["the control channel", () => kernel.client.ask("control", "interrupt_request")],
    ["SIGINT", async () => void kernel.process.kill("SIGINT")],
  ])("answers everything, and stops it by %s with its variables kept", async (_, interrupt) => {
    kernel = await KernelProcess.start();
    const { client } = kernel;
    await client.execute("let kept = 41");
    const id = await kernel.begin("while (true) {}");
    expect(await client.ping("beat")).toBe("beat");
    expect(await client.ask("control", "kernel_info_request")).toMatchObject({ status: "ok" });
    expect(await client.ask("shell", "complete_request", { code: "Math.hyp", cursor_pos: 8 })).toMatchObject({
      matches: ["hypot"],
    });
    await interrupt();
    expect(await failureOf(id)).toMatchObject({ status: "error", ename: "Interrupted" });
    expect(await kernel.value("kept + 1")).toBe("42");
  });
});

describe("a cell that ends its runtime", () => {
  it.each([
    ["by process.exit()", "process.exit(3)", /process\.exit\(3\)/],
    ["by a native crash", "process.abort()", /SIGABRT/],
    ["by a signal", "process.kill(process.pid, 'SIGKILL'); while (true) {}", /SIGKILL/],
    ["by filling its memory", "const all = []; while (true) all.push(new Array(1e5).fill(all.length))", /memory/],
  ])("%s gets an error, and the next cell a fresh runtime", async (_, code, reason) => {
    kernel = await KernelProcess.start(["--heap-megabytes", "64", "--type-check", "off"]);
    const { client } = kernel;
    await client.execute("let lost = 1");
    const reply = await client.execute(code);
    expect(reply).toMatchObject({ status: "error", ename: "RuntimeEnded", execution_count: 2 });
    expect(reply.evalue).toMatch(reason);
    expect(client.lastOutput().slice(-2)).toEqual(["error RuntimeEnded", "status idle"]);
    expect(await kernel.value("typeof lost")).toBe("'undefined'");
    const { history } = await client.ask("shell", "history_request", { hist_access_type: "tail", n: 2, output: false });
    expect(history).toEqual([
      [1, 1, "let lost = 1"],
      [1, 2, code],
    ]);
  });
});

describe("no process is left behind", () => {
  it.each(["0", "while (true) {}", "setInterval(() => {}, 1000)", "await new Promise(() => {})"])(
    "when the kernel is killed after %s",
    async (code) => {
      kernel = await KernelProcess.start();
      await kernel.client.ask("shell", "complete_request", { code: "Math.hyp", cursor_pos: 8 }); // starts the language server
      await kernel.begin(code);
      const below = descendants(kernel.process.pid as number);
      expect(below.length).toBeGreaterThanOrEqual(2);
      kernel.process.kill("SIGKILL");
      expect(await survivors(below, patience)).toEqual([]);
    },
  );

  it("when Jupyter dies", async () => {
    const starter = `
      const { spawn } = require("node:child_process");
      const env = { ...process.env, JPY_PARENT_PID: String(process.pid) };
      spawn(process.execPath, process.argv.slice(1), { stdio: "inherit", env, detached: true });
      setInterval(() => {}, 1000);`;
    kernel = await KernelProcess.start([], starter);
    await kernel.begin("while (true) {}");
    const below = descendants(kernel.process.pid as number);
    expect(below.length).toBeGreaterThanOrEqual(2);
    kernel.process.kill("SIGKILL");
    expect(await survivors(below, patience)).toEqual([]);
  });

  it.each(["setInterval(() => {}, 1000)", "while (true) {}"])("when a client ends it during %s", async (code) => {
    kernel = await KernelProcess.start();
    await kernel.begin(code);
    const below = descendants(kernel.process.pid as number);
    const id = await kernel.client.send("control", "shutdown_request", { restart: false });
    expect((await kernel.client.reply(id)).content).toEqual({ status: "ok", restart: false });
    expect(await kernel.ended).toBe(0);
    expect(await survivors(below, patience)).toEqual([]);
  });
});

describe("the secrets of the kernel", () => {
  it("are in no message, and its sockets are bound to this machine alone", async () => {
    kernel = await KernelProcess.start();
    const { client, connectionText } = kernel;
    await client.execute("Object.entries(process.env); process.argv");
    await client.ask("shell", "kernel_info_request");
    const { key, ip, ...ports } = JSON.parse(connectionText);
    expect(JSON.stringify([client.published, client.replies])).not.toContain(key);
    const bound = readFileSync("/proc/net/tcp", "utf8")
      .split("\n")
      .flatMap((line) => {
        const [, address, port, state] = /^ *\d+: (\w+):(\w+) \w+:\w+ (\w\w)/.exec(line) ?? [];
        return state === "0A" && Object.values(ports).includes(Number.parseInt(port as string, 16)) ? [address] : [];
      });
    const own = Buffer.from(ip.split(".").map(Number).reverse()).toString("hex").toUpperCase();
    expect(bound.filter((address) => address === own)).toHaveLength(5); // others may have such a port at addresses of theirs
    expect(bound).not.toContain("00000000");
  });
});

describe("an empty key in the connection file", () => {
  it("means that messages are not signed, which is said once on stderr", async () => {
    kernel = await KernelProcess.start([], undefined, "");
    const { client } = kernel;
    expect(client.signature.required).toBe(false);
    expect(await kernel.value("40 + 2")).toBe("42");
    await client.ask("shell", "kernel_info_request");
    await client.ask("control", "shutdown_request");
    await kernel.ended;
    expect(kernel.errors.match(/messages are not signed/g)).toHaveLength(1);
  });

  it("is the only reason to say so", async () => {
    kernel = await KernelProcess.start();
    await kernel.client.ask("control", "shutdown_request");
    await kernel.ended;
    expect(kernel.errors).toBe("");
  });
});

describe("a request that somebody recorded", () => {
  it("is carried out once", async () => {
    kernel = await KernelProcess.start();
    const code = "require('node:fs').appendFileSync('times', 'x')";
    const recorded = encode(kernel.client.message("execute_request", { code }), [], kernel.client.signature);
    for (const _ of ["sent", "repeated"]) await kernel.client.raw("shell", recorded);
    await kernel.client.execute("1");
    expect(readFileSync(join(kernel.folder, "times"), "utf8")).toBe("x");
  });
});

describe("a restart", () => {
  it("begins a kernel at the same addresses, with the same key and without variables", async () => {
    kernel = await KernelProcess.start();
    await kernel.client.execute("const kept = 7");
    expect(await kernel.value("kept")).toBe("7");
    kernel = await kernel.restart();
    expect(await kernel.value("typeof kept")).toBe("'undefined'");
  });
});
