/**
 * The public surface of Epsilab: what `import { ... } from "epsilab"` finds. Each folder says what of it is public.
 */

export * from "./adaptive/index.ts";
export * from "./attacks/index.ts";
export * from "./auditing/index.ts";
export * from "./bounds/index.ts";
export * from "./data/index.ts";
export * from "./figures/index.ts";
export * from "./learning/index.ts";
export * from "./mechanisms/index.ts";
export * from "./numerics/index.ts";
export * from "./privacy/index.ts";
export * from "./random/index.ts";
export * from "./statistics/index.ts";
