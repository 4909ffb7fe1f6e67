import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WidgetPage } from "./reference/widget-page.ts";

let page: WidgetPage;
beforeAll(() => {
  page = new WidgetPage();
});
afterAll(() => page.close());

describe("the kernel survives", () => {
  it("a listener that sets the value again and again", async () => {
    await page.run(
      "const s = slider(0, 10, { value: 0, step: 1 }); s.onChange((v) => { if (v < 10) s.value = v + 1; }); s",
    );
    await page.update(page.newest("FloatSliderModel"), { value: 1 });
    expect(await page.notebook.value("s.value")).toBe("10");
  });

  it("a listener that never stops setting it: an error below its cell", async () => {
    await page.run("const t = text(); t.onChange((v) => { t.value = v + 'x'.repeat(1); }); t");
    const id = page.newest("TextModel");
    await page.update(id, { value: "a" });
    const errors = page.notebook.messages.filter((message) => message.kind === "error");
    expect(errors.at(-1)?.evalue).toMatch(/call stack/);
    await page.run("t.close()");
    expect(await page.notebook.value("1 + 1")).toBe("2");
  });

  it("a listener that closes its control, or adds another", async () => {
    await page.run("const c = checkbox(); c.onChange(() => c.close()); c.onChange(() => c.onChange(() => {})); c");
    const id = page.newest("CheckboxModel");
    expect((await page.update(id, { value: true })).at(-1)).toMatchObject({ kind: "done", status: "ok" });
    expect((await page.update(id, { value: false })).at(-1)).toMatchObject({ kind: "done", status: "ok" });
    expect(await page.notebook.value("c.value")).toBe("true");
  });

  it("a state that cannot be sent, which code may not set and pages do not get", async () => {
    await page.run("const round: any = { list: [] }; const w = widget({ state: { round, n: 1 }, render() {} }); w");
    const id = page.newest("AnyModel");
    for (const code of ["w.set('n', 5n as any)", "const r: any = {}; r.r = r; w.set('n', r)"]) {
      expect((await page.run(code)).status).toBe("error");
    }
    expect(await page.notebook.value("w.get('n')")).toBe("1");
    await page.run("round.list.push(1n)");
    await page.send({ action: "message", id, data: { method: "request_state" } });
    await page.run("const sound = checkbox({ label: 'sound' }); sound");
    const other = page.newest("CheckboxModel");
    const [reply] = await page.send({ action: "message", id: other, data: { method: "request_state" } });
    expect(reply).toMatchObject({ kind: "comm", id: other, data: { state: { description: "sound" } } });
  });

  it("a million characters and a megabyte of bytes", async () => {
    await page.run("const long = text(); long");
    await page.update(page.newest("TextModel"), { value: "x".repeat(1_000_000) });
    expect(await page.notebook.value("long.value.length")).toBe("1000000");
    await page.update(page.newest("TextModel"), { value: "y" }, { buffer_paths: [["value"]] }, [
      new Uint8Array(1_000_000),
    ]);
    expect(await page.notebook.value("long.value.length")).toBe("1000000");
  });

  it("names that objects have by themselves", async () => {
    await page.run(
      "interact((values) => Object.keys(values).join(), { constructor: [0, 1], toString: true, hasOwnProperty: 'x' } as any)",
    );
    expect(page.results().at(-1)).toBe("'constructor,toString,hasOwnProperty'");
    await page.run(
      'const p = widget({ state: JSON.parse(\'{ "__proto__": { "a": 1 }, "b": 2 }\'), render() {} } as any)',
    );
    expect(await page.notebook.value("String(({} as any).a)")).toBe("'undefined'");
  });

  it("an interaction inside an interaction, and one control in two", async () => {
    const { errors } = await page.run(
      "const both = slider(0, 10, { value: 1, step: 1, label: 'both' }); const seen: number[] = []; " +
        "interact(({ a }) => { seen.push(a); }, { a: both }); " +
        "interact(({ b }) => { seen.push(b * 100); interact(() => 'inner', { y: true }); return b }, { b: both })",
    );
    expect(errors).toEqual([]);
    const id = page.newest("FloatSliderModel");
    await page.update(id, { value: 7 });
    await page.notebook.until(() => page.displays().some(({ data }) => data["text/plain"] === "7"));
    expect(await page.notebook.value("seen.join()")).toBe("'1,100,7,700'");
  });

  it("a thousand controls", async () => {
    await page.run(
      "const many = Array.from({ length: 1000 }, (_, i) => checkbox({ label: 'many ' + i })); many.forEach((each) => display(each))",
    );
    const count = () => [...page.models().values()].filter(({ description }) => /^many /.test(`${description}`)).length;
    expect(count()).toBe(1000);
    await page.run("many.forEach((each) => each.close())");
    expect(count()).toBe(0);
  });

  it("an option that is undefined, and two that are the same", async () => {
    await page.run("const menu = select({ none: undefined, one: 1, again: 1 }, { value: 1 }); menu");
    const id = page.newest("DropdownModel");
    expect(await page.update(id, { index: 0 })).toMatchObject([{ data: { state: { index: 0 } } }, { kind: "done" }]);
    expect(await page.notebook.value("String(menu.value)")).toBe("'undefined'");
    expect(await page.update(id, { index: 2 })).toMatchObject([{ data: { state: { index: 1 } } }, { kind: "done" }]);
  });

  it("a result that comes after an interrupt has given it up", async () => {
    await page.run(
      "const held: ((x: unknown) => void)[] = []; " +
        "const slow = interact(({ x }) => x === 1 ? new Promise((go) => held.push(go)) : x, { x: slider(0, 9, { value: 0, step: 1 }) })",
    );
    const id = page.newest("FloatSliderModel");
    await page.update(id, { value: 1 });
    await page.run("await new Promise((go) => setTimeout(go, 0)); held.length");
    await page.update(id, { value: 2 });
    await page.notebook.runAndInterrupt("console.log('go'); for (;;);");
    await page.reads("2");
    await page.run("held.forEach((go) => go('late')); await new Promise((go) => setTimeout(go, 0))");
    expect(await page.notebook.value("slow.result")).toBe("2");
    expect(page.results().at(-1)).toBe("2");
  });

  it("a value whose display fails only as a draft", async () => {
    await page.run(
      "interact(({ x }) => ({ [Symbol.for('Jupyter.display')]: ({ isDraft }: any) => { " +
        "if (isDraft) throw new Error('hasty'); return { 'text/plain': 'calm ' + x } } }), " +
        "{ x: slider(0, 9, { value: 1, step: 1 }) })",
    );
    expect(page.results().at(-1)).toBe("calm 1");
    await page.update(page.newest("FloatSliderModel"), { value: 2 });
    await page.notebook.until(() => page.results().some((text) => text.startsWith("Error: hasty")));
    expect(await page.notebook.value("1")).toBe("1");
  });
});
