/**
 * Pristine: whether the builtins that the compiler calls are still those that Node has. Where a cell has replaced some, it would notice
 * whatever is compiled without its asking: calls are counted, printed or refused. To look calls none of them.
 */
const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
const { is } = Object;

const NAMES = [
  "Array",
  "Int32Array",
  "Map",
  "Number",
  "Object",
  "RegExp",
  "Set",
  "String",
  "Symbol",
  "WeakMap",
] as const;

interface Place {
  readonly object: object;
  readonly keys: readonly PropertyKey[];
  readonly properties: readonly (PropertyDescriptor | undefined)[];
}

/** To be called before cells run; gives the question whether all is as it was. */
export function rememberBuiltins(): () => boolean {
  const places = objects().map((object): Place => {
    const keys = ownKeys(object);
    return { object, keys, properties: keys.map((key) => getOwnPropertyDescriptor(object, key)) };
  });
  const values = NAMES.map((name) => globalThis[name] as unknown);
  return () => {
    for (let index = 0; index < NAMES.length; index++) if (globalThis[NAMES[index]] !== values[index]) return false;
    for (let index = 0; index < places.length; index++) if (!isAsItWas(places[index])) return false;
    return true;
  };
}

function objects(): readonly object[] {
  const iterators = [[].values(), new Map().values(), new Set().values(), "".matchAll(/a/g)].map(getPrototypeOf);
  const prototypes = NAMES.map((name) => globalThis[name].prototype as object);
  const typed = getPrototypeOf(Int32Array.prototype);
  return [Object, Array, String, Function.prototype, ...prototypes, ...iterators, typed].filter(
    (each) => each !== null,
  );
}

function isAsItWas({ object, keys, properties }: Place): boolean {
  if (ownKeys(object).length !== keys.length) return false;
  for (let index = 0; index < keys.length; index++) {
    const now = getOwnPropertyDescriptor(object, keys[index]);
    const before = properties[index];
    if (!is(now?.value, before?.value) || now?.get !== before?.get || now?.set !== before?.set) return false;
  }
  return true;
}
