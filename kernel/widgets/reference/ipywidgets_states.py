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
print(json.dumps({"protocol": widgets._version.__protocol_version__, "states": [part.get_state() for part in parts]}))
