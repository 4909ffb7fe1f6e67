import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KernelProcess } from "../front/reference/kernel-process.ts";
import type { Message } from "../protocol/message.ts";
import type { CommMessage, FromRuntime } from "../runtime/output/channel.ts";
import { WidgetPage } from "./reference/widget-page.ts";

let page: WidgetPage;
beforeAll(async () => {
  page = new WidgetPage();
  await page.run("0");
});
afterAll(() => page.close());

const CONTROL = "jupyter.widget.control";
const REQUEST = { method: "request_states" };
const WITH_BYTES =
  "const drawn = widget({ state: { first: new Uint8Array([1, 2]), n: 3, last: new Float32Array([4]) }, render() {} });";

const open = (id: string, version?: string) =>
  page.send({ action: "open", id, target: CONTROL, data: {}, ...(version && { metadata: { version } }) });
const isComm = (message: FromRuntime): message is CommMessage => message.kind === "comm";

/** The answer to a request for all states. */
async function states(id: string) {
  expect(await open(id, "1.0.0")).toMatchObject([{ kind: "done", status: "ok" }]);
  const said = await page.send({ action: "message", id, data: REQUEST });
  const [answer, ...others] = said.filter(isComm);
  expect(others).toEqual([]);
  expect(answer).toMatchObject({ id, action: "message", data: { method: "update_states" } });
  await page.send({ action: "close", id, data: {} });
  const { states, buffer_paths } = answer.data as {
    states: Record<string, { state: Record<string, unknown> }>;
    buffer_paths: string[][];
  };
  return { states, buffer_paths, buffers: answer.buffers ?? [] };
}

describe("a page that asks for all states", () => {
  it("gets each open model, as it is now, and its bytes", async () => {
    expect(await states("empty")).toEqual({ states: {}, buffer_paths: [], buffers: [] });
    await page.run(`${WITH_BYTES} drawn`);
    await page.run("const s = slider(0.1, 5, { value: 1.3 }); s");
    await page.run("interact(() => 0, { d: checkbox(), e: text() })");
    await page.run("s.value = 2.5; drawn.value.n = 4");
    const { states: sent, buffer_paths, buffers } = await states("first");
    const models = page.models();
    expect(Object.keys(sent)).toEqual([...models.keys()]);
    expect(models.size).toBeGreaterThan(8);
    for (const [id, state] of models) {
      const { _model_name, _model_module, _model_module_version } = state;
      expect(sent[id]).toEqual({
        model_name: _model_name,
        model_module: _model_module,
        model_module_version: _model_module_version,
        state,
      });
    }
    expect(sent[page.newest("FloatSliderModel")].state.value).toBe(2.5);
    const id = page.newest("AnyModel");
    expect(buffer_paths).toEqual([
      [id, "state", "first"],
      [id, "state", "last"],
    ]);
    expect(buffers.map((bytes) => [...bytes])).toEqual([
      [1, 2],
      [0, 0, 128, 64],
    ]);
  });

  it("gets nothing of models that are closed", async () => {
    await page.run("const shown = slider(0, 1); shown");
    const before = Object.keys((await states("second")).states).length;
    await page.run("shown.close()");
    expect(Object.keys((await states("third")).states)).toHaveLength(before - 3);
  });

  it("is refused, and asks each model, if it speaks another version or a cell has models of its own", async () => {
    const refused = (id: string) => [{ kind: "comm", id, action: "close" }, { kind: "done" }];
    expect(await open("fourth", "2.0.0")).toMatchObject(refused("fourth"));
    expect(await open("fifth")).toMatchObject(refused("fifth"));
    await page.run("const own = openComm('jupyter.widget', { state: {} }); 0");
    expect(await open("sixth", "1.0.0")).toMatchObject(refused("sixth"));
    await page.run("own.close()");
    await states("seventh");
  });

  it("may send anything else, to which there is no answer", async () => {
    await open("eighth", "1.0.0");
    for (const data of [null, [], {}, { method: 1 }, { method: "update_states" }, { method: ["request_states"] }]) {
      expect(await page.send({ action: "message", id: "eighth", data })).toMatchObject([
        { kind: "done", status: "ok" },
      ]);
    }
  });
});

it("the front hands the answer on, with its bytes, as one to the request", async () => {
  const kernel = await KernelProcess.start(["--no-history"]);
  try {
    const { client } = kernel;
    await client.execute(`${WITH_BYTES} drawn`);
    const opened = client.message("comm_open", { comm_id: "all", target_name: CONTROL, data: {} });
    const request = client.message("comm_msg", { comm_id: "all", data: REQUEST });
    await client.post("shell", { ...opened, metadata: { version: "1.0.0" } });
    await client.post("shell", request);
    await client.idle(request.header.msg_id);
    const answers = client.published.filter(({ header, content }: Message) => {
      return header.msg_type === "comm_msg" && content.comm_id === "all";
    });
    expect(answers).toMatchObject([
      { parent: { msg_id: request.header.msg_id }, content: { data: { method: "update_states" } } },
    ]);
    expect(answers[0].buffers.map((bytes) => [...bytes])).toEqual([
      [1, 2],
      [0, 0, 128, 64],
    ]);
  } finally {
    await kernel.stop();
  }
});
