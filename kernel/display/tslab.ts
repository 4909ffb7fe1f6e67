/** tslab: what `import ... from "tslab"` gives, so that notebooks written for that kernel run unchanged. */
import type { Displayer } from "./cell-globals.ts";
import { display as own } from "./display.ts";

export { newDisplay } from "./display.ts";

export const display: Displayer = own;

/** What tslab's `versions` tells, as far as it makes sense here. */
export const versions: { readonly tslab: string; readonly typescript: string; readonly node: string } = {
  tslab: "1.0.22",
  typescript: "7.0.2",
  node: process.version,
};
