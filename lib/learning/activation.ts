/**
 * Activation functions: what a unit of a network makes of the sum that enters it, and the slope of that, as a function of the value.
 *
 * - `sigmoid`: 1 / (1 + e^-x), slope h (1 - h), at most 1/4.
 * - `tanh`: 2 sigmoid(2 x) - 1, slope 1 - h^2, at most 1.
 * - `relu`: max(0, x), slope 0 or 1.
 * - `leaky-relu`: max(x, 0.05 x), slope 0.05 or 1.
 * At the kink of the last two the slope is the one from the left: any number between both slopes is a subgradient.
 * Source: Goodfellow, Bengio, Courville, Deep Learning (2016), sections 3.10 and 6.3; Maas, Hannun, Ng (2013) for the leaky one.
 * Accuracy: 3 units in the last place. Limits: none; the sigmoid is 0 or 1 where float64 has no more digits.
 * @example
 * ```ts
 * import { activation } from "epsilab/learning";
 * const { value, slope } = activation("leaky-relu");
 * [value(-2), value(3), slope(value(-2))]; // => [-0.1, 3, 0.05]
 * ```
 * @also sigmoid, relu, leaky relu, tanh
 */
import { exp } from "../numerics/exponential.ts";
import { tanh } from "../numerics/hyperbolic-tangent.ts";
import { oneOf } from "../numerics/parameters.ts";

export type ActivationName = "sigmoid" | "tanh" | "relu" | "leaky-relu";

export interface Activation {
  value(x: number): number;
  /** The derivative where the value is h. */
  slope(h: number): number;
}

const LEAK = 0.05;

const ACTIVATIONS: Readonly<Record<ActivationName, Activation>> = {
  sigmoid: { value: sigmoid, slope: (h) => h * (1 - h) },
  tanh: { value: tanh, slope: (h) => 1 - h * h },
  relu: { value: (x) => (x <= 0 ? 0 : x), slope: (h) => (h <= 0 ? 0 : 1) },
  "leaky-relu": { value: (x) => (x <= 0 ? LEAK * x : x), slope: (h) => (h <= 0 ? LEAK : 1) },
};

/** Which one, as a parameter. */
export const anyActivation = oneOf<ActivationName>("sigmoid", "tanh", "relu", "leaky-relu");

export function activation(name: ActivationName): Activation {
  return ACTIVATIONS[anyActivation.read(name, "name")];
}

function sigmoid(x: number): number {
  if (x >= 0) return 1 / (1 + exp(-x));
  const rise = exp(x);
  return rise / (1 + rise);
}
