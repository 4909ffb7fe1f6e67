/**
 * Headers in the reference: each export shows the header of its file, and each door the header of its index.
 *
 * The export that a file is named after shows the header; the others refer to it. Where no value has the file's name, each function
 * shows the header.
 */
import { readFileSync } from "node:fs";
import { inProject } from "../setup/project.js";
import { headerBearers, headerOf, inParagraphs, jsDoc, outsideCode, sameText } from "./source-header.js";

/**
 * TypeDoc's values have no types here: it is no dependency of the project.
 * @typedef {any} TypeDoc the module
 * @typedef {any} Compiler the TypeScript that TypeDoc uses
 * @typedef {any} Context
 * @typedef {any} Reflection
 * @typedef {any} Comment
 */

/**
 * @param {TypeDoc} typeDoc
 * @param {Compiler} compiler
 * @param {Context} context
 * @param {readonly { door: import("./doors.js").Door, module: Reflection }[]} modules
 * @param {ReadonlySet<Reflection>} unexported
 */
export function writeHeaders(typeDoc, compiler, context, modules, unexported) {
  for (const { door, module } of modules) {
    module.name = door.name;
    const path = inProject(door.source);
    module.comment = parsed(compiler, context, inParagraphs(headerOf(readFileSync(path, "utf8"))), path);
  }
  const doorHeaders = modules.flatMap(({ module }) => module.comment ?? []);
  for (const [path, reflections] of bySource(context, modules)) {
    const header = inParagraphs(headerOf(readFileSync(path, "utf8")));
    const exported = reflections.filter((reflection) => !unexported.has(reflection));
    const { main, bearers } = bearersAmong(typeDoc, path, exported);
    for (const reflection of reflections) {
      const place = reflection.signatures?.[0] ?? reflection;
      const comment = parsed(compiler, context, header, path);
      const headers = [comment, ...doorHeaders];
      const own = ownComment(typeDoc, place.comment, headers);
      reflection.comment = ownComment(typeDoc, reflection.comment, headers);
      if (reflection === main) place.comment = joined(comment, own);
      else if (main !== undefined) place.comment = joined(own ?? new typeDoc.Comment(), seeAlso(typeDoc, main));
      else place.comment = bearers.includes(reflection) ? joined(own ?? new typeDoc.Comment(), comment) : own;
    }
  }
}

/**
 * @param {TypeDoc} typeDoc
 * @param {string} path
 * @param {readonly Reflection[]} exported
 * @returns {{ main?: Reflection, bearers: readonly Reflection[] }}
 */
function bearersAmong(typeDoc, path, exported) {
  const kinds = typeDoc.ReflectionKind;
  const isType = (/** @type {Reflection} */ reflection) => reflection.kindOf(kinds.Interface | kinds.TypeAlias);
  const { main, bearers } = headerBearers(
    path,
    exported.map((reflection) => ({
      name: reflection.name,
      isFunction: reflection.kindOf(kinds.Function),
      isType: isType(reflection),
    })),
  );
  const named = exported.filter(({ name }) => bearers.includes(name));
  return main === undefined
    ? { bearers: named }
    : { main: named.find((each) => !isType(each)) ?? named[0], bearers: named };
}

/**
 * The declarations of all doors by the file that they stand in.
 * @param {Context} context
 * @param {readonly { module: Reflection }[]} modules
 * @returns {Map<string, Reflection[]>}
 */
function bySource(context, modules) {
  /** @type {Map<string, Reflection[]>} */
  const files = new Map();
  for (const { module } of modules) {
    for (const reflection of module.children ?? []) {
      const path = sourceOf(context, reflection);
      if (path !== undefined) files.set(path, [...(files.get(path) ?? []), reflection]);
    }
  }
  return files;
}

/**
 * The file that declares what a reflection shows; undefined for one that only refers to another.
 * @param {Context} context
 * @param {Reflection} reflection
 * @returns {string | undefined}
 */
function sourceOf(context, reflection) {
  if (reflection.variant === "reference") return undefined;
  return context.getSymbolFromReflection(reflection)?.declarations?.[0]?.getSourceFile().fileName;
}

/**
 * A comment as TypeDoc reads it, by way of a statement that it stands before.
 * @param {Compiler} compiler
 * @param {Context} context
 * @param {string} text
 * @param {string} path
 * @returns {Comment}
 */
function parsed(compiler, context, text, path) {
  // Braces outside of inline tags would be taken for the start of one.
  const escaped = outsideCode(text, (part) => part.replaceAll(/\{(?!@)|(?<!\{@[^{}]*)\}/g, "\\$&"));
  const source = compiler.createSourceFile(path, `${jsDoc(escaped)}export {};`, compiler.ScriptTarget.Latest, true);
  return context.getNodeComment(source.statements[0], false);
}

/**
 * The comment of a reflection, unless it is a header: TypeDoc takes the comment at the head of a file for that of the first statement, if
 * that is no import, and at the head of a door for that of its first export.
 * @param {TypeDoc} typeDoc
 * @param {Comment | undefined} comment
 * @param {readonly Comment[]} headers
 * @returns {Comment | undefined}
 */
function ownComment(typeDoc, comment, headers) {
  if (comment === undefined) return undefined;
  const text = (/** @type {Comment} */ one) => typeDoc.Comment.combineDisplayParts(one.summary);
  return headers.some((header) => sameText(text(comment), text(header))) ? undefined : comment;
}

/**
 * @param {Comment} first
 * @param {Comment | undefined} second
 * @returns {Comment}
 */
function joined(first, second) {
  if (second === undefined) return first;
  const blank = first.summary.length > 0 && second.summary.length > 0 ? [{ kind: "text", text: "\n\n" }] : [];
  first.summary = [...first.summary, ...blank, ...second.summary];
  first.blockTags = [...first.blockTags, ...second.blockTags];
  return first;
}

/**
 * A comment that only refers to another reflection, by a tag: lists of names show the text of a comment and not its tags.
 * @param {TypeDoc} typeDoc
 * @param {Reflection} target
 * @returns {Comment}
 */
function seeAlso(typeDoc, target) {
  const link = { kind: "inline-tag", tag: "@link", text: target.name, target };
  return new typeDoc.Comment([], [new typeDoc.CommentTag("@see", [link])]);
}
