import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InputRequest } from "./channel.ts";
import { type CellOutcome, Notebook } from "./reference/notebook.ts";

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
  const outcome = notebook.run(code, { allowStdin: true });
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
    expect((await notebook.run("prompt('x')")).errors[0].evalue).toBe("this front end does not take input");
  });

  it("can be interrupted, and the late answer is not taken for the next", async () => {
    const cell = notebook.send("prompt('first')", { allowStdin: true });
    await notebook.until(() =>
      notebook.messages.some((message) => message.kind === "input-request" && message.cell === cell),
    );
    notebook.runtime.interrupt();
    await notebook.until(() => notebook.messages.some((message) => message.kind === "done" && message.cell === cell));
    notebook.runtime.send({ kind: "input", value: "late" });
    expect((await answered("prompt('second')", ["right"])).text).toBe("'right'");
  });
});
