import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "../reference/notebook.ts";
import { lateCertificates } from "./extra-certificates.ts";

/** A certificate of localhost, signed by itself for a hundred years, and its key. */
const certificate = fileURLToPath(new URL("../reference/localhost.pem", import.meta.url));
const pem = readFileSync(certificate, "utf8");

describe("a notebook with extra certificates", () => {
  const server = createServer({ cert: pem, key: pem }, (_, response) => response.end("trusted"));
  let address = "";
  let notebook: Notebook;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    address = `https://localhost:${(server.address() as AddressInfo).port}/`;
    notebook = new Notebook({ environment: { NODE_EXTRA_CA_CERTS: certificate, EPSILAB_EXTRA_CA_CERTS: undefined } });
  });
  afterAll(async () => {
    server.close();
    await notebook.close();
  });

  it("trusts them in fetch, https and a secure context of its own", async () => {
    expect((await notebook.run(`await (await fetch("${address}")).text()`)).text).toBe("'trusted'");
    const asked = `import { get } from "node:https";
      await new Promise((resolve, reject) => get("${address}", ({ statusCode }) => resolve(statusCode)).on("error", reject))`;
    expect((await notebook.run(asked)).text).toBe("200");
    const connected = `import { connect, createSecureContext } from "node:tls";
      const socket = connect({ port: new URL("${address}").port, host: "localhost", secureContext: createSecureContext() });
      await new Promise((resolve, reject) => socket.once("secureConnect", resolve).once("error", reject));
      socket.end(); socket.authorized`;
    expect((await notebook.run(connected)).text).toBe("true");
  });

  it("trusts them in a worker", async () => {
    const code = `import { Worker } from "node:worker_threads";
      const program = 'fetch("${address}").then((answer) => answer.text()).then((text) => ' +
        'require("node:worker_threads").parentPort.postMessage(text))';
      await new Promise((resolve, reject) => new Worker(program, { eval: true }).once("message", resolve).once("error", reject))`;
    expect((await notebook.run(code)).text).toBe("'trusted'");
  });

  it("finds them in its environment under their own name, and so do the processes it starts", async () => {
    const names = "[process.env.NODE_EXTRA_CA_CERTS, process.env.EPSILAB_EXTRA_CA_CERTS]";
    const outcome = await notebook.run(`import { execFileSync } from "node:child_process";
      const theirs = execFileSync(process.execPath, ["-p", 'JSON.stringify(${names})'], { encoding: "utf8" });
      [JSON.stringify(${names}), theirs.trim()].join(" ")`);
    const expected = JSON.stringify([certificate, null]);
    expect(outcome.text).toContain(`${expected} ${expected}`);
  });

  it("trusts only the certificates that a connection names", async () => {
    const code = `import { request } from "node:https";
      const other = (await import("node:tls")).rootCertificates[0];
      const asked = request("${address}", { ca: other });
      await new Promise((resolve) =>
        asked.on("error", ({ code }) => resolve(code)).on("response", () => resolve("trusted")).end())`;
    expect((await notebook.run(code)).text).toBe("'DEPTH_ZERO_SELF_SIGNED_CERT'");
  });
});

describe("a notebook without extra certificates", () => {
  it("does not trust a server that signs for itself", async () => {
    const server = createServer({ cert: pem, key: pem }, (_, response) => response.end("trusted"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const notebook = new Notebook({ environment: { NODE_EXTRA_CA_CERTS: "", EPSILAB_EXTRA_CA_CERTS: undefined } });
    const address = `https://localhost:${(server.address() as AddressInfo).port}/`;
    const outcome = await notebook.run(`await fetch("${address}").catch(({ cause }) => cause.code)`);
    expect(outcome.text).toBe("'DEPTH_ZERO_SELF_SIGNED_CERT'");
    await notebook.close();
    server.close();
  });

  it("warns of a file that is not there when a connection would use it", async () => {
    const notebook = new Notebook({
      environment: { NODE_EXTRA_CA_CERTS: "/nowhere.pem", EPSILAB_EXTRA_CA_CERTS: undefined },
    });
    const outcome = await notebook.run(`import { createSecureContext } from "node:tls"; createSecureContext();
      await new Promise((resolve) => setTimeout(resolve, 20))`);
    expect(outcome.stderr).toContain("/nowhere.pem");
    const isOurs = Number.parseInt(process.versions.node, 10) < 24; // later Node reads them itself, and says so
    expect(outcome.stderr).toContain(isOurs ? "NODE_EXTRA_CA_CERTS" : "extra certs");
    await notebook.close();
  });
});

describe("the environment of a process with late certificates", () => {
  it("keeps them under another name for a Node that would read them at once", () => {
    const early = lateCertificates({ PATH: "/bin", NODE_EXTRA_CA_CERTS: "a.pem" }, "20.20.2");
    expect(early).toEqual({ environment: { PATH: "/bin", EPSILAB_EXTRA_CA_CERTS: "a.pem" }, areKept: true });
    const late = lateCertificates({ NODE_EXTRA_CA_CERTS: "a.pem" }, "24.21.0");
    expect(late).toEqual({ environment: { NODE_EXTRA_CA_CERTS: "a.pem" }, areKept: false });
  });

  it("takes them from where the kernelspec kept them, and no placeholder for a file", () => {
    const kept = { NODE_EXTRA_CA_CERTS: "", EPSILAB_EXTRA_CA_CERTS: "a.pem" };
    expect(lateCertificates(kept, "24.0.0").environment).toEqual({ NODE_EXTRA_CA_CERTS: "a.pem" });
    const placeholder = { NODE_EXTRA_CA_CERTS: "", EPSILAB_EXTRA_CA_CERTS: `\${NODE_EXTRA_CA_CERTS}` };
    expect(lateCertificates(placeholder, "20.20.2")).toEqual({ environment: {}, areKept: false });
  });
});
