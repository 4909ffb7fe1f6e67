/**
 * Module links: what a module takes from others and what of that it passes on, read in the CommonJS that the transpiler made of it.
 *
 * The transpiler sees one file, and cannot tell which names of `export { Shape, area } from "./shapes.ts"` are types: it passes
 * on all of them. What the other module does not have is taken out when that has run; where the code uses it, it is an error.
 */
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

const NAME = "[\\p{ID_Continue}$]+";
/** `const _shapes = require("./shapes.ts");` or `_export_star._(require("./shapes.ts"), exports);`. */
const IMPORT = new RegExp(
  `^(?:const (${NAME}) = |_export_star\\w*\\._\\()?` +
    `(?:/\\*#__PURE__\\*/ _interop_require_\\w+\\._\\()?require\\(("(?:[^"\\\\]|\\\\.)*")\\)`,
  "gmu",
);
/** In the source: a module that is taken as a whole may be asked for any name. */
const WHOLE = /\*\s*as\s+\S+\s+from\s*(['"])(.*?)\1/g;
const EXPORTS = /^(?:_export\(exports, \{$|Object\.defineProperty\(exports, (?!"__esModule"))[\s\S]*?^\}\);$/m;
const PASSED = new RegExp(
  `(?:get (${NAME}) \\(\\)|exports, "(${NAME})"[\\s\\S]*?function\\(\\)) \\{\\s+return (${NAME})\\.(${NAME});`,
  "gu",
);
const PASSED_DEFAULT = new RegExp(`^const _default = (${NAME})\\.(${NAME});$`, "mu");
/** What decorators get of a type, which may be no value, or any other use. */
const USE = new RegExp(
  `typeof (${NAME}\\.${NAME}) === "undefined" \\? Object : \\1|(?<![\\p{ID_Continue}$.])(${NAME})\\.(${NAME})`,
  "gu",
);
/** A text may speak of anything, but for that of the form above. */
const TEXTS = /(["'])(?:[^\\\n]|\\.)*?\1/g;
/** How the transpiler begins to define exports, which cannot be taken out. */
const DEFINED =
  /^( {4}for\(var name in all\)Object\.defineProperty\(target, name, \{|Object\.defineProperty\(exports, ".*", \{)$/gm;

export const withRemovableExports = (code: string): string => code.replace(DEFINED, "$1 configurable: true,");

export function linksOf(code: string, source: string): ModuleLinks {
  const whole = new Set([...source.matchAll(WHOLE)].map(([, , specifier]) => specifier));
  const specifiers = new Set<string>();
  /** By their variables. */
  const modules = new Map<string, string>();
  for (const [, variable, text] of code.matchAll(IMPORT)) {
    const specifier = JSON.parse(text) as string;
    if (isHelper(specifier)) continue;
    specifiers.add(specifier);
    if (variable !== undefined && !whole.has(specifier)) modules.set(variable, specifier);
  }
  const linked = (variable: string, name: string): Link[] => {
    const specifier = modules.get(variable);
    return specifier === undefined ? [] : [{ specifier, name }];
  };
  const { 0: exports = "", index = 0 } = EXPORTS.exec(code) ?? {};
  const passed = [...exports.matchAll(PASSED)].flatMap(([, one, other, variable, name]) =>
    linked(variable, name).map((link) => ({ ...link, exported: one ?? other })),
  );
  const [statement, variable = "", name = ""] = PASSED_DEFAULT.exec(code) ?? [];
  for (const link of linked(variable, name)) passed.push({ ...link, exported: "default" });
  const body = index + exports.length;
  const blank = (text: string) => " ".repeat(text.length);
  const own = statement === undefined ? code : code.replace(statement, blank);
  const rest = own.replace(TEXTS, (text) => (text === '"undefined"' ? text : blank(text)));
  const uses = [...rest.slice(body).matchAll(USE)].flatMap(({ 2: used = "", 3: property = "", index: at }) =>
    linked(used, property).map((link) => ({ ...link, position: body + at })),
  );
  return { specifiers, uses, passed };
}

/** Of the transpiler's own, which its code requires. */
export function isHelper(specifier: string): boolean {
  return specifier.startsWith("@swc/helpers/");
}
