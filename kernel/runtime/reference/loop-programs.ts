/** Random programs of loops over the variables a to d, each of which ends, for comparing cells with functions. For tests. */

interface LoopProgram {
  readonly declarations: string;
  readonly loops: string;
  /** An expression of all that the loops may have changed. */
  readonly value: string;
}

/** Who reads and writes the variables besides: functions that do, that only read one, or that do neither. */
const closures = [
  "const readA = () => a, readC = () => c; const writeD = (x) => (d = x);",
  "const readA = () => 1, readC = () => c; const writeD = (x) => x;",
  "const readA = () => 1, readC = () => 3; const writeD = (x) => x;",
];

export function loopProgram(seed: number): LoopProgram {
  let state = seed;
  const below = (count: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % count;
  };
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  const variable = () => pick(["a", "b", "c", "d"]);
  let labels = 0;

  const expression = (depth: number): string => {
    if (depth <= 0) return pick([variable(), String(below(9)), "i"]);
    const inner = () => expression(depth - 1);
    return pick([
      () => `(${inner()} ${pick(["+", "-", "*", "|", "&", "^", "<", ">"])} ${inner()})`,
      () => variable() + pick(["++", "--"]),
      () => pick(["++", "--"]) + variable(),
      () => `(${variable()} ${pick(["=", "+=", "-=", "^=", "||=", "&&=", "??="])} ${inner()})`,
      () => `(${inner()} ? ${variable()} = ${inner()} : ${inner()})`,
      () => pick(["readA()", "readC()", `writeD(${inner()})`, `list[(${inner()}) & 3]`]),
      () => `Math.min(${inner()}, ${inner()})`,
      () => `({ a, b: ${inner()} }).b`,
    ])();
  };
  const statement = (depth: number): string =>
    pick([
      () => `${expression(2)};`,
      () => `(${variable()}) ${pick(["=", "+="])} ${expression(1)};`,
      () => `[${pick(["a, b", "c, a", "list[1], b"])}] = [${expression(1)}, ${expression(1)}];`,
      () => `({ a, x: b = ${expression(0)} } = { a: ${expression(1)}, x: ${pick(["undefined", expression(1)])} });`,
      () => `list[(${expression(1)}) & 3] = ${expression(1)};`,
      () =>
        `if (${expression(1)}) ${depth > 0 ? statement(depth - 1) : `${variable()}++;`} else { ${variable()} -= 2; }`,
      () => "if (fuel-- < 0) break;",
      () => `if (${expression(1)} > 1000) continue;`,
      () => `try { ${variable()} = ${expression(1)}; if (${expression(0)} > 5) null.x; } catch { ${variable()}++; }`,
      () => `if (${expression(0)} > 7) null.x;`,
      () => `{ let a = ${expression(1)}; b += a; }`,
      () => `var w = ${expression(1)};`,
      () => (depth > 0 ? loop(depth - 1) : `${variable()}++;`),
    ])();
  const block = (depth: number) => `{ ${Array.from({ length: 1 + below(4) }, () => statement(depth)).join(" ")} }`;
  const loop = (depth: number): string => {
    const label = `label${labels++}`;
    const turns = 1 + below(4);
    return pick([
      () => `for (let i = 0; i < ${turns} && fuel-- > 0; i++) ${block(depth)}`,
      () => `{ let i = 0; while (i++ < ${turns} && fuel-- > 0) ${block(depth)} }`,
      () => `{ let i = 0; do ${block(depth)} while (++i < ${turns} && fuel-- > 0) }`,
      () => `for (const i of [1, 2]) ${block(depth)}`,
      () => `for (b of [1, 2]) { let i = b; ${statement(0)} }`,
      () => `for (var k in { x: 1, y: 2 }) { let i = 3; c += k.length; ${statement(0)} }`,
      () => `${label}: for (let i = 0; i < 3; i++) for (;;) { ${statement(0)} if (i > 1) break ${label}; else break; }`,
      () => `for (let i = 0; i < 3 && fuel-- > 0; i++) ${variable()} += i;`,
    ])();
  };

  return {
    declarations: `let a = ${below(5)}, b = ${below(5)}, c = 1, d = 2, fuel = 60; const list = [1, 2, 3, 4]; ${pick(closures)}`,
    loops: `${loop(2)}\n${loop(1)}`,
    value: "JSON.stringify([a, b, c, d, list, fuel])",
  };
}
