/**
 * Output areas: what the kernel publishes, gathered below the cells that caused it, as JupyterLab does.
 *
 * Text that follows text of the same stream is joined to it, carriage returns and all, which JupyterLab draws as a terminal does.
 * `clear_output` empties an area, at once or when the next output comes; `update_display_data` changes every display of its id, also
 * those of earlier cells.
 * Source: "Messaging in Jupyter", sections Streams, Display Data and Clear output.
 */
import type { JsonObject } from "../protocol/json-object.ts";
import { fieldsOf, type Output } from "./document.ts";

interface Area {
  readonly outputs: Output[];
  clearsNext: boolean;
}

interface Shown {
  readonly area: Area;
  readonly output: Output;
}

export class OutputAreas {
  readonly #areas = new Map<string, Area>();
  readonly #shown = new Map<string, Shown[]>();

  /** Opens an area under a name; gives its outputs, which grow. */
  open(name: string): readonly Output[] {
    const outputs: Output[] = [];
    this.#areas.set(name, { outputs, clearsNext: false });
    return outputs;
  }

  /** Takes one broadcast message about the area of that name; others are none of its business. */
  receive(name: string, type: string, content: JsonObject): void {
    const area = this.#areas.get(name);
    if (area === undefined) return;
    if (type === "clear_output") {
      if (content.wait === true) area.clearsNext = true;
      else clear(area);
    } else if (type === "update_display_data") this.#update(displayId(content), content);
    else this.#add(area, type, content);
  }

  #add(area: Area, type: string, content: JsonObject): void {
    const output = outputOf(type, content);
    if (output === undefined) return;
    if (area.clearsNext) clear(area);
    const last = area.outputs.at(-1);
    if (output.output_type === "stream" && last?.output_type === "stream" && last.name === output.name) {
      area.outputs[area.outputs.length - 1] = { ...last, text: last.text + output.text };
      return;
    }
    area.outputs.push(output);
    const id = displayId(content);
    if (id !== undefined) this.#shown.set(id, [...(this.#shown.get(id) ?? []), { area, output }]);
  }

  #update(id: string | undefined, content: JsonObject): void {
    if (id === undefined) return;
    const updated = (this.#shown.get(id) ?? []).flatMap(({ area, output }): Shown[] => {
      const index = area.outputs.indexOf(output);
      if (index < 0) return []; // it was cleared
      const next = { ...output, data: fieldsOf(content.data), metadata: fieldsOf(content.metadata) } as Output;
      area.outputs[index] = next;
      return [{ area, output: next }];
    });
    this.#shown.set(id, updated);
  }
}

function clear(area: Area): void {
  area.outputs.length = 0;
  area.clearsNext = false;
}

/** What a message of the kernel leaves in a notebook; undefined if that is nothing. */
function outputOf(type: string, { transient: _, ...content }: JsonObject): Output | undefined {
  return /^(?:stream|error|display_data|execute_result)$/.test(type)
    ? ({ output_type: type, ...content } as unknown as Output)
    : undefined;
}

function displayId({ transient }: JsonObject): string | undefined {
  const id = fieldsOf(transient).display_id;
  return typeof id === "string" ? id : undefined;
}
