/** Output of a cell, as the message that is broadcast. */
import type { JsonObject } from "../protocol/json-object.ts";
import type {
  ClearOutput,
  CommMessage,
  DisplayOutput,
  ErrorOutput,
  ResultOutput,
  StreamOutput,
} from "../runtime/output/channel.ts";
import { writeComm } from "./comm-registry.ts";
import type { Extras } from "./wire.ts";

export type Output = StreamOutput | DisplayOutput | ResultOutput | ClearOutput | ErrorOutput | CommMessage;

type Broadcast = Extras & { readonly type: string; readonly content: JsonObject };

export function broadcastOf(output: Output, executionCount: number): Broadcast {
  switch (output.kind) {
    case "stream":
      return { type: "stream", content: { name: output.name, text: output.text } };
    case "display": {
      const { data, metadata, displayId, update } = output;
      const transient = displayId === undefined ? {} : { display_id: displayId };
      return { type: update ? "update_display_data" : "display_data", content: { data, metadata, transient } };
    }
    case "result": {
      const { data, metadata } = output;
      return { type: "execute_result", content: { execution_count: executionCount, data, metadata } };
    }
    case "clear":
      return { type: "clear_output", content: { wait: output.wait } };
    case "error": {
      const { ename, evalue, traceback } = output;
      return { type: "error", content: { ename, evalue, traceback } };
    }
    case "comm":
      return { ...writeComm(output), metadata: output.metadata, buffers: output.buffers };
  }
}
