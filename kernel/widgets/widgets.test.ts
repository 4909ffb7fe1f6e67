import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CommMessage, DisplayOutput } from "../runtime/output/channel.ts";
import { WidgetPage } from "./reference/widget-page.ts";

let page: WidgetPage;
beforeAll(() => {
  page = new WidgetPage();
});
afterAll(() => page.close());

const VIEW = "application/vnd.jupyter.widget-view+json";

describe("a control", () => {
  it("opens its model when it is first shown, with layout and style, and shows it", async () => {
    const { messages, data } = await page.run("const s = slider(0.1, 5, { value: 1.3, label: 'epsilon' }); s");
    const opened = messages.filter((message) => message.kind === "comm");
    expect(opened.map(({ target, metadata }) => [target, metadata])).toEqual(
      Array(3).fill(["jupyter.widget", { version: "2.1.0" }]),
    );
    const [layout, style, slider] = opened as CommMessage[];
    expect(slider.data).toMatchObject({
      state: {
        _model_module: "@jupyter-widgets/controls",
        _model_module_version: "2.0.0",
        _model_name: "FloatSliderModel",
        _view_module: "@jupyter-widgets/controls",
        _view_module_version: "2.0.0",
        _view_name: "FloatSliderView",
        layout: `IPY_MODEL_${layout.id}`,
        style: `IPY_MODEL_${style.id}`,
        ...{ min: 0.1, max: 5, step: 0.01, value: 1.3, readout_format: ".2f", description: "epsilon" },
      },
      buffer_paths: [],
    });
    expect(data).toEqual({
      [VIEW]: { version_major: 2, version_minor: 0, model_id: slider.id },
      "text/plain": "epsilon: slider from 0.1 to 5 (works while the kernel runs)",
    });
  });

  it("is opened once, and not at all if it is never shown", async () => {
    const opens = (messages: readonly { kind: string }[]) => messages.filter(({ kind }) => kind === "comm").length;
    expect(opens((await page.run("display(s); s")).messages)).toBe(0);
    expect(opens((await page.run("const hidden = checkbox(); hidden.value = true; hidden.value")).messages)).toBe(0);
  });

  it("follows the page, tells the cell's functions, and echoes", async () => {
    const { messages } = await page.run("s.onChange((value) => console.log('now', value)); 0");
    const cell = (messages.at(-1) as { cell: number }).cell;
    const id = page.newest("FloatSliderModel");
    const said = await page.update(id, { value: 2.5 });
    expect(said).toMatchObject([
      { kind: "comm", action: "message", id, data: { method: "echo_update", state: { value: 2.5 }, buffer_paths: [] } },
      { kind: "stream", cell, text: "now 2.5\n" },
      { kind: "done", status: "ok" },
    ]);
    expect(await page.notebook.value("s.value")).toBe("2.5");
  });

  it("is moved by code, on the page too", async () => {
    const { messages, stdout } = await page.run("s.value = 4; s.value = 4");
    expect(stdout).toBe("");
    expect(messages).toMatchObject([
      { kind: "comm", data: { method: "update", state: { value: 4 } } },
      { kind: "stream", text: "now 4\n" },
      { kind: "result" },
      { kind: "done" },
    ]);
  });

  it("answers a request for its state", async () => {
    const id = page.newest("FloatSliderModel");
    expect(await page.send({ action: "message", id, data: { method: "request_state" } })).toMatchObject([
      { kind: "comm", id, data: { method: "update", state: { value: 4, _model_name: "FloatSliderModel" } } },
      { kind: "done" },
    ]);
  });

  it("shows the errors of its functions below their cell, and lives on", async () => {
    const { messages } = await page.run(
      "s.onChange(() => { throw new Error('first') }); s.onChange(async () => { throw new Error('second') }); 0",
    );
    const cell = (messages.at(-1) as { cell: number }).cell;
    const errors = () =>
      page.notebook.messages.filter((message) => message.kind === "error").map(({ cell, evalue }) => [cell, evalue]);
    await page.update(page.newest("FloatSliderModel"), { value: 1 });
    await page.notebook.until(() => errors().length === 2);
    expect(errors()).toEqual([
      [cell, "first"],
      [cell, "second"],
    ]);
    expect(await page.notebook.value("s.value")).toBe("1");
  });

  it("ends with close, on the page too, and its functions can be taken away", async () => {
    const { stdout } = await page.run(
      "const t = text(); t; const stop = t.onChange(console.log); t.value = 'a'; stop(); t.value = 'b'",
    );
    expect(stdout).toBe("a\n");
    await page.run("const u = text({ label: 'u' }); u");
    const before = page.models().size;
    const { messages } = await page.run("u.close(); u.close(); u.value = 'c'; u.value");
    expect(messages.filter((message) => message.kind === "comm").map(({ action }) => action)).toEqual(
      Array(3).fill("close"),
    );
    expect(page.models().size).toBe(before - 3);
    const { errors } = await page.run("u");
    expect(errors[0].evalue).toBe("the field for text is closed");
  });
});

describe("messages of a stranger", () => {
  const value = (code: string) => page.notebook.value(code);

  it.each([
    ["a text", "2", 1],
    ["nothing", null, 1],
    ["an object", { valueOf: 3 }, 1],
    ["too much", 1e300, 5],
    ["too little", -1e300, 0.1],
  ])("set no slider to %s", async (_, sent, expected) => {
    await page.run("const guarded = slider(0.1, 5, { value: 1 }); guarded");
    const id = page.newest("FloatSliderModel");
    const [echo, done] = await page.update(id, { value: sent });
    expect(echo).toMatchObject({ data: { method: "echo_update", state: { value: expected } } });
    expect(done).toMatchObject({ kind: "done", status: "ok" });
    expect(Number(await value("guarded.value"))).toBe(expected);
  });

  it("may differ from the value by their rounding, which is sent to pages and not to functions", async () => {
    await page.run("const exact = slider(0.1, 5, { value: 1 }); exact.onChange((v) => console.log('exact', v)); exact");
    const cell = page.notebook.cell;
    const id = page.newest("FloatSliderModel");
    for (const sent of [2.3000000000000003, 2.3, 2.29999])
      expect(await page.update(id, { value: sent })).toContainEqual(
        expect.objectContaining({ data: { method: "echo_update", state: { value: sent }, buffer_paths: [] } }),
      );
    expect(page.notebook.textOf(cell, "stdout")).toBe("exact 2.3\n");
    expect(await value("exact.value")).toBe("2.3");
  });

  it("change no other part of a model, and no prototype", async () => {
    await page.run("const plain = select(['a', 'b'], { label: 'plain' }); plain");
    const id = page.newest("DropdownModel");
    for (const index of [7, -1, 0.5, "1", null, [1]]) {
      expect(await page.update(id, { index })).toMatchObject([{ data: { state: { index: 0 } } }, { kind: "done" }]);
    }
    const evil = JSON.parse('{ "__proto__": { "polluted": 1 }, "constructor": 5, "description": "evil", "_esm": "x" }');
    expect(await page.update(id, evil)).toMatchObject([{ kind: "done", status: "ok" }]);
    const paths = [
      ["__proto__", "polluted"],
      ["index", "__proto__", "polluted"],
      ["constructor", "prototype", "x"],
      [],
      5,
    ];
    await page.update(id, {}, { buffer_paths: paths }, Array(5).fill(new Uint8Array([1])));
    expect(await value("[({} as any).polluted, ({} as any).x, plain.value].join()")).toBe("',,a'");
    expect(page.stateOf(id).description).toBe("plain");
  });

  it("of any form are survived", async () => {
    const id = page.newest("DropdownModel");
    for (const data of [
      null,
      5,
      [],
      {},
      { method: 5 },
      { method: "update" },
      { method: "update", state: 5 },
      { method: "x" },
    ]) {
      expect(await page.send({ action: "message", id, data })).toMatchObject([{ kind: "done", status: "ok" }]);
    }
    expect(await page.send({ action: "message", id: "nobody", data: { method: "request_state" } })).toMatchObject([
      { kind: "done", status: "ok" },
    ]);
    await page.custom(id, { event: "click" });
    expect(await page.update(id, { index: 1 })).toMatchObject([{ data: { state: { index: 1 } } }, { kind: "done" }]);
    expect(await value("plain.value")).toBe("'b'");
  });

  it("close a model, which then says that it is closed", async () => {
    const id = page.newest("DropdownModel");
    await page.send({ action: "close", id, data: {} });
    expect((await page.run("plain")).errors[0].evalue).toBe("the menu of a, b is closed");
  });
});

describe("a button", () => {
  it("counts its clicks and calls its function", async () => {
    const { messages } = await page.run("const b = button('Go', async (count) => console.log('clicked', count)); b");
    const cell = (messages.at(-1) as { cell: number }).cell;
    const id = page.newest("ButtonModel");
    await page.custom(id, { event: "click" });
    await page.custom(id, { event: "other" });
    await page.custom(id, "click");
    await page.custom(id, { event: "click" });
    expect(page.notebook.textOf(cell, "stdout")).toBe("clicked 1\nclicked 2\n");
    await page.update(id, { value: 99 });
    expect(await page.notebook.value("b.value")).toBe("2");
  });
});

describe("ids on the page", () => {
  /** Of the models and results of some cells, in a kernel of their own. */
  async function idsOf(cells: readonly string[]): Promise<unknown[]> {
    const fresh = new WidgetPage();
    try {
      for (const cell of cells) await fresh.run(cell);
      const models = fresh.notebook.messages.flatMap((said) =>
        said.kind === "comm" && said.action === "open" ? said.id : [],
      );
      const results = fresh
        .displays()
        .flatMap(({ metadata, update }) => (update || !metadata.epsilab ? [] : metadata.epsilab));
      return [...models, ...results.map((result) => Object(result).display)];
    } finally {
      fresh.close();
    }
  }

  it("are the same where the same cells run from the start, and no two of a session are", async () => {
    const cell = "interact(({ x }) => { display(x); return x; }, { x: slider(0, 1) })";
    const ids = await idsOf([cell, cell]);
    expect(ids.length).toBeGreaterThan(8);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await idsOf([cell, cell])).toEqual(ids);
    const others = await idsOf([cell.replace("slider(0, 1)", "slider(0, 2)"), cell]);
    expect(others[0]).not.toBe(ids[0]);
  });
});

describe("interact", () => {
  it("shows the controls, and below them the result, which follows", async () => {
    const { displays, data } = await page.run(
      "const shown = interact(({ x }) => 'x is ' + x, { x: slider(0, 10, { value: 5, step: 1 }) }); shown",
    );
    expect(data).toBeUndefined();
    expect(displays[0].data).toMatchObject({
      [VIEW]: { model_id: page.newest("VBoxModel") },
      "text/plain": "x: slider from 0 to 10 (works while the kernel runs)",
    });
    expect(page.stateOf(page.newest("VBoxModel")).children).toEqual([`IPY_MODEL_${page.newest("FloatSliderModel")}`]);
    expect(displays[1]).toMatchObject({ update: false, data: { "text/plain": "'x is 5'" } });
    const { displayId } = displays[1];
    expect(displays[1].metadata).toEqual({ epsilab: { display: displayId, version: 1 } });
    await page.update(page.newest("FloatSliderModel"), { value: 6 });
    await page.reads("'x is 6'");
    expect(page.displays().at(-1)).toMatchObject({ displayId, update: true, cell: displays[1].cell });
    expect(await page.notebook.value("[shown.result, shown.controls.x.value].join()")).toBe("'x is 6,6'");
  });

  it("takes values that stand for controls, and says which it does not", async () => {
    await page.run(
      "interact((values) => JSON.stringify(values), { range: [0.1, 5], whole: 3, part: 0.5, below: -2, zero: 0, " +
        "yes: true, name: 'Ada', menu: ['a', 'b'], numbers: [1, 2, 3] })",
    );
    expect(page.results().at(-1)).toBe(
      `'{"range":2.55,"whole":3,"part":0.5,"below":-2,"zero":0,"yes":true,"name":"Ada","menu":"a","numbers":1}'`,
    );
    const children = page.stateOf(page.newest("VBoxModel")).children as string[];
    const states = children.map((reference) => page.stateOf(reference.slice("IPY_MODEL_".length)));
    expect(states.map(({ _model_name }) => _model_name)).toEqual([
      ...Array(5).fill("FloatSliderModel"),
      ...["CheckboxModel", "TextModel", "DropdownModel", "DropdownModel"],
    ]);
    expect(states.slice(0, 5).map(({ min, max, step }) => [min, max, step])).toEqual([
      [0.1, 5, 0.01],
      [0, 9, 1],
      [0, 1.5, 0.01],
      [-6, 0, 1],
      [0, 1, 0.01],
    ]);
    for (const [code, reason] of [
      ["interact(() => 0, { x: null as any })", /^x must be a control, .* got null$/],
      ["interact(() => 0, { x: NaN })", /^x must be a control, .* got NaN$/],
      ["interact(() => 0, [1, 2] as any)", /^inputs must be an object of controls/],
      ["interact(() => 0, slider(0, 1) as any)", /^inputs must be an object of controls/],
      ["interact(5 as any, {})", /^make must be a function, got 5$/],
    ] as const) {
      expect((await page.run(code)).errors[0].evalue).toMatch(reason);
    }
  });

  it("computes only the newest of many changes, and none twice", async () => {
    await page.run(
      `import { existsSync } from "node:fs"; const calls: number[] = []; const pause = new Int32Array(new SharedArrayBuffer(4));
       const isHeld = () => calls.length === 2 && !existsSync("posted");
       interact(({ x }) => { calls.push(x); while (isHeld()) Atomics.wait(pause, 0, 0, 5); return x },
         { x: slider(0, 1000, { value: 0, step: 1 }) })`,
    );
    const id = page.newest("FloatSliderModel");
    for (let value = 1; value <= 200; value++) {
      page.post({ action: "message", id, data: { method: "update", state: { value } } });
    }
    page.notebook.write("posted", ""); // the second call goes on
    await page.reads("200");
    const calls = JSON.parse(String(await page.notebook.value("JSON.stringify(calls)")).slice(1, -1)) as number[];
    expect(calls[0]).toBe(0);
    expect(calls.at(-1)).toBe(200);
    expect(calls.length).toBeLessThan(100);
    expect(new Set(calls).size).toBe(calls.length);
  });

  it("awaits a promise, and starts no other meanwhile", async () => {
    await page.run(
      `let running = 0, most = 0; const order: number[] = [];
       interact(async ({ x }) => {
         most = Math.max(most, ++running); await new Promise((go) => setTimeout(go, 30)); running--; order.push(x); return x
       }, { x: [0, 100] })`,
    );
    const id = page.newest("FloatSliderModel");
    expect(page.results().at(-1)).toBe("50");
    for (const value of [1, 2, 3, 4])
      page.post({ action: "message", id, data: { method: "update", state: { value } } });
    await page.reads("4");
    expect(await page.notebook.value("[most, order.at(-1)].join()")).toBe("'1,4'");
  });

  it("lets a first result that is awaited finish before the next is begun, and the cell wait for it", async () => {
    const cell = page.notebook.send(
      `let at = 0, top = 0;
       interact(async ({ x }) => {
         top = Math.max(top, ++at);
         await new Promise((go) => { (globalThis as any).release = go; console.log('begun', x) });
         at--; return x
       }, { x: slider(0, 9, { value: 0, step: 1 }) })`,
    );
    const begun = (text: string) => page.notebook.until(() => page.notebook.textOf(cell, "stdout").includes(text));
    await begun("begun 0");
    const id = page.newest("FloatSliderModel");
    await page.update(id, { value: 3 });
    await page.update(id, { value: 4 });
    const isDone = () => page.notebook.messages.some((said) => said.kind === "done" && said.cell === cell);
    expect(isDone()).toBe(false);
    await page.run("(globalThis as any).release()");
    await begun("begun 4");
    await page.notebook.until(isDone);
    await page.run("(globalThis as any).release()");
    await page.reads("4");
    expect(page.results()).toEqual(["0", "4"]);
    expect(await page.notebook.value("top")).toBe("1");
    expect(page.notebook.textOf(cell, "stdout")).toBe("begun 0\nbegun 4\n");
  });

  it("shows an error in the place of the result, and goes on", async () => {
    const { status, errors } = await page.run(
      "interact(({ x }) => { if (x > 5) throw new Error('too much'); return x }, { x: slider(0, 10, { value: 9 }) })",
    );
    expect([status, errors]).toEqual(["ok", []]);
    expect(page.displays().at(-1)?.data).toMatchObject({
      "application/vnd.jupyter.stderr": expect.stringContaining("too much"),
      "text/plain": expect.stringMatching(/^Error: too much\n/),
    });
    const id = page.newest("FloatSliderModel");
    await page.update(id, { value: 2 });
    await page.reads("2");
    await page.update(id, { value: 8 });
    await page.notebook.until(() => page.results().at(-1)?.startsWith("Error: too much") === true);
    await page.run("await new Promise((go) => setTimeout(go, 1000))"); // longer than a draft stands
    expect(page.results().at(-1)).toMatch(/^Error: too much/);
    await page.run("interact(async () => { throw new RangeError('late') }, {})");
    expect(page.displays().at(-1)?.data["text/plain"]).toMatch(/RangeError: late/);
    await page.run("interact(() => ({ [Symbol.for('Jupyter.display')]: () => 5 }), {})");
    expect(page.displays().at(-1)?.data["text/plain"]).toMatch(/a display must be an object of MIME types/);
  });

  it("shows a draft while values change, and the whole once they rest", async () => {
    const { displays } = await page.run("interact(({ x }) => ({ data: [{ y: [1, x] }], layout: {} }), { x: [0, 1] })");
    const types = ({ data }: DisplayOutput) => Object.keys(data).sort();
    const whole = ["application/vnd.plotly.v1+json", "image/png", "text/plain"];
    expect(types(displays[1])).toEqual(whole);
    const { displayId } = displays[1];
    const own = () => page.displays().filter((shown) => shown.displayId === displayId);
    await page.update(page.newest("FloatSliderModel"), { value: 0.3 });
    await page.notebook.until(() => own().length === 3);
    expect(types(own()[1])).toEqual(["application/vnd.plotly.v1+json", "text/plain"]);
    expect(types(own()[2])).toEqual(whole);
    expect(own()[2].data["application/vnd.plotly.v1+json"]).toEqual(own()[1].data["application/vnd.plotly.v1+json"]);
  });

  it("keeps the places of what its function displays, and blanks those that are not used", async () => {
    await page.run(
      "interact(({ n }) => { for (let i = 0; i < n; i++) display(i + ' of ' + n); }, { n: slider(0, 5, { value: 2, step: 1 }) })",
    );
    const shown = page.displays().slice(-3);
    expect(shown.map(({ update, data }) => [update, data["text/plain"]])).toEqual([
      [false, "'0 of 2'"],
      [false, "'1 of 2'"],
      [false, ""],
    ]);
    const before = page.displays().length;
    await page.update(page.newest("FloatSliderModel"), { value: 1 });
    await page.notebook.until(() => page.displays().length === before + 3);
    const next = page.displays().slice(before);
    expect(next.map(({ update, displayId, data }) => [update, displayId, data["text/plain"]])).toEqual([
      [true, shown[0].displayId, "'0 of 1'"],
      [true, shown[1].displayId, ""],
      [true, shown[2].displayId, ""],
    ]);
  });

  it("is followed while a cell waits, and can be stopped in a loop and goes on", async () => {
    await page.run(
      "interact(({ x }) => { if (x === 1) { console.log('go'); for (;;); } return x }, { x: slider(0, 9, { value: 0, step: 1 }) })",
    );
    const id = page.newest("FloatSliderModel");
    const cell = page.notebook.cell;
    page.post({ action: "message", id, data: { method: "update", state: { value: 1 } } });
    await page.notebook.until(() => page.notebook.textOf(cell, "stdout").includes("go"));
    page.notebook.interrupt();
    page.post({ action: "message", id, data: { method: "update", state: { value: 2 } } });
    await page.reads("2");
    const waiting = page.notebook.send(
      "await new Promise((go) => { (globalThis as any).go = go; console.log('waiting') })",
    );
    await page.notebook.until(() => page.notebook.textOf(waiting, "stdout").includes("waiting"));
    await page.update(id, { value: 3 });
    await page.reads("3");
    await page.custom(id, {});
    page.notebook.interrupt();
    await page.notebook.until(() =>
      page.notebook.messages.some((said) => said.kind === "done" && said.cell === waiting),
    );
  });

  it("goes on after an interrupt of what it awaits", async () => {
    await page.run(
      "interact(async ({ x }) => { await null; if (x === 1) { console.log('go'); for (;;); } return x }, " +
        "{ x: slider(0, 9, { value: 0, step: 1 }) })",
    );
    const cell = page.notebook.cell;
    const id = page.newest("FloatSliderModel");
    page.post({ action: "message", id, data: { method: "update", state: { value: 1 } } });
    await page.notebook.until(() => page.notebook.textOf(cell, "stdout").includes("go"));
    page.notebook.interrupt();
    page.post({ action: "message", id, data: { method: "update", state: { value: 2 } } });
    await page.reads("2");
  });

  it("is kept by nobody once it is closed", async () => {
    await page.run(
      "require('node:v8').setFlagsFromString('--expose-gc'); var collect = require('node:vm').runInNewContext('gc')",
    );
    await page.run(
      "var closed; { const one = interact(({ a }) => a, { a: 2 }); closed = new WeakRef(one); one.close() }",
    );
    expect((await page.run("collect(); closed.deref() === undefined")).text).toBe("true");
  });

  it("ends with close, and its result stays", async () => {
    await page.run("const ending = interact(({ x }) => x, { x: [0, 1] })");
    const id = page.newest("FloatSliderModel");
    const before = page.displays().length;
    await page.run("ending.close(); ending.controls.x.value = 0.25");
    expect(page.models().has(id)).toBe(false);
    await page.run("0");
    expect(page.displays().length).toBe(before);
  });
});

describe("a widget of a module", () => {
  it("sends the module as text, and its state", async () => {
    const { data } = await page.run(
      "const w = widget({ state: { count: 1, bytes: new Uint8Array([7, 8]) }, css: '.a {}', " +
        "render({ model, el }) { el.textContent = model.get('count' as string) } }); w",
    );
    const id = page.newest("AnyModel");
    expect(data?.[VIEW]).toMatchObject({ model_id: id });
    const state = page.stateOf(id);
    expect(state).toMatchObject({
      _model_module: "anywidget",
      _view_name: "AnyView",
      _css: ".a {}",
      count: 1,
      bytes: null,
    });
    expect(state._esm).not.toContain("as string");
    const module = (await import(`data:text/javascript,${encodeURIComponent(String(state._esm))}`)).default;
    const el = { textContent: "" };
    module.render({ model: { get: (name: string) => `the ${name}` }, el });
    expect(el.textContent).toBe("the count");
    const opened = page.notebook.messages.findLast(
      (said) => said.kind === "comm" && said.id === id && said.action === "open",
    );
    expect(opened).toMatchObject({ data: { buffer_paths: [["bytes"]] }, buffers: [new Uint8Array([7, 8])] });
  });

  it.each([
    ["an arrow", "({ el }) => { el.textContent = 'drawn' }"],
    ["an async arrow", "async ({ el }) => { el.textContent = 'drawn' }"],
    ["a function", "function ({ el }) { el.textContent = 'drawn' }"],
    ["an arrow without parentheses", "view => { view.el.textContent = 'drawn' }"],
    ["a named function", "function draw({ el }) { el.textContent = 'drawn' }"],
    ["an async function", "async function ({ el }) { el.textContent = 'drawn' }"],
  ])("takes %s", async (_, code) => {
    await page.run(`widget({ render: ${code} })`);
    const { _esm } = page.stateOf(page.newest("AnyModel"));
    const el = { textContent: "" };
    await (await import(`data:text/javascript,${encodeURIComponent(String(_esm))}`)).default.render({ el });
    expect(el.textContent).toBe("drawn");
  });

  it("takes an async method, and a whole module as text", async () => {
    await page.run("widget({ async render({ el }) { el.textContent = 'drawn' }, initialize() {} })");
    const { _esm } = page.stateOf(page.newest("AnyModel"));
    const module = (await import(`data:text/javascript,${encodeURIComponent(String(_esm))}`)).default;
    expect([typeof module.render, typeof module.initialize]).toEqual(["function", "function"]);
    await page.run("widget({ esm: 'export default { render() {} }' })");
    expect(page.stateOf(page.newest("AnyModel"))._esm).toBe("export default { render() {} }");
  });

  it("shares its state and messages, and only its own names", async () => {
    await page.run(
      "const v = widget({ state: { count: 1, list: [] as unknown[] }, render() {} }); " +
        "v.onChange(({ count }) => console.log('count', count)); " +
        "v.onMessage((content, buffers) => { console.log(content, buffers); " +
        "v.send({ pong: true }, [new Uint8Array([3])]) }); v",
    );
    const cell = page.notebook.cell;
    const id = page.newest("AnyModel");
    await page.update(id, { count: 2, _esm: "alert()", layout: "IPY_MODEL_x", toString: 5 });
    expect(page.stateOf(id)._esm).not.toBe("alert()");
    expect(await page.custom(id, { ping: 1 }, [new Uint8Array([1])])).toMatchObject([
      { kind: "stream", cell },
      { kind: "comm", id, data: { method: "custom", content: { pong: true } }, buffers: [new Uint8Array([3])] },
      { kind: "done" },
    ]);
    await page.update(id, {}, { buffer_paths: [["list"]] }, [new Uint8Array([5, 6])]);
    expect(await page.notebook.value("v.get('list')")).toBe("Uint8Array(2) [ 5, 6 ]");
    expect((await page.run("v.set('count', 9); v.value.count")).messages).toMatchObject([
      { kind: "comm", data: { method: "update", state: { count: 9 } } },
      { kind: "stream", text: "count 9\n" },
      { kind: "result" },
      { kind: "done" },
    ]);
    expect(page.notebook.textOf(cell, "stdout")).toContain("count 2\n");
  });

  it.each([
    ["widget({} as any)", "a widget needs render, or esm"],
    ["widget({ render: 5 as any })", "render must be a function, got 5"],
    [
      "widget({ render() {}, state: { list: [new Uint8Array(1)] } })",
      "bytes must stand alone under a name of the state, got some in 0",
    ],
    ["widget({ render() {}, esm: 'x' })", "give esm or functions, not both"],
    ["widget({ render() {}, state: 5 as any })", "state must be an object, got 5"],
    [
      "widget({ render() {}, state: { _esm: 1 } })",
      'a name of the state must not be layout or begin with _, got "_esm"',
    ],
    [
      "widget({ render: console.log.bind(console) })",
      "render must be a function of a cell or a module, got [Function: bound log]",
    ],
    ["widget({ state: { a: 1 }, render() {} }).get('b' as any)", "the state has no 'b': the state a"],
    ["widget({ state: { a: 1 }, render() {} }).value = { b: 1 } as any", "the state has no 'b': the state a"],
  ])("refuses %s", async (code, message) => {
    expect((await page.run(code)).errors[0]?.evalue).toBe(message);
  });
});

describe("the names of widgets", () => {
  it("can be declared again by a cell", async () => {
    expect(
      await page.notebook.value(
        "const text = 'mine'; const select = 1; function widget() { return 2 } [text, select, widget()].join()",
      ),
    ).toBe("'mine,1,2'");
  });
});
