/**
 * Snippet: a program that a reader wrote, as the text of a module that a worker begins with: its types are erased, its imports are those
 * of the library beside the page, and behind each value that a comment states stands a call that reports it.
 *
 * The text is that of the worker's own blob, so that a page needs no `eval`, no `unsafe-eval` and no scripts from blobs to run it. Every
 * line of the program keeps its number. Imports are read here, and others than of the library refused, those by `import()` too.
 * Limits: as in Node, only types that can be erased (no enum); nothing is exported; a stated value stands behind a statement.
 */
import { parse } from "acorn";

/** A value that a comment states: `expression; // => value`. */
interface Stated {
  readonly line: number;
  readonly value: string;
}

export interface Snippet {
  /** The text of the module. */
  readonly module: string;
  readonly stated: readonly Stated[];
}

/** Where the worker finds what it imports. */
export interface SnippetPlaces {
  /** What runs beside the program, `snippet-runtime.ts`. */
  readonly runtime: string;
  /** The doors of the library by their names. */
  readonly doors: Readonly<Record<string, string>>;
}

/** What is wrong with a text before it runs, and in which line. */
export class SnippetFault extends Error {
  readonly line: number | undefined;
  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly loc: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
}

interface Named extends Node {
  readonly name?: string;
  readonly value?: unknown;
}

interface Statement extends Node {
  readonly declarations?: readonly { readonly id: Named }[];
  readonly source?: Named;
  readonly specifiers?: readonly (Node & { readonly local: Named; readonly imported?: Named })[];
}

interface Comment {
  readonly start: number;
  readonly line: number;
  readonly value: string;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The name of what runs beside the program, as the program would see it. */
const BESIDE = "__epsilab";

/** `erase` takes the types out of a text and leaves its lines, as swc does. */
export function snippetOf(text: string, places: SnippetPlaces, erase: (text: string) => string): Snippet {
  const plain = erased(text, erase);
  const { body, comments } = parsed(plain);
  const imports: string[] = [];
  const bound: string[] = [];
  const stated: Stated[] = [];
  const edits: (readonly Edit[])[] = [];
  for (const statement of body) {
    if (statement.type.startsWith("Export"))
      throw new SnippetFault("a program on this page exports nothing", statement.loc.start.line);
    if (statement.type !== "ImportDeclaration") continue;
    bound.push(binding(statement, `${BESIDE}_${imports.length}`));
    imports.push(
      `import * as ${BESIDE}_${imports.length} from ${JSON.stringify(addressOf(statement.source, places))};`,
    );
    const blank = plain.slice(statement.start, statement.end).replaceAll(/[^\n]/g, " ");
    edits.push([{ start: statement.start, end: statement.end, text: blank }]);
  }
  for (const asked of importCalls(body)) {
    edits.push([{ start: asked.start, end: asked.end, text: JSON.stringify(addressOf(asked, places)) }]);
  }
  for (const { start, line, value } of comments) {
    const statement = body.findLast(({ end, loc }) => end <= start && loc.end.line === line);
    if (statement === undefined) continue;
    const calls = reported(plain, statement, (name) => `${BESIDE}.state(${stated.length}, ${name}`);
    if (calls.length > 0) stated.push({ line, value });
    edits.push(calls);
  }
  const last = body.at(-1);
  if (
    last?.type === "ExpressionStatement" &&
    !comments.some(({ start, line }) => start >= last.end && line === last.loc.end.line)
  )
    edits.push(reported(plain, last, (name) => `${BESIDE}.last(${last.loc.end.line}, ${name}`));
  const head = `import { run as ${BESIDE}_run } from ${JSON.stringify(places.runtime)}; ${imports.join(" ")}`;
  const module = `${head} ${BESIDE}_run(async (${BESIDE}) => { ${bound.join(" ")} ${edited(plain, edits.flat())}\n});`;
  return { module, stated };
}

/** swc throws objects of its own. */
function erased(text: string, erase: (text: string) => string): string {
  try {
    return erase(text);
  } catch (error) {
    const { message, startLine } = error as { readonly message?: string; readonly startLine?: number };
    throw new SnippetFault(message ?? String(error), startLine);
  }
}

function parsed(text: string): { readonly body: readonly Statement[]; readonly comments: readonly Comment[] } {
  const comments: Comment[] = [];
  try {
    const { body } = parse(text, {
      ecmaVersion: 2022,
      sourceType: "module",
      locations: true,
      onComment: (isBlock, value, start, _, place) => {
        if (!isBlock && value.startsWith(" => "))
          comments.push({ start, line: place?.line ?? 0, value: value.slice(4).trim() });
      },
    });
    return { body: body as unknown as readonly Statement[], comments };
  } catch (error) {
    const { message, loc } = error as Error & { readonly loc?: { readonly line: number } };
    throw new SnippetFault(message.replace(/ \(\d+:\d+\)$/, ""), loc?.line);
  }
}

function addressOf(asked: Named | undefined, { doors }: SnippetPlaces): string {
  const name = asked?.value;
  if (typeof name === "string" && Object.hasOwn(doors, name)) return doors[name];
  const got = typeof name === "string" ? `"${name}"` : "an expression";
  throw new SnippetFault(
    `an import on this page must be one of ${Object.keys(doors).join(", ")}, got ${got}`,
    asked?.loc.start.line,
  );
}

/** The names of an import, taken from its module. */
function binding({ specifiers = [], source }: Statement, module: string): string {
  const whole = specifiers.find(({ type }) => type === "ImportNamespaceSpecifier");
  if (whole !== undefined) return `const ${whole.local.name} = ${module};`;
  const pairs = specifiers.map(
    ({ imported, local }) => [String(imported?.name ?? imported?.value ?? "default"), local.name] as const,
  );
  const names = JSON.stringify(pairs.map(([name]) => name));
  const pattern = pairs.map(([name, local]) => `${JSON.stringify(name)}: ${local}`).join(", ");
  const line = source?.loc.start.line ?? 1;
  return `const { ${pattern} } = ${BESIDE}.taken(${module}, ${JSON.stringify(source?.value)}, ${names}, ${line});`;
}

/** What the calls of `import()` ask for, wherever they stand. */
function importCalls(node: unknown): readonly Named[] {
  if (typeof node !== "object" || node === null) return [];
  const { type, source } = node as { readonly type?: unknown; readonly source?: Named };
  const inside = Object.values(node).flatMap(importCalls);
  return type === "ImportExpression" && source !== undefined ? [source, ...inside] : inside;
}

/** A statement that hands its value, or that of the name that it declares, to a call. */
function reported(
  text: string,
  { type, start, end, declarations = [] }: Statement,
  call: (value: string) => string,
): readonly Edit[] {
  if (type === "ExpressionStatement") {
    const close = text[end - 1] === ";" ? end - 1 : end;
    return [
      { start, end: start, text: call("(") },
      { start: close, end: close, text: "));" },
    ];
  }
  const name = declarations.length === 1 ? declarations[0].id.name : undefined;
  return type === "VariableDeclaration" && name !== undefined ? [{ start: end, end, text: `; ${call(name)});` }] : [];
}

function edited(text: string, edits: readonly Edit[]): string {
  const sorted = [...edits].sort((one, other) => other.start - one.start || other.end - one.end);
  return sorted.reduce((result, edit) => result.slice(0, edit.start) + edit.text + result.slice(edit.end), text);
}
