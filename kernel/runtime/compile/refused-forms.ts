/**
 * Refused forms: what TypeScript accepts and the transpiler gets wrong, as an error that says what to write instead.
 *
 * The parts of a namespace do not see each other's names. What is exported beside a `using` declaration is evaluated last,
 * after the resource is disposed of. Code that is nested too deep ends the process (nesting.ts). With legacy decorators `accessor`
 * stays in the code, and V8 does not know it.
 */
import { CellSyntaxError } from "../errors/cell-syntax-error.ts";
import { tooDeep } from "./nesting.ts";
import { hasValues, offsetIn, type SourceNode, type SourceTree } from "./source-forms.ts";

const SPACE = /\b(?:namespace|module)\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)(?:\s*\.\s*[\p{ID_Continue}$]+)*\s*\{/gu;
const USING = /(?:^|[;})/])[^\S\n\r\u2028\u2029]*(?:await\s+)?using\s+[\p{ID_Start}$_][\p{ID_Continue}$]*\s*[=:!]/mu;

/** A glance, because parsing takes longer than transpiling. */
function mayBeRefused(source: string, hasLegacyDecorators: boolean): boolean {
  const spaces = [...source.matchAll(SPACE)].map(([, name]) => name);
  if (new Set(spaces).size < spaces.length) return true;
  return (hasLegacyDecorators && /\baccessor\b/.test(source)) || (/\bexport\b/.test(source) && USING.test(source));
}

export function refuseForms(source: string, parse: (source: string) => SourceTree, hasLegacyDecorators: boolean): void {
  if (!mayBeRefused(source, hasLegacyDecorators)) return;
  const tree = parse(source);
  const { program } = tree;
  const { body } = program;
  const offset = offsetIn(source, tree);
  const refuse = ({ span }: SourceNode, message: string): never =>
    refuseBehind(source.slice(0, offset(span.start)), message);
  const spaces = new Set<unknown>();
  for (const statement of body) {
    const node = statement.declaration ?? statement;
    if (node.type !== "TsModuleDeclaration" || !hasValues(node)) continue;
    const name = node.id?.value;
    if (spaces.has(name)) refuse(node, `the namespace ${name} has several parts here; write it as one`);
    spaces.add(name);
  }
  const late = body.some(({ type }) => type === "UsingDeclaration") ? body.find(isExportedValue) : undefined;
  if (late !== undefined) {
    const advice = "declare it without export, and end with export { name }";
    refuse(late, `beside using, this export would be evaluated too late; ${advice}`);
  }
  const accessor = hasLegacyDecorators ? accessorIn(program) : undefined;
  if (accessor !== undefined) {
    refuse(accessor, "accessor needs standard decorators; remove experimentalDecorators from the tsconfig.json");
  }
}

/** Before swc reads the text. */
export function refuseDeepCode(source: string, hasMarkup: boolean): void {
  const place = tooDeep(source, hasMarkup);
  if (place !== undefined)
    refuseBehind(source.slice(0, place.offset), `the code is nested more than ${place.limit} deep here`);
}

/** `before` is what stands before the place. */
function refuseBehind(before: string, message: string): never {
  const lines = before.split("\n");
  throw new CellSyntaxError(message, lines.length, (lines.at(-1) ?? "").length + 1);
}

function isExportedValue({ type, declaration }: SourceNode): boolean {
  if (type === "ExportDefaultExpression") return true;
  return declaration !== undefined && /^(?:Variable|TsEnum|TsModule)/.test(declaration.type) && hasValues(declaration);
}

function accessorIn(node: unknown): SourceNode | undefined {
  if (typeof node !== "object" || node === null) return undefined;
  if ("type" in node && node.type === "AutoAccessor") return node as unknown as SourceNode;
  for (const child of Object.values(node)) {
    const found = accessorIn(child);
    if (found !== undefined) return found;
  }
  return undefined;
}
