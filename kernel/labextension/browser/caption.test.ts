import { describe, expect, it } from "vitest";
import { splitCaption } from "./caption.ts";

describe("the caption of a figure", () => {
  it("is taken out of the picture, which is lower then", () => {
    const title = { text: "a panel" };
    const layout = {
      height: 300,
      margin: { l: 5, b: 70 },
      annotations: [title, { name: "caption", text: "a<br>b<br/>c", height: 50 }],
    };
    expect(splitCaption(layout)).toEqual({
      caption: "a b c",
      layout: { height: 250, margin: { l: 5, b: 20 }, annotations: [title] },
    });
  });

  it.each([
    {},
    { annotations: [{ text: "caption" }] },
    { annotations: [null, { name: "caption" }] },
    { annotations: 3 },
  ])("is none in %j, which stays as it is", (layout) => expect(splitCaption(layout)).toEqual({ caption: "", layout }));
});
