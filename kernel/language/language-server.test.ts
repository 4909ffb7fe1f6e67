import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { LanguageServer } from "./language-server.ts";

/** A server that answers every question with what it has received by then: methods, and the last letter of the document. */
const program = `#!${process.execPath}
let text = "";
const told = [];
process.stdin.on("data", (chunk) => {
  text += chunk;
  for (;;) {
    const [head, length] = /^Content-Length: (\\d+)\\r\\n\\r\\n/.exec(text) ?? [];
    if (head === undefined || text.length < head.length + Number(length)) return;
    const { id, method, params } = JSON.parse(text.slice(head.length, head.length + Number(length)));
    text = text.slice(head.length + Number(length));
    told.push(\`\${method.split("/").pop()} \${params.textDocument?.uri.slice(-1) ?? ""}\`.trim());
    if (id === undefined) continue;
    const body = JSON.stringify({ jsonrpc: "2.0", id, result: told });
    process.stdout.write(\`Content-Length: \${body.length}\\r\\n\\r\\n\${body}\`);
  }
});`;
const folder = mkdtempSync(join(tmpdir(), "epsilab-server-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("a server receives changes one at a time, with a question between two documents", async () => {
  const file = join(folder, "server.cjs");
  writeFileSync(file, program);
  chmodSync(file, 0o755);
  const server = new LanguageServer({ folder, patience: 10_000, program: file });
  for (const name of ["a", "b"]) server.write(name, "");
  server.start();
  server.write("a", "1");
  server.write("a", "2");
  server.write("b", "1");
  server.write("b", "1");
  await server.request("diagnostic", {});
  server.write("a", "3");
  const told = (await server.request("diagnostic", {})) as string[];
  server.stop();
  expect(told).toEqual([
    ...["initialize", "initialized", "didOpen a", "didOpen b"],
    ...["didChange a", "didChange a", "selectionRange a", "didChange b", "diagnostic"],
    ...["didChange a", "diagnostic"],
  ]);
});
