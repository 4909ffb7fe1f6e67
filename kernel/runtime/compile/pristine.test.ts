import { describe, expect, it } from "vitest";
import { rememberBuiltins } from "./pristine.ts";

const isPristine = rememberBuiltins();

/** Whether all is as it was while a property is another. */
function isPristineWith(place: object, key: PropertyKey, property: PropertyDescriptor): boolean {
  const before = Object.getOwnPropertyDescriptor(place, key);
  Object.defineProperty(place, key, { configurable: true, ...property });
  try {
    return isPristine();
  } finally {
    if (before === undefined) Reflect.deleteProperty(place, key);
    else Object.defineProperty(place, key, before);
  }
}

describe("builtins", () => {
  const { push } = Array.prototype;
  const own = (...values: unknown[]) => Reflect.apply(push, [], values);

  it.each<[string, object, PropertyKey, PropertyDescriptor]>([
    ["a method", Array.prototype, "push", { value: own }],
    ["an iterator", Array.prototype, Symbol.iterator, { value: own }],
    ["the step of one", Reflect.getPrototypeOf([].values()) as object, "next", { value: own }],
    ["a function of a constructor", Object, "keys", { value: own }],
    ["a setter that all objects inherit", Object.prototype, "name", { set: own }],
    ["a constructor", globalThis, "Map", { value: class extends Map {} }],
  ])("are not what they were with %s of a cell's own", (_, place, key, property) => {
    expect(isPristineWith(place, key, property)).toBe(false);
    expect(isPristine()).toBe(true);
  });
});
