import { describe, expect, it } from "vitest";
import { firstDifference } from "./comparison.ts";
import type { Output } from "./document.ts";

const text = (content: string, name = "stdout"): Output => ({ output_type: "stream", name, text: content });
const bundle = (data: Readonly<Record<string, unknown>>): Output => ({
  output_type: "display_data",
  data,
  metadata: {},
});
const figure = (y: number, png: string) =>
  bundle({ "application/vnd.plotly.v1+json": { data: [{ y: [1, y] }] }, "image/png": png });
const differ = (stored: readonly Output[], found: readonly Output[], tolerance = 1e-9) =>
  firstDifference(stored, found, tolerance);

describe("the comparison of outputs", () => {
  it("accepts numbers in text within the tolerance, and no others", () => {
    expect(differ([text("risk 0.1234567890123 of 7\n")], [text("risk 0.1234567890124 of 7\n")])).toBeUndefined();
    expect(differ([text("a\nrisk 0.12 of 7")], [text("a\nrisk 0.13 of 7")])).toBe(
      'output 1, line 2: stored "risk 0.12 of 7", now "risk 0.13 of 7"',
    );
    expect(differ([text("0.12")], [text("0.13")], 0.1)).toBeUndefined();
    expect(differ([text("-1e-5")], [text("1e-5")])).toMatch(/stored "-1e-5"/);
  });

  it("takes no part of a word for a number", () => {
    expect(differ([text("run a1b2")], [text("run a1b3")], 0.9)).toMatch(/run a1b3/);
    expect(differ([text("#12ab")], [text("#13ab")], 0.9)).toMatch(/#13ab/);
  });

  it("wants all other text the same", () => {
    expect(differ([text("holds 1\n")], [text("violated 1\n")])).toMatch(/stored "holds 1", now "violated 1"/);
    expect(differ([text("1\n")], [text("1\n2\n")])).toMatch(/line 2: stored "", now "2"/);
    expect(differ([text("1")], [text("1", "stderr")])).toMatch(/stored on stdout, now on stderr/);
  });

  it("does not mind how text was cut into pieces", () => {
    expect(differ([text("1\n"), text("2\n")], [text("1\n2\n"), text("")])).toBeUndefined();
    const [one, two, warning] = [text("1\n"), text("2\n"), text("!", "stderr")];
    expect(differ([one, warning, two], [warning, text("1\n2\n")])).toBeUndefined();
    expect(differ([one, warning], [one])).toBe("output 2, text on stderr, did not come");
  });

  it("compares figures number by number and their pictures by being there", () => {
    expect(differ([figure(2, "AAAA")], [figure(2 + 1e-12, "BBBB")])).toBeUndefined();
    expect(differ([figure(2, "AAAA")], [figure(2.1, "AAAA")])).toBe(
      "output 1, application/vnd.plotly.v1+json.data[0].y[1]: stored 2, now 2.1",
    );
    const { "image/png": _, ...without } = { "application/vnd.plotly.v1+json": {}, "image/png": "AAAA" };
    expect(differ([bundle({ ...without, "image/png": "AAAA" })], [bundle(without)])).toBe(
      "output 1, image/png: did not come",
    );
  });

  it("compares a picture that stands alone byte by byte", () => {
    expect(differ([bundle({ "image/png": "AAAA" })], [bundle({ "image/png": "AAAB" })])).toMatch(/image\/png/);
    expect(differ([bundle({ "image/png": "AAAA" })], [bundle({ "image/png": "AAAA" })])).toBeUndefined();
  });

  it("minds how far a progress bar came, not how long it took", () => {
    const bar = (share: string, time: string) =>
      bundle({
        "text/html": `<div><progress max="1" value="1" style="width:20em"></progress> <span>${share} · ${time}</span></div>`,
        "text/plain": `[####] ${share} · ${time}`,
      });
    expect(differ([bar("5/5", "0.5 s")], [bar("5/5", "59.7 s")])).toBeUndefined();
    expect(differ([bar("5/5", "1:02")], [bar("5/5", "1:01:02")])).toBeUndefined();
    expect(differ([bar("5/5", "0.5 s")], [bar("5/5", "2:11")])).toBeUndefined();
    expect(differ([bar("5/5", "0.5 s")], [bar("4/5", "0.5 s")])).toMatch(/text\/html/);
    expect(differ([bar("5/5", "0.5 s")], [bar("5/5", "stopped after 0.5 s")])).toMatch(/stopped/);
    expect(differ([text("0.5 s")], [text("0.6 s")])).toMatch(/0.6 s/);
  });

  it("compares errors by name and message", () => {
    const error = (evalue: string, traceback: string): Output => ({
      output_type: "error",
      ename: "RangeError",
      evalue,
      traceback: [traceback],
    });
    expect(differ([error("no", "here")], [error("no", "there")])).toBeUndefined();
    expect(differ([error("no", "here")], [error("yes", "here")])).toMatch(/RangeError: yes/);
  });

  it("names what is missing, new, or of another kind", () => {
    expect(differ([text("1")], [])).toBe("output 1, text on stdout, did not come");
    expect(differ([], [bundle({ "text/html": "1" })])).toBe("output 1, text/html, is not stored");
    expect(differ([text("1")], [bundle({ "text/plain": "1" })])).toBe(
      "output 1: stored text on stdout, now text/plain",
    );
    expect(differ([bundle({ "a/json": [1] })], [bundle({ "a/json": [1, 2] })])).toMatch(/\[1\]: stored nothing, now 2/);
  });
});
