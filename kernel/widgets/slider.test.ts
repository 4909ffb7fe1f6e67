import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Comm } from "../display/cell-globals.ts";
import { setHost, type WidgetHost } from "./host.ts";
import type { WidgetSliderChoices } from "./index.ts";
import { slider as sliderOf } from "./slider.ts";

/** A slider on a page, which may send it any value. */
function onPage(least: number, most: number, choices: WidgetSliderChoices = {}) {
  const opened: Comm[] = [];
  const openComm = () => {
    const comm = {
      id: String(opened.length),
      onMessage: () => {},
      onClose: () => {},
      send: () => {},
    } as unknown as Comm;
    opened.push(comm);
    return comm;
  };
  setHost({ openComm, report: () => {} } as unknown as WidgetHost);
  const slider = sliderOf(least, most, choices);
  const state = slider.model().state();
  const send = (value: unknown) =>
    (opened.at(-1) as Comm).onMessage({ method: "update", state: { value } }, { metadata: {}, buffers: [] });
  return { slider, state, send };
}

describe("a slider", () => {
  it.each([
    [0, 1, 0.01, ".2f", 0.5],
    [0.1, 5, 0.01, ".2f", 2.55],
    [0, 10, 0.1, ".1f", 5],
    [-3, 3, 0.01, ".2f", 0],
    [0, 1000, 10, ".0f", 500],
    [0, 1e-6, 1e-8, ".8f", 5e-7],
    [0, 1e-9, 1e-11, ".11f", 5e-10],
  ])("from %d to %d has steps of %d, the readout %s and begins at %d", (least, most, step, format, value) => {
    const { slider, state } = onPage(least, most);
    expect(state).toMatchObject({ min: least, max: most, readout_format: format });
    expect(state.step).toBeCloseTo(step, 14);
    expect(slider.value).toBe(value);
  });

  it("has values between its bounds that are written shortly, whatever a page sends", () => {
    const bound = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => Number(value.toPrecision(6)));
    fc.assert(
      fc.property(bound, bound, fc.double(), (one, other, sent) => {
        fc.pre(Math.abs(one - other) > 1e-6);
        const [least, most] = [Math.min(one, other), Math.max(one, other)];
        const { slider, send } = onPage(least, most);
        const before = slider.value;
        send(sent);
        expect(slider.value).toBeGreaterThanOrEqual(least);
        expect(slider.value).toBeLessThanOrEqual(most);
        if (Number.isNaN(sent)) expect(slider.value).toBe(before);
        expect(String(slider.value).replace(/e.*/, "").replace(/\D/g, "").length).toBeLessThan(16);
      }),
    );
  });

  it("reaches both of its ends, and each of its steps", () => {
    const { slider, send } = onPage(0.1, 5);
    for (let index = 0; index <= 490; index++) {
      send(0.1 + index * 0.01);
      expect(slider.value).toBe(Number((0.1 + index * 0.01).toFixed(2)));
    }
    const uneven = onPage(0, 1, { step: 0.3 });
    uneven.send(1);
    expect(uneven.slider.value).toBe(1);
    uneven.send(0.89);
    expect(uneven.slider.value).toBe(0.9);
  });

  it("begins on a step", () => {
    expect(onPage(0, 10, { step: 3 }).slider.value).toBe(6);
  });

  it("makes whole numbers by whole steps", () => {
    const { slider, send, state } = onPage(1, 10, { step: 1 });
    expect(state.readout_format).toBe(".0f");
    send(3.7);
    expect(slider.value).toBe(4);
  });

  it("can be logarithmic", () => {
    const { slider, send, state } = onPage(1e-6, 1, { log: true });
    expect(state).toMatchObject({
      _model_name: "FloatLogSliderModel",
      min: -6,
      max: 0,
      base: 10,
      readout_format: ".4~g",
    });
    expect(slider.value).toBe(0.001);
    send(10 ** -4.37);
    expect(slider.value).toBe(0.00004266);
    send(0);
    expect(slider.value).toBe(1e-6);
  });

  it.each([
    [() => onPage(1, 1), "most must be above least, 1, got 1"],
    [() => onPage(Number.NaN, 1), "least must be a finite number, got NaN"],
    [() => onPage(0, Number.POSITIVE_INFINITY), "most must be a finite number, got Infinity"],
    [() => onPage(-1e308, 1e308), "most - least must be finite, got -1e+308 to 1e+308"],
    [() => onPage("0" as never, 1), "least must be a finite number, got '0'"],
    [() => onPage(0, 1, { step: 0 }), "step must be a positive number, got 0"],
    [() => onPage(0, 1, { value: 2 }), "value must be between 0 and 1, got 2"],
    [() => onPage(0, 1, { log: true }), "least must be positive on a logarithmic slider, got 0"],
    [() => onPage(0, 1, { label: 5 as never }), "label must be a text, got 5"],
    [
      () => {
        onPage(0, 1).slider.value = Number.NaN;
      },
      "value must be a finite number, got NaN",
    ],
  ])("refuses what cannot be, %#", (make, message) => {
    expect(make).toThrow(message);
  });
});
