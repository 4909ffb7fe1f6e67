/**
 * All states: what every open model is, in one answer, for a page that is opened or reloaded.
 *
 * The page opens a comm for the question and closes it after the answer. A page that is refused, or has had no answer for four
 * seconds, asks each model, and waits until the last one has answered. So it is refused if a cell has opened models of its own,
 * whose states are not known here.
 * Source: "Jupyter widgets messaging protocol" 2.1, section Control Widget messaging protocol 1.0 (`schema/messages.md` of
 * ipywidgets).
 */
import type { Comm, registerComm } from "../display/cell-globals.ts";
import { isJsonObject } from "../protocol/json-object.ts";
import { MODEL_TARGET, openModels } from "./model.ts";

const CONTROL_TARGET = "jupyter.widget.control";
/** Of the protocol of these messages, which is not that of models. */
const MAJOR_VERSION = "1";

export interface CommsHost {
  readonly registerComm: typeof registerComm;
  /** How many comms to a target are open, whoever opened them. */
  readonly commsTo: (target: string) => number;
}

export function answerForAllStates({ registerComm, commsTo }: CommsHost): void {
  registerComm(CONTROL_TARGET, (comm, _, { metadata = {} }) => {
    const [major] = String(metadata.version ?? "").split(".");
    if (major !== MAJOR_VERSION || commsTo(MODEL_TARGET) > openModels.size) comm.close();
    else
      comm.onMessage = (data) => {
        if (isJsonObject(data) && data.method === "request_states") tellAll(comm);
      };
  });
}

function tellAll(comm: Comm): void {
  const models = [...openModels].map(([id, model]) => ({ id, ...model.sendable() }));
  const states = models.map(({ id, state }) => {
    const { _model_name: model_name, _model_module: model_module, _model_module_version: model_module_version } = state;
    return [id, { model_name, model_module, model_module_version, state }];
  });
  const buffer_paths = models.flatMap(({ id, buffer_paths }) => buffer_paths.map((path) => [id, "state", ...path]));
  const buffers = models.flatMap(({ buffers }) => buffers);
  comm.send({ method: "update_states", states: Object.fromEntries(states), buffer_paths }, { buffers });
}
