import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "../reference/notebook.ts";

let notebook: Notebook;
beforeAll(async () => {
  notebook = new Notebook();
  await notebook.run("import * as fs from 'node:fs'; import { writeSync } from 'node:fs'");
});
afterAll(() => notebook.close());

describe("what a cell writes to the descriptors of the standard streams", () => {
  it("comes in order with what it prints", async () => {
    const { stdout } = await notebook.run(
      "for (let i = 0; i < 300; i++) { console.log('c' + i); writeSync(1, 'f' + i + '\\n'); process.stdout.write('p' + i + '\\n') }",
    );
    const expected = Array.from({ length: 300 }, (_, i) => `c${i}\nf${i}\np${i}\n`).join("");
    expect(stdout).toBe(expected);
  });

  it("comes whole, however much it is, and as text where characters are cut", async () => {
    const code = "const written = writeSync(1, Buffer.alloc(3_000_000, 97)); writeSync(1, 'END'); written";
    const { stdout, text } = await notebook.run(code);
    expect([stdout.length, stdout.slice(-4), text]).toEqual([3_000_003, "aEND", "3000000"]);
    const cut =
      "const euro = Buffer.from('€'); writeSync(2, euro, 0, 1); writeSync(2, euro, { offset: 1 }); writeSync(2, '!', null, 'latin1')";
    expect((await notebook.run(cut)).stderr).toBe("€!");
  });

  it("comes from writes with callbacks, of many pieces, and from streams over the descriptor", async () => {
    const { stdout, text } = await notebook.run(`
      const count = await new Promise((resolve) => fs.write(1, "one ", (_, length) => resolve(length)));
      fs.writevSync(1, [Buffer.from("two "), Buffer.from("three ")]);
      await new Promise((resolve) => fs.createWriteStream("", { fd: 1, autoClose: false }).write("four", resolve));
      count`);
    expect([stdout, text]).toEqual(["one two three four", "4"]);
  });

  it("is whole from a child process that writes more than a pipe holds", async () => {
    const { stdout } = await notebook.run(
      `(await import("node:child_process")).execFileSync("head", ["-c", "400000", "/dev/zero"], { stdio: "inherit" }); 0`,
    );
    expect(stdout.length).toBe(400_000);
  });

  it("leaves files alone", async () => {
    const { text } = await notebook.run(
      "const file = fs.openSync('note.txt', 'w'); writeSync(file, 'kept'); fs.closeSync(file); fs.readFileSync('note.txt', 'utf8')",
    );
    expect(text).toBe("'kept'");
  });
});
