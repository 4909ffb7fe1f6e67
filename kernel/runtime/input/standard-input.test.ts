import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InputRequest } from "../output/channel.ts";
import { type CellOutcome, Notebook } from "../reference/notebook.ts";

let notebook: Notebook;
beforeAll(() => {
  notebook = new Notebook();
});
afterAll(() => notebook.close());

/** Run a cell and answer what it asks, in order. */
async function answered(
  code: string,
  answers: (string | undefined)[],
): Promise<CellOutcome & { asked: InputRequest[] }> {
  const before = notebook.messages.length;
  const asked = () => notebook.messages.slice(before).filter((message) => message.kind === "input-request");
  const outcome = notebook.run(code);
  for (const [index, value] of answers.entries()) {
    await notebook.until(() => asked().length > index);
    notebook.runtime.send({ kind: "input", value });
  }
  return { ...(await outcome), asked: asked() };
}

describe("standard input", () => {
  it("answers prompt, confirm and input", async () => {
    const code =
      "[prompt('Name?'), confirm('Sure?'), await input('Secret: ', { password: true }), prompt('Again?', 'default'), prompt()]";
    const { text, asked } = await answered(code, ["Zoë 😀", "yes", "s3cret", "", undefined]);
    expect(text).toBe("[ 'Zoë 😀', true, 's3cret', 'default', null ]");
    expect(asked.map(({ prompt, password }) => [prompt, password])).toEqual([
      ["Name? ", false],
      ["Sure? [y/N] ", false],
      ["Secret: ", true],
      ["Again? ", false],
      ["", false],
    ]);
  });

  it("is refused where the front end takes none", async () => {
    expect((await notebook.run("prompt('x')", { allowStdin: false })).errors[0].evalue).toBe(
      "this front end does not take input",
    );
  });

  it("can be interrupted, and the late answer is not taken for the next", async () => {
    const cell = notebook.send("prompt('first')");
    await notebook.until(() =>
      notebook.messages.some((message) => message.kind === "input-request" && message.cell === cell),
    );
    notebook.interrupt();
    await notebook.until(() => notebook.messages.some((message) => message.kind === "done" && message.cell === cell));
    notebook.runtime.send({ kind: "input", value: "late" });
    expect((await answered("prompt('second')", ["right"])).text).toBe("'right'");
  });
});

describe("process.stdin", () => {
  const promises = 'import { createInterface } from "node:readline/promises";';
  const callbacks = 'import * as readline from "node:readline";';
  const open = "const lines = createInterface({ input: process.stdin, output: process.stdout });";
  const prompts = (asked: InputRequest[]) => asked.map(({ prompt }) => prompt);

  it("answers the questions of readline/promises, in one cell or several", async () => {
    const { text, asked, stdout } = await answered(
      `${promises} ${open} const first = await lines.question("Name? "); [first, await lines.question("Age? ")]`,
      ["Zoë", "7"],
    );
    expect([text, prompts(asked), stdout]).toEqual(["[ 'Zoë', '7' ]", ["Name? ", "Age? "], ""]);
    const later = await answered('await lines.question("More? ")', ["no"]);
    expect([later.text, prompts(later.asked)]).toEqual(["'no'", ["More? "]]);
    await notebook.run("lines.close()");
  });

  it("answers the questions of readline, before the cell is done", async () => {
    const { stdout, asked } = await answered(
      `${callbacks} const old = readline.createInterface({ input: process.stdin });
       old.question("One? ", (one) => old.question("Two? ", (two) => { console.log(one + two); old.close() }))`,
      ["1", "2"],
    );
    expect([stdout, prompts(asked)]).toEqual(["12\n", ["One? ", "Two? "]]);
  });

  it("asks for nothing until somebody waits for a line", async () => {
    const { asked, status } = await answered(
      `${promises} ${open} await new Promise((go) => setTimeout(go, 50)); 1`,
      [],
    );
    expect([asked, status]).toEqual([[], "ok"]);
    expect((await answered('await lines.question("Now? ")', ["yes"])).text).toBe("'yes'");
    await notebook.run("lines.close()");
  });

  it("gives lines to who listens for them", async () => {
    const loop = `${callbacks} const got: string[] = [];
      for await (const line of readline.createInterface({ input: process.stdin })) { got.push(line); if (line === "end") break }
      got`;
    expect((await answered(loop, ["a", "", "end"])).text).toBe("[ 'a', '', 'end' ]");
    const once = `${callbacks} import { once } from "node:events";
      const single = readline.createInterface({ input: process.stdin }); const [it] = await once(single, "line"); single.close(); it`;
    expect((await answered(once, ["b"])).text).toBe("'b'");
  });

  it("gives bytes to who reads it", async () => {
    const { text } = await answered("let read; for await (read of process.stdin) break; String(read)", ["raw"]);
    expect(text).toBe("'raw\\n'");
  });

  it("can be interrupted while it asks", async () => {
    const cell = notebook.send(`${promises} ${open} await lines.question("first")`);
    const said = (kind: string) =>
      notebook.messages.some((message) => message.kind === kind && "cell" in message && message.cell === cell);
    await notebook.until(() => said("input-request"));
    notebook.interrupt();
    await notebook.until(() => said("done"));
    notebook.runtime.send({ kind: "input", value: "late" });
    expect((await notebook.run('await lines.question("closed")')).errors[0].evalue).toBe("readline was closed");
    expect((await answered(`${open} await lines.question("second")`, ["right"])).text).toBe("'right'");
  });

  it("ends, or says why, where the front end takes no input", async () => {
    const none = { allowStdin: false };
    const count = "let none = 0; for await (const _ of process.stdin) none++; none";
    expect((await notebook.run(`${promises} ${open} ${count}`, none)).text).toBe("0");
    const listen = "process.stdin.on('data', () => {}).on('end', () => end.resolve(1))";
    await notebook.run(`const end = Promise.withResolvers<number>(); ${listen}; 0`, none);
    expect((await notebook.run("await end.promise", none)).text).toBe("1");
    const question = `${promises} await createInterface({ input: process.stdin }).question("x")`;
    expect((await notebook.run(question, none)).errors[0].evalue).toBe("this front end does not take input");
  });
});
