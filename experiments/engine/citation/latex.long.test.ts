import { afterAll, describe, it } from "vitest";
import { expectCitable } from "./reference/compiled-paper.ts";
import { sampleStore } from "./reference/sample-result.ts";

const store = sampleStore();
afterAll(store.remove);

describe("a paper, compiled by pdflatex", () => {
  it("can cite every number of every result that is stored in the project", () => expectCitable(store.place));
});
