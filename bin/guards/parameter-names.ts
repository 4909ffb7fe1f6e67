/**
 * The names of parameters in the sources of the library: what `declare` and its kin declare, and what the types of parameters list.
 *
 * Method: the syntax trees of swc. A declaration is an object that is given to a function which declares, or a constant whose name
 * is in capitals or which is spread into one; a type is an exported interface or alias of an object, or the type of a parameter of
 * an exported function.
 * Limits: a name that is computed is not seen; whether a value is a number is known where the type is written as `number`, or
 * the declared field is one of the numbers of `lib/numerics/parameters.ts`.
 */
import { parseSync } from "@swc/core";
import type { SourceFile } from "./project-files.ts";

/** A parameter, and where it stands: the function, constant or type that has it. */
export interface ParameterName {
  readonly path: string;
  readonly owner: string;
  readonly name: string;
  readonly isNumber: boolean;
}

type Tree = { readonly [key: string]: unknown; readonly type?: string };

const DECLARES = /^(declare|with\w*Budget\w*)$/;
/** The fields that stand for a number, as they are called where they are declared. */
const NUMBERS =
  /^(finite|positive\w*|nonNegative|scale|probability\w*|openProbability|count|integer|number|hugeCount)$/;

export function parameterNames({ path, text }: SourceFile): readonly ParameterName[] {
  const { body } = parseSync(text, { syntax: "typescript" });
  return (body as unknown as readonly Tree[]).flatMap((statement) => namesIn(path, statement));
}

function namesIn(path: string, statement: Tree): readonly ParameterName[] {
  const isExported = statement.type === "ExportDeclaration";
  const declared = (isExported ? statement.declaration : statement) as Tree;
  const found = (owner: string) => (field: Field) => ({ path, owner, ...field });
  switch (declared.type) {
    case "VariableDeclaration":
      return (declared.declarations as Tree[]).flatMap((each) => {
        const owner = wordOf(each.id);
        return /^[A-Z_]+$/.test(owner)
          ? fieldsOf(each.init).map(found(owner))
          : declaredIn(each.init).map(found(owner));
      });
    case "TsInterfaceDeclaration":
      return isExported ? membersOf(declared.body).map(found(wordOf(declared.id))) : [];
    case "TsTypeAliasDeclaration":
      return isExported ? membersOf(declared.typeAnnotation).map(found(wordOf(declared.id))) : [];
    case "FunctionDeclaration":
      return isExported
        ? (declared.params as Tree[])
            .flatMap(({ pat }) => parameterOf(pat as Tree))
            .map(found(wordOf(declared.identifier)))
        : [];
    default:
      return [];
  }
}

type Field = Pick<ParameterName, "name" | "isNumber">;

/** A parameter by its place, or the names of one object. */
function parameterOf(pattern: Tree): readonly Field[] {
  const plain = (pattern.type === "AssignmentPattern" ? pattern.left : pattern) as Tree;
  const type = (plain.typeAnnotation as Tree | undefined)?.typeAnnotation as Tree | undefined;
  const inner = membersOf(type);
  return plain.type === "Identifier" ? [{ name: wordOf(plain), isNumber: isNumberType(type) }, ...inner] : inner;
}

/** The names of objects that are declared, however deep the declaration stands. */
function declaredIn(tree: unknown): readonly Field[] {
  return everyTree(tree)
    .filter(({ type, callee }) => type === "CallExpression" && DECLARES.test(wordOf(callee)))
    .flatMap(({ arguments: given }) => (given as Tree[]).flatMap(({ expression }) => fieldsOf(expression)));
}

function fieldsOf(tree: unknown): readonly Field[] {
  const { type, expression, properties, elements } = (tree ?? {}) as Tree;
  if (type === "TsSatisfiesExpression" || type === "TsAsExpression") return fieldsOf(expression);
  // The forms of which a caller takes one.
  if (type === "ArrayExpression") return (elements as (Tree | null)[]).flatMap((form) => fieldsOf(form?.expression));
  if (type !== "ObjectExpression") return [];
  return (properties as Tree[]).flatMap((property) =>
    property.type === "KeyValueProperty"
      ? [{ name: wordOf(property.key), isNumber: isNumberField(property.value) }]
      : [],
  );
}

function membersOf(tree: unknown): readonly Field[] {
  return everyTree(tree)
    .filter(({ type }) => type === "TsPropertySignature")
    .map(({ key, typeAnnotation }) => ({
      name: wordOf(key),
      isNumber: isNumberType((typeAnnotation as Tree | undefined)?.typeAnnotation as Tree | undefined),
    }));
}

function isNumberType(type: Tree | undefined): boolean {
  return type?.type === "TsKeywordType" && type.kind === "number";
}

function isNumberField(value: unknown): boolean {
  const { type, callee, arguments: given } = (value ?? {}) as Tree;
  if (type !== "CallExpression") return NUMBERS.test(wordOf(value));
  return wordOf(callee) === "optional" ? isNumberField((given as Tree[])[0]?.expression) : NUMBERS.test(wordOf(callee));
}

function wordOf(tree: unknown): string {
  return String((tree as Tree | undefined)?.value ?? "");
}

/** A tree and all below it. */
function everyTree(tree: unknown): readonly Tree[] {
  if (typeof tree !== "object" || tree === null) return [];
  const below = Object.values(tree).flatMap(everyTree);
  return "type" in tree ? [tree as Tree, ...below] : below;
}
