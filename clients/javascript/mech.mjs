import { serve, uniforms } from "./epsilab-audit.mjs";

const EPSILON = 1;

/** The input and Laplace noise for a sensitivity of 1. */
serve((value, draws, seed) => {
  const uniform = uniforms(seed);
  const laplace = () => Math.log(uniform() / uniform()) / EPSILON;
  return Array.from({ length: draws }, () => value + laplace());
});
