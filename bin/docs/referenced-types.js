/**
 * Types that a public signature names and no door exports: they are shown at the door of their folder, and said to be no export, so that
 * a reader of the signature sees their fields.
 */
import { relative } from "node:path";
import { projectFolder } from "../setup/project.js";

/** The group under which a door lists them. */
export const UNEXPORTED_GROUP = "Types that signatures name";

/**
 * Remembers what signatures name from now on.
 * @param {any} typeDoc
 * @returns {Set<any>} symbols, filled while TypeDoc converts
 */
export function watchReferences(typeDoc) {
  const named = new Set();
  const { createSymbolReference } = typeDoc.Context.prototype;
  typeDoc.Context.prototype.createSymbolReference = function (/** @type {any[]} */ ...args) {
    named.add(args[0]);
    return createSymbolReference.apply(this, args);
  };
  return named;
}

/**
 * Adds the named types that have no place in the reference yet, and those that they name in turn.
 * @param {any} context
 * @param {Set<any>} named
 * @param {readonly { door: import("./doors.js").Door, module: any }[]} modules
 * @returns {Set<any>} the reflections that were added
 */
export function addReferencedTypes(context, named, modules) {
  const added = new Set();
  context.converter.permitDeferredConversion();
  for (const symbol of named) {
    // A set is walked to its end, and converting adds to it.
    if (context.getReflectionFromSymbol(symbol) !== undefined) continue;
    const declaration = symbol.declarations?.[0];
    const file = declaration?.getSourceFile();
    // A variable stands in a list in a statement; what is deeper is a type parameter or a member.
    if (file === undefined || ![declaration.parent, declaration.parent?.parent?.parent].includes(file)) continue;
    const module = homeOf(relative(projectFolder, file.fileName).replaceAll("\\", "/"), modules);
    if (module === undefined) continue;
    const before = new Set(module.children);
    context.converter.convertSymbol(context.withScope(module), symbol);
    for (const reflection of module.children) if (!before.has(reflection)) added.add(reflection);
  }
  context.converter.finalizeDeferredConversion();
  return added;
}

/**
 * Says on each of these pages that it shows no export, and lists them apart. To be done when their comments are complete.
 * @param {any} typeDoc
 * @param {ReadonlySet<any>} unexported
 */
export function markUnexported(typeDoc, unexported) {
  for (const reflection of unexported) {
    const group = new typeDoc.CommentTag("@group", [{ kind: "text", text: UNEXPORTED_GROUP }]);
    reflection.comment ??= new typeDoc.Comment();
    reflection.comment.blockTags.push(group);
    const blank = reflection.comment.summary.length > 0 ? "\n\n" : "";
    const note = `${blank}Shown because signatures name it; it is not exported.`;
    reflection.comment.summary.push({ kind: "text", text: note });
  }
}

/**
 * The module of the door that is nearest above a file.
 * @param {string} path relative to the project
 * @param {readonly { door: import("./doors.js").Door, module: any }[]} modules
 */
function homeOf(path, modules) {
  const folder = (/** @type {string} */ source) => source.slice(0, source.lastIndexOf("/") + 1);
  const above = modules.filter(({ door }) => path.startsWith(folder(door.source)));
  return above.sort((one, other) => other.door.source.length - one.door.source.length)[0]?.module;
}
