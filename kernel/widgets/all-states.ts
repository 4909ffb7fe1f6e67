/**
 * All states: answers a page that asks for every widget at once, as JupyterLab does when a notebook is opened whose kernel runs.
 *
 * Source: "Jupyter widgets messaging protocol" 2.1, section "Control Widget messages" (version 1.0).
 */
import { takeBuffers } from "./buffers.ts";
import type { WidgetHost } from "./host.ts";
import { isRecord, type OpenModels, requireSendable, type State } from "./model.ts";

export function answerStateRequests({ registerComm }: WidgetHost, open: OpenModels): void {
  registerComm("jupyter.widget.control", (comm) => {
    comm.onMessage = (data) => {
      if (!isRecord(data) || data.method !== "request_states") return;
      const sendable = [...open].filter(([, model]) => isSendable(model.state()));
      const all = sendable.map(([id, model]) => [id, described(model.state())] as const);
      const { state: states, paths, buffers } = takeBuffers(Object.fromEntries(all));
      comm.send({ method: "update_states", states, buffer_paths: paths }, { buffers });
    };
  });
}

/** A cell may have put into an object of a state what cannot be sent: the other models are told all the same. */
function isSendable(state: State): boolean {
  try {
    requireSendable(state);
    return true;
  } catch {
    return false;
  }
}

/** The class of a model apart from the rest, as this message has it. */
function described(state: State): Record<string, unknown> {
  const { _model_name, _model_module, _model_module_version } = state;
  return { model_name: _model_name, model_module: _model_module, model_module_version: _model_module_version, state };
}
