"""The states of ipywidgets' own widgets, which the pages are written for, as JSON: the reference for ours."""
import json

import ipywidgets as widgets

made = [
    widgets.FloatSlider(min=0.1, max=5, value=1.3, description="label"),
    widgets.FloatLogSlider(min=-6, max=0, value=0.001, description="label"),
    widgets.Dropdown(options=["a", "b"], description="label"),
    widgets.Checkbox(description="label"),
    widgets.Text(description="label"),
    widgets.Button(description="label"),
    widgets.VBox(),
]
parts = made + [part for widget in made for part in (widget.layout, getattr(widget, "style", None)) if part is not None]


class Comm:
    """Keeps the answer to the request of a page for all states."""
    def on_msg(self, _):
        pass

    def send(self, data, buffers):
        self.data, self.buffers = data, [bytes(buffer).decode() for buffer in buffers]


image, comm = widgets.Image(value=b"bytes"), Comm()
widgets.Widget.handle_control_comm_opened(comm, {"metadata": {"version": "1.0.0"}})
widgets.Widget._handle_control_comm_msg({"content": {"data": {"method": "request_states"}}})
ids = [image.model_id, made[0].model_id]
answer = {
    **comm.data,
    "states": {id: comm.data["states"][id] for id in ids},
    "buffer_paths": [path for path in comm.data["buffer_paths"] if path[0] in ids],
    "buffers": comm.buffers,
}
print(json.dumps({"protocol": widgets._version.__protocol_version__, "states": [part.get_state() for part in parts], "answer": answer}))
