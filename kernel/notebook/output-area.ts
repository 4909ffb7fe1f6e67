/**
 * Output areas: what the kernel publishes, gathered below the cells that caused it, as JupyterLab does.
 *
 * Text that follows text of the same stream is joined to it; a lone carriage return takes the line back, as on a terminal.
 * `clear_output` empties an area, at once or when the next output comes; `update_display_data` changes every display of its id, also
 * those of earlier cells.
 * Source: "Messaging in Jupyter", sections Streams, Display Data and Clear output.
 */
import { type Fields, isFields, type Output } from "./document.ts";

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

  /** Opens an empty area under a name. */
  open(name: string): void {
    this.#areas.set(name, { outputs: [], clearsNext: false });
  }

  outputsOf(name: string): readonly Output[] {
    return this.#areas.get(name)?.outputs ?? [];
  }

  /** Takes one broadcast message about the area of that name; others are none of its business. */
  receive(name: string, type: string, content: Fields): void {
    const area = this.#areas.get(name);
    if (area === undefined) return;
    if (type === "clear_output") {
      if (content.wait === true) area.clearsNext = true;
      else clear(area);
    } else if (type === "update_display_data") this.#update(displayId(content), content);
    else this.#add(area, type, content);
  }

  #add(area: Area, type: string, content: Fields): void {
    const output = outputOf(type, content);
    if (output === undefined) return;
    if (area.clearsNext) clear(area);
    const last = area.outputs.at(-1);
    if (output.output_type === "stream" && last?.output_type === "stream" && last.name === output.name) {
      area.outputs[area.outputs.length - 1] = { ...last, text: overwritten(last.text + output.text) };
      return;
    }
    area.outputs.push(output.output_type === "stream" ? { ...output, text: overwritten(output.text) } : output);
    const id = displayId(content);
    if (id !== undefined) this.#shown.set(id, [...(this.#shown.get(id) ?? []), { area, output }]);
  }

  #update(id: string | undefined, content: Fields): void {
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

function outputOf(type: string, content: Fields): Output | undefined {
  switch (type) {
    case "stream":
      return { output_type: "stream", name: String(content.name), text: String(content.text) };
    case "error": {
      const traceback = Array.isArray(content.traceback) ? content.traceback.map(String) : [];
      return { output_type: "error", ename: String(content.ename), evalue: String(content.evalue), traceback };
    }
    case "display_data":
      return { output_type: "display_data", data: fieldsOf(content.data), metadata: fieldsOf(content.metadata) };
    case "execute_result": {
      const count = typeof content.execution_count === "number" ? content.execution_count : null;
      const [data, metadata] = [fieldsOf(content.data), fieldsOf(content.metadata)];
      return { output_type: "execute_result", data, metadata, execution_count: count };
    }
    default:
      return undefined;
  }
}

function displayId({ transient }: Fields): string | undefined {
  const id = isFields(transient) ? transient.display_id : undefined;
  return typeof id === "string" ? id : undefined;
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** The text as a terminal would leave it: what follows a carriage return writes over its line. */
function overwritten(text: string): string {
  if (!/\r(?!\n)/.test(text)) return text;
  return text
    .split("\n")
    .map((line) => {
      const [first = "", ...later] = line.replace(/\r$/, "").split("\r");
      return later.reduce((shown, next) => next + shown.slice(next.length), first) + (line.endsWith("\r") ? "\r" : "");
    })
    .join("\n");
}
