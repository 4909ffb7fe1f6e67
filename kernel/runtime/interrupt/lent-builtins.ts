/**
 * Lent builtins: those of the user's realm that Node itself calls between the steps of cells. A cell that replaces one would end
 * every callback of Node's: so the cell's own is there only while code of cells runs, and Node's otherwise.
 *
 * They are what Node before 24 calls wherever it says which code caused a callback (`callbackTrampoline`), as the kernel needs.
 */
const places = [
  { owner: globalThis.Function.prototype, name: "apply" },
  { owner: globalThis.Array.prototype, name: "pop" },
].map(({ owner, name }) => ({ owner, name, own: Reflect.get(owner, name) as unknown }));

/** What cells put there. */
const replacements = new Map<(typeof places)[number], PropertyDescriptor>();

/** Code of cells ends. */
export function takeBack(): void {
  for (const place of places) {
    const { owner, name, own } = place;
    const now = Object.getOwnPropertyDescriptor(owner, name);
    if (now !== undefined && now.value === own) continue;
    if (now !== undefined) replacements.set(place, now);
    Reflect.defineProperty(owner, name, { value: own, writable: true, configurable: true });
  }
}

/** Code of cells begins. */
export function lend(): void {
  if (replacements.size === 0) return;
  for (const [{ owner, name }, descriptor] of replacements) Reflect.defineProperty(owner, name, descriptor);
  replacements.clear();
}
