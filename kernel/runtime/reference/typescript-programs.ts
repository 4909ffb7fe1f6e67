/**
 * TypeScript programs: random ones, made of pieces that are easily read in two ways, for tests of the cell parser.
 *
 * Half of what comes out is no program at all; who takes it must take it as the transpiler does.
 */

type Piece = (depth: number) => string;

export function typescriptProgram(seed: number): string {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)];
  const words = (text: string) => () => pick(text.split(" "));
  const name = words("a b c f x y");
  const unique = (prefix: string) => `${prefix}${below(99)}`;
  const gap = () => pick(["", "", " ", " ", "\n"]);
  const end = () => pick([";", "\n", ";\n"]);

  const plainType = words("T U number string null void 'q' 1 -1 any this A.B");
  const types: readonly Piece[] = [
    (d) => `${type(d)}[]`,
    (d) => `${type(d)} ${pick(["|", "&"])} ${type(d)}`,
    (d) => `Map<${type(d)}, ${type(d)}>`,
    (d) => `Array<${type(d)}>`,
    (d) => `(${name()}: ${type(d)}, ...${name()}: ${type(d)}[]) => ${type(d)}`,
    (d) => `() => ${type(d)}`,
    (d) => `{ ${name()}: ${type(d)}; readonly ${name()}?: ${type(d)}${end()} ${name()}(x: ${type(d)}): ${type(d)} }`,
    (d) => `[${name()}: ${type(d)}, ...${type(d)}[]]`,
    (d) => `(${type(d)})`,
    (d) => `${pick(["keyof", "readonly", "typeof", "unique"])} ${type(d)}`,
    (d) => `${type(d)}["x"]`,
    (d) => `{ [${pick(["key:", "K in"])} string]: ${type(d)} }`,
    (d) => `${type(d)} extends U ? 1 : 2`,
    (d) => `new () => ${type(d)}`,
    (d) => `${name()} is ${type(d)}`,
  ];
  const type: Piece = (depth) => (depth <= 0 ? plainType() : pick(types)(depth - 1));
  const annotation: Piece = (depth) => pick(["", "", `: ${type(depth)}`]);

  const parameter: Piece = (depth) =>
    pick<() => string>([
      () => name() + annotation(depth),
      () => `${name()}?: ${type(depth)}`,
      () => `${name()}${annotation(depth)} = ${expression(depth - 1)}`,
      () => `...${name()}: ${type(depth)}[]`,
      () => `{ ${name()}, ${name()}: z }${annotation(depth)}`,
      () => `[${name()}]${annotation(depth)}`,
    ])();
  const parameters: Piece = (depth) =>
    Array.from({ length: below(3) }, () => parameter(depth)).join(pick([", ", ",\n"]));

  const operator = words("+ - * / && || ?? == | & < > << >> >>> <= >= in instanceof , ** < >");
  const plainExpression = words(`a b c 1 's' x f this [] /r>/g \`t\${a}\` null async type as`);
  const expressions: readonly Piece[] = [
    (d) => `${expression(d)}${gap()}${pick(["<", ">"])}${gap()}${expression(d)}`,
    (d) => `${expression(d)} ${operator()} ${expression(d)}`,
    (d) => `${expression(d)} ${operator()} ${expression(d)}`,
    (d) => `${expression(d)} ${pick(["as", "satisfies"])} ${type(d)}`,
    (d) => `${expression(d)} as const`,
    (d) => `${expression(d)}${gap()}!${pick(["", ".x", "[0]", "(a)"])}`,
    (d) => `${pick(["", "new "])}${name()}${gap()}<${type(d)}>${gap()}(${expression(d)})`,
    (d) => `(${expression(d)})`,
    (d) => `${expression(d)} ? ${expression(d)} : ${expression(d)}`,
    (d) => `${expression(d)} ? (${parameters(d)})${annotation(d)} => ${expression(d)} : ${expression(d)}`,
    (d) => `${expression(d)} ? (${name()}) : ${name()} => ${expression(d)}`,
    (d) => `${pick(["", "", "async ", "<T>"])}(${parameters(d)})${annotation(d)}${gap()}=> ${expression(d)}`,
    (d) => `(${parameters(d)})${annotation(d)} => {${gap()}${statement(d)}${gap()}}`,
    (d) => `f(${expression(d)}, ${expression(d)})`,
    (d) => `[${expression(d)}, ${expression(d)}]`,
    (d) => `({ type: ${expression(d)}, ${name()}(${parameters(d)})${annotation(d)} { ${statement(d)} } })`,
    (d) => `function ${pick(["", "g"])}(${parameters(d)})${annotation(d)} { ${statement(d)} }`,
    (d) => `class ${pick(["", "G"])} { ${member(d)}${gap()}${member(d)} }`,
    (d) => `${expression(d)}${pick([".", "?."])}${pick(["x", "type", "as"])}`,
    (d) => `${pick(["a", "(a as any)", "(b)", "[a]"])} ${pick(["=", "+="])} ${expression(d)}`,
    (d) => `${pick(["typeof ", "await ", "!", "-", "--", "<T>"])}${expression(d)}`,
    (d) => `f\`x\${${expression(d)}}\``,
  ];
  const expression: Piece = (depth) => (depth <= 0 ? plainExpression() : pick(expressions)(depth - 1));

  const modifiers = () =>
    pick(["", "", "private ", "public ", "readonly ", "static ", "private readonly ", "static readonly "]) +
    pick(["", "", "", "", "override ", "declare ", "accessor ", "async ", "get ", "*", "private\n"]);
  const members: readonly Piece[] = [
    (d) => `${modifiers()}${name()}${pick(["", "?", "!"])}${annotation(d)}`,
    (d) => `${modifiers()}${pick(["x", "readonly", "get", "[a]", "#p"])}${annotation(d)} = ${expression(d)}`,
    (d) =>
      `${modifiers()}${name()}${pick(["", "<T>", "<T extends U>"])}(${parameters(d)})${annotation(d)} { ${statement(d)} }`,
    (d) => `constructor(${modifiers()}${parameter(d)}, ${modifiers()}${parameter(d)}) { ${statement(d)} }`,
    (d) => `static { ${statement(d)} }`,
    (d) => `[key: string]: ${type(d)}`,
  ];
  const member: Piece = (depth) => pick(members)(depth - 1) + pick([";", "\n", " ", ";\n"]);

  const plainStatement = words("a f() return ; x++ (a) [a]=b break type");
  const heritage = words("~ ~extends~B ~extends~B<T> ~implements~I,~J<T>");
  const statements: readonly Piece[] = [
    (d) => expression(d),
    (d) => expression(d),
    (d) => `${pick(["let", "const", "var", "export const"])} ${unique("v")}${annotation(d)} = ${expression(d)}`,
    (d) => `let ${unique("w")}${pick(["", "!"])}${annotation(d)}`,
    (d) => `var [${name()}, ${unique("u")}]${annotation(d)} = ${expression(d)}`,
    (d) => `const ${unique("z")} = ${expression(d)} as ${type(d)}`,
    (d) =>
      `function ${unique("g")}${pick(["", "<T>", "<T extends U = V>"])}(${parameters(d)})${annotation(d)} { ${statement(d)}${end()}${statement(d)} }`,
    (d) =>
      `${pick(["", "abstract ", "export "])}class ${unique("G")}${pick(["", "<T>"])}${heritage().replaceAll("~", " ")} { ${member(d)}${member(d)} }`,
    (d) =>
      `${pick(["", "export ", "declare "])}interface ${unique("I")}<T> extends J, K<T> { ${name()}: ${type(d)}${end()} ${name()}?: ${type(d)} }`,
    (d) => `${pick(["", "export ", "declare "])}type${gap()} ${unique("X")} = ${type(d)}`,
    (d) => `if (${expression(d)}) ${statement(d)}${end()}${pick(["", `else ${statement(d)}`])}`,
    (d) => `for (const ${unique("o")}${pick(["", ": T"])} of ${expression(d)}) ${statement(d)}`,
    (d) => `for (let i${pick(["", ": number"])} = 0; i < ${expression(d)}; i++) ${statement(d)}`,
    (d) => `switch (a) { case ${expression(d)}: ${statement(d)} }`,
    (d) => `try { ${statement(d)} } catch (e${annotation(d)}) { ${statement(d)} }`,
    (d) => `{ ${statement(d)} }`,
    (d) => `${name()}: ${statement(d)}`,
    (d) => `do ${statement(d)}${end()} while (a)`,
    (d) => `throw ${expression(d)}`,
    () => `import { ${pick(["type ", ""])}${unique("A")}, b as ${unique("B")} } from 'm'`,
    () => `import ${pick(["type ", ""])}${pick([unique("D"), `{ ${unique("E")} }`, `* as ${unique("F")}`])} from 'm'`,
    () => `${pick(["enum E { A, B }", "namespace N { a }", "declare\nconst q: T", "type\nX = 1", "export { a }"])}`,
  ];
  const statement: Piece = (depth) => (depth <= 0 ? plainStatement() : pick(statements)(depth - 1));

  const tokens = words(
    "a b f T type interface as readonly static declare is async of in let const function class new ! ! ? ? : : ; , . => => = == + - / ( ) ( ) [ ] { } < > < > >> && | & ?. 1 'q' /r/ ~ ~ import export from",
  );
  if (below(4) === 0) {
    return Array.from({ length: 1 + below(10) }, tokens)
      .join(pick(["", " ", " "]))
      .replaceAll("~", "\n");
  }
  return Array.from({ length: 1 + below(3) }, () => statement(below(4))).join(pick([";\n", "\n", "\n", " "]));
}
