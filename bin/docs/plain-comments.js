/**
 * Comments as they are written: plain text with `code`, in which the name of an export of several words leads to its page; and the fields
 * of a parameter object on the page of the function that takes it.
 */
import { markdownOf } from "./source-header.js";

/** Of one word only, a name may as well be that of an argument. */
const SEVERAL_WORDS = /^`([a-z][a-z0-9]*[A-Z]\w*|[A-Z][a-z0-9]+[A-Z]\w*)(?:\(\))?`$/;

/**
 * @param {any} context
 * @param {ReadonlyMap<string, any>} exported
 */
export function showPlainText(context, exported) {
  for (const reflection of /** @type {any[]} */ (Object.values(context.project.reflections))) {
    const { comment } = reflection;
    if (comment === undefined) continue;
    const owners = [reflection, reflection.parent];
    comment.summary = shown(comment.summary, exported, owners);
    for (const tag of comment.blockTags) tag.content = shown(tag.content, exported, owners);
  }
}

/**
 * In the documents, names of exports and ids of claims lead to their pages. There a name of one word is one, too.
 * @param {any} context
 * @param {ReadonlyMap<string, any>} exported
 */
export function linkDocuments(context, exported) {
  const documents = context.project.documents ?? [];
  const claims = documents.find((/** @type {any} */ page) => page.name === "Claims")?.children ?? [];
  const targets = new Map([...claims.map((/** @type {any} */ page) => [page.name, page]), ...exported]);
  for (const document of documents) {
    if (document.name === "Claims") continue;
    document.content = document.content.map((/** @type {any} */ part) => {
      const name = part.kind === "code" ? /^`([\w-]+)(?:\(\))?`$/.exec(part.text)?.[1] : undefined;
      const target = name === undefined ? undefined : targets.get(name);
      return target === undefined
        ? part
        : { kind: "inline-tag", tag: "@linkcode", text: part.text.slice(1, -1), target };
    });
  }
}

/**
 * @param {readonly any[]} parts
 * @param {ReadonlyMap<string, any>} exported
 * @param {readonly any[]} owners where a link would lead back to
 */
function shown(parts, exported, owners) {
  let lineStart = true;
  return parts.map((part) => {
    const atStart = lineStart;
    lineStart = part.kind === "text" && part.text.endsWith("\n");
    // A label is one at the start of a line only: a sign in front hides what follows inline code.
    if (part.kind === "text") {
      return { ...part, text: atStart ? markdownOf(part.text) : markdownOf(`\0${part.text}`).slice(1) };
    }
    const target = part.kind === "code" ? exported.get(SEVERAL_WORDS.exec(part.text)?.[1] ?? "") : undefined;
    if (target === undefined || owners.includes(target)) return part;
    return { kind: "inline-tag", tag: "@linkcode", text: part.text.slice(1, -1), target };
  });
}

/**
 * Also takes "Readonly" from the fields: all are, and the front page says so.
 * @param {any} typeDoc
 * @param {any} context
 */
export function spreadParameters(typeDoc, context) {
  for (const reflection of /** @type {any[]} */ (Object.values(context.project.reflections))) {
    reflection.setFlag(typeDoc.ReflectionFlag.Readonly, false);
    if (!reflection.kindOf(typeDoc.ReflectionKind.Parameter)) continue;
    if (reflection.name === "__namedParameters") reflection.name = "parameters";
    const type = reflection.type?.reflection;
    if (type?.kindOf(typeDoc.ReflectionKind.Interface) && /(?:Parameters|Plan|Target|Question)$/.test(type.name)) {
      type.comment ??= new typeDoc.Comment();
      type.comment.modifierTags.add("@expand");
    }
  }
}
