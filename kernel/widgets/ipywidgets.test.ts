import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { PROTOCOL_VERSION } from "./model.ts";
import { WidgetPage } from "./reference/widget-page.ts";

const project = fileURLToPath(new URL("../..", import.meta.url));
const python = process.env.EPSILAB_PYTHON ?? join(project, ".venv", "bin", "python");
const program = fileURLToPath(new URL("reference/ipywidgets_states.py", import.meta.url));
type State = Readonly<Record<string, unknown>>;
type AllStates = {
  readonly method: string;
  readonly states: Readonly<Record<string, { readonly state: State }>>;
  readonly buffer_paths: readonly (readonly string[])[];
  readonly buffers: readonly string[];
};

/** The shape of an answer for all states: what is said of a model, and where its bytes belong. */
function shapeOf({ states, buffer_paths, buffers, ...message }: AllStates) {
  const [state] = Object.values(states);
  expect(buffer_paths).toHaveLength(buffers.length);
  expect(Object.keys(states)).toContain(buffer_paths[0][0]);
  const names = Object.keys(state).sort();
  return {
    message,
    names,
    model: state.state._model_name !== undefined,
    path: buffer_paths[0].slice(1, -1),
  };
}

describe("beside ipywidgets", () => {
  const { protocol, states, answer } = JSON.parse(execFileSync(python, [program], { encoding: "utf8" })) as {
    protocol: string;
    states: readonly State[];
    answer: AllStates;
  };
  const page = new WidgetPage();
  afterAll(() => page.close());

  it("our widgets are of the same classes and versions, and have no trait that theirs lack", async () => {
    expect(PROTOCOL_VERSION).toBe(protocol);
    const { errors } = await page.run(
      "interact(() => 0, { a: slider(0.1, 5, { value: 1.3 }), " +
        "b: slider(1e-6, 1, { log: true }), c: select(['a', 'b']), d: checkbox(), e: text(), f: button('label') })",
    );
    expect(errors).toEqual([]);
    const ours = [...page.models().values()];
    const names = new Set(ours.map(({ _model_name }) => _model_name));
    for (const state of ours) {
      const theirs = states.find(({ _model_name }) => _model_name === state._model_name);
      expect(Object.keys(theirs ?? {}), String(state._model_name)).toEqual(expect.arrayContaining(Object.keys(state)));
      for (const name of Object.keys(state).filter((key) => /^_(model|view)_(module|name)/.test(key)))
        expect(state[name], `${state._model_name} ${name}`).toBe(theirs?.[name]);
      for (const [name, value] of Object.entries(state))
        if (theirs?.[name] !== null) expect(typeof value, `${state._model_name} ${name}`).toBe(typeof theirs?.[name]);
    }
    for (const { _model_name } of states.slice(0, 7)) expect(names).toContain(_model_name);
  });

  it("our answer for all states is of the same form", async () => {
    await page.run("widget({ state: { value: new Uint8Array([1]) }, render() {} })");
    const control = { id: "all", target: "jupyter.widget.control", data: {}, metadata: { version: "1.0.0" } };
    await page.send({ action: "open", ...control });
    const said = await page.send({ action: "message", id: "all", data: { method: "request_states" } });
    const [{ data, buffers }] = said.filter((message) => message.kind === "comm");
    expect(shapeOf({ ...(data as AllStates), buffers: (buffers ?? []).map(String) })).toEqual(shapeOf(answer));
  });
});
