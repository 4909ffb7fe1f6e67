import { describe, it } from "vitest";
import { stream } from "../../lib/random/index.ts";
import { fuzz, useStreams } from "./fuzz.ts";
import { SURFACE } from "./surface.ts";

const RUNS = 1000;

useStreams((seed) => stream(seed, "fuzz"));

describe.each(SURFACE)(
  "every function of lib/$folder answers in its range or refuses by name",
  ({ functions, entries }) => {
    it.each(Object.keys(entries))("%s", (name) => {
      fuzz(functions[name], entries[name], RUNS);
    });
  },
);
