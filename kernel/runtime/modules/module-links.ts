/**
 * Module links: what a module takes from others and what of that it passes on, read in the CommonJS that the transpiler made of it.
 *
 * The transpiler sees one file, and cannot tell which names of `export { Shape, area } from "./shapes.ts"` are types: it passes
 * on all of them. What the other module does not have is taken out when that has run; where the code uses it, it is an error.
 */
import type { AnyNode, Expression, ForInStatement, Program } from "acorn";
import type { Edits } from "../compile/edits.ts";
import { childrenOf, describedType, memberOf, nameOf, parseFileCode } from "../compile/transpiled-code.ts";

export interface ModuleLinks {
  readonly specifiers: ReadonlySet<string>;
  /** Names that the code uses of other modules, and where in it. */
  readonly uses: readonly (Link & { readonly position: number })[];
  readonly passed: readonly (Link & { readonly exported: string })[];
}

interface Link {
  readonly specifier: string;
  readonly name: string;
}

/** In the source: a module that is taken as a whole may be asked for any name. */
const WHOLE = /\*\s*as\s+\S+\s+from\s*(['"])(.*?)\1/g;

export function linksOf(code: string, source: string): ModuleLinks {
  const whole = new Set([...source.matchAll(WHOLE)].map(([, , specifier]) => specifier));
  const { body } = parseFileCode(code);
  const specifiers = new Set<string>();
  /** By their variables. */
  const modules = new Map<string, string>();
  for (const statement of body) {
    const { specifier, variable } = requiredBy(statement) ?? {};
    if (specifier === undefined || isHelper(specifier)) continue;
    specifiers.add(specifier);
    if (variable !== undefined && !whole.has(specifier)) modules.set(variable, specifier);
  }
  const linked = (used: AnyNode | null | undefined): (Link & { readonly position: number })[] => {
    const { object = "", name = "" } = memberOf(used) ?? {};
    const specifier = modules.get(object);
    return used == null || specifier === undefined ? [] : [{ specifier, name, position: used.start }];
  };
  const exportsOf = new Map(body.map((statement) => [statement, exportedBy(statement)]));
  const passed = [...exportsOf.values()].flatMap((exported = []) =>
    exported.flatMap(({ name: own, value }) =>
      linked(value).map(({ specifier, name }) => ({ specifier, name, exported: own })),
    ),
  );
  const uses: ModuleLinks["uses"][number][] = [];
  const pending: AnyNode[] = body.filter((statement) => exportsOf.get(statement) === undefined);
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (describedType(node) !== undefined) continue; // what decorators get of a type, which may be no value
    uses.push(...linked(node));
    pending.push(...childrenOf(node));
  }
  return { specifiers, uses: uses.sort((one, other) => one.position - other.position), passed };
}

/** Of the transpiler's own, which its code requires. */
export function isHelper(specifier: string): boolean {
  return specifier.startsWith("@swc/helpers/");
}

/** Lets exports be taken out, which the transpiler defines for good. */
export function makeExportsRemovable({ body }: Program, edits: Edits): void {
  for (const statement of body) {
    const [target, definition] =
      statement.type === "FunctionDeclaration" && statement.id.name === "_export"
        ? ["target", statement.body.body.find(({ type }) => type === "ForInStatement") as ForInStatement | undefined]
        : ["exports", statement];
    const [callee, [object, , property]] = callIn(
      expressionOf(definition?.type === "ForInStatement" ? definition.body : definition),
    );
    if (memberOf(callee)?.name !== "defineProperty" || nameOf(object) !== target) continue;
    if (property?.type === "ObjectExpression") edits.insert(property.start + 1, " configurable: true,");
  }
}

/** `const _shapes = require("./shapes.ts");` or `_export_star._(require("./shapes.ts"), exports);`. */
function requiredBy(
  statement: AnyNode,
): { readonly specifier: string; readonly variable?: string | undefined } | undefined {
  if (statement.type !== "VariableDeclaration") {
    const specifier = requiredIn(expressionOf(statement));
    return specifier === undefined ? undefined : { specifier };
  }
  const [{ id, init }] = statement.declarations;
  const specifier = requiredIn(init);
  return specifier === undefined ? undefined : { specifier, variable: nameOf(id) };
}

/** Of `require("...")`, also inside of a helper: `_interop_require_default._(require("..."))`. */
function requiredIn(expression: AnyNode | null | undefined): string | undefined {
  const [callee, [given]] = callIn(expression);
  if (nameOf(callee) === "require")
    return given?.type === "Literal" && typeof given.value === "string" ? given.value : undefined;
  const { object = "", name } = memberOf(callee) ?? {};
  return name === "_" && (object.startsWith("_interop_require_") || object.startsWith("_export_star"))
    ? requiredIn(given)
    : undefined;
}

interface Exported {
  readonly name: string;
  readonly value: AnyNode | null | undefined;
}

/**
 * By `_export(exports, { get area() { return _shapes.area; } });`, `Object.defineProperty(exports, "area", { ... });` or
 * `const _default = _shapes.default;`. Undefined if the statement exports nothing.
 */
function exportedBy(statement: AnyNode): readonly Exported[] | undefined {
  if (statement.type === "VariableDeclaration") {
    const [{ id, init }] = statement.declarations;
    return nameOf(id) === "_default" && memberOf(init) ? [{ name: "default", value: init }] : undefined;
  }
  const [callee, [target, second, third]] = callIn(expressionOf(statement));
  if (nameOf(target) !== "exports") return undefined;
  if (nameOf(callee) === "_export") return gettersOf(second);
  if (memberOf(callee)?.name !== "defineProperty" || second?.type !== "Literal") return undefined;
  return gettersOf(third).map(({ value }) => ({ name: String(second.value), value }));
}

/** The names of an object's functions, with what they return. */
function gettersOf(object: AnyNode | undefined): readonly Exported[] {
  if (object?.type !== "ObjectExpression") return [];
  return object.properties.flatMap((property) => {
    if (property.type !== "Property" || property.value.type !== "FunctionExpression") return [];
    const [first] = property.value.body.body;
    const name = property.key.type === "Literal" ? String(property.key.value) : nameOf(property.key);
    return name === undefined ? [] : [{ name, value: first?.type === "ReturnStatement" ? first.argument : undefined }];
  });
}

function expressionOf(statement: AnyNode | undefined): Expression | undefined {
  return statement?.type === "ExpressionStatement" ? statement.expression : undefined;
}

type Call = readonly [callee: AnyNode | undefined, given: readonly AnyNode[]];

function callIn(expression: AnyNode | null | undefined): Call {
  return expression?.type === "CallExpression" ? [expression.callee, expression.arguments] : [undefined, []];
}
