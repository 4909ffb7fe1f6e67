/**
 * Shown value: a value as text where there is no Node, as its `inspect` prints it on one line.
 *
 * Limits: a part deeper than eight, beyond a thousand elements or after 20 000 characters is left out, with a sign of it. What throws when
 * it is read is shown as that. Of errors the name and the message; properties that are symbols or not enumerable are left out.
 */

const DEEPEST = 8;
const MOST_ELEMENTS = 1000;
const MOST_LETTERS = 20_000;
const NAME = /^[a-zA-Z_]\w*$/;
const CUSTOM = Symbol.for("nodejs.util.inspect.custom");

export function shownValue(value: unknown): string {
  const text = shown(value, []);
  return text.length <= MOST_LETTERS
    ? text
    : `${text.slice(0, MOST_LETTERS)} ... ${text.length - MOST_LETTERS} more letters`;
}

function shown(value: unknown, around: readonly object[]): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "bigint") return `${value}n`;
  if (Object.is(value, -0)) return "-0";
  if (typeof value === "symbol" || value === null) return String(value);
  if (typeof value !== "object" && typeof value !== "function") return `${value}`;
  if (around.includes(value)) return "[Circular *1]";
  try {
    return shownObject(value, [...around, value]);
  } catch {
    return "[unreadable]";
  }
}

function quoted(text: string): string {
  const quote = !text.includes("'") ? "'" : !text.includes('"') ? '"' : !text.includes("`") ? "`" : "'";
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return `${quote}${quote === "'" ? escaped.replaceAll("'", "\\'") : escaped}${quote}`;
}

function shownObject(value: object, around: readonly object[]): string {
  const custom = (value as Record<symbol, unknown>)[CUSTOM];
  if (typeof custom === "function") {
    const own: unknown = custom.call(value, DEEPEST, {}, shownValue);
    return typeof own === "string" ? own : shown(own, around);
  }
  const name = nameOf(value);
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (Object.prototype.toString.call(value) === "[object Date]") return String(JSON.parse(JSON.stringify(value)));
  if (value instanceof RegExp) return String(value);
  if (value instanceof Promise) return "Promise";
  if (around.length > DEEPEST + 1) return Array.isArray(value) ? "[Array]" : `[${name ?? "Object: null prototype"}]`;
  const inside = (part: unknown) => shown(part, around);
  const fields = propertiesOf(value, inside);
  if (typeof value === "function") return braced(functionName(value), fields);
  if (Array.isArray(value))
    return listed(name === "Array" ? "" : `${name}(${value.length}) `, [...elementsOf(value, inside), ...fields]);
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    const numbers = value as unknown as ArrayLike<number>;
    return listed(`${name}(${numbers.length}) `, [...elementsOf(numbers, inside), ...fields]);
  }
  if (value instanceof Set) return braced(`${name}(${value.size})`, [...limited([...value], inside), ...fields]);
  if (value instanceof Map) {
    const entry = ([key, held]: readonly [unknown, unknown]) => `${inside(key)} => ${inside(held)}`;
    return braced(`${name}(${value.size})`, [...limited([...value], entry), ...fields]);
  }
  const label = name === undefined ? "[Object: null prototype]" : name === "Object" ? "" : name;
  if (label === "") return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
  return `${label} ${fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`}`;
}

function nameOf(value: object): string | undefined {
  for (let each: object | null = value; each !== null; each = Object.getPrototypeOf(each)) {
    const maker = Object.getOwnPropertyDescriptor(each, "constructor")?.value;
    if (typeof maker === "function" && maker.name !== "") return maker.name;
  }
  return undefined;
}

function functionName(value: { readonly name: string }): string {
  const isClass = /^class\b/.test(Function.prototype.toString.call(value));
  const kind = isClass ? "class" : (nameOf(value) ?? "Function");
  return value.name === "" ? `[${kind} (anonymous)]` : `[${kind}${isClass ? "" : ":"} ${value.name}]`;
}

function braced(label: string, parts: readonly string[]): string {
  if (parts.length === 0) return label.startsWith("[") ? label : `${label} {}`;
  return `${label} { ${parts.join(", ")} }`;
}

function listed(label: string, parts: readonly string[]): string {
  return parts.length === 0 ? `${label}[]` : `${label}[ ${parts.join(", ")} ]`;
}

/** Places that hold nothing are counted, as `<1 empty item>`. */
function elementsOf(values: ArrayLike<unknown>, show: (value: unknown) => string): readonly string[] {
  const parts: string[] = [];
  let empty = 0;
  const tellEmpty = () => {
    if (empty > 0) parts.push(`<${empty} empty item${empty === 1 ? "" : "s"}>`);
    empty = 0;
  };
  for (let k = 0; k < values.length; k++) {
    if (parts.length >= MOST_ELEMENTS) return [...parts, more(values.length - k)];
    if (!(k in values)) {
      empty++;
      continue;
    }
    tellEmpty();
    parts.push(show(values[k]));
  }
  tellEmpty();
  return parts;
}

function limited<T>(values: readonly T[], show: (value: T) => string): readonly string[] {
  const parts = values.slice(0, MOST_ELEMENTS).map(show);
  return values.length <= MOST_ELEMENTS ? parts : [...parts, more(values.length - MOST_ELEMENTS)];
}

function more(count: number): string {
  return `... ${count} more item${count === 1 ? "" : "s"}`;
}

function propertiesOf(value: object, show: (value: unknown) => string): readonly string[] {
  const isList = Array.isArray(value) || ArrayBuffer.isView(value);
  return limited(
    Object.entries(Object.getOwnPropertyDescriptors(value)).filter(
      ([key, { enumerable }]) => enumerable === true && !(isList && /^\d+$/.test(key)),
    ),
    ([key, { get, set, value: held }]) => {
      const accessor =
        get !== undefined
          ? set !== undefined
            ? "[Getter/Setter]"
            : "[Getter]"
          : set !== undefined
            ? "[Setter]"
            : undefined;
      return `${NAME.test(key) ? key : quoted(key)}: ${accessor ?? show(held)}`;
    },
  );
}
