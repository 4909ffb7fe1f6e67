/**
 * Automatic accessors: `accessor x = 1` in a class, for the decorators of the older kind, with which the transpiler leaves
 * it as it is. It becomes a private field and the two functions that read and write it, of which the decorators are told,
 * as of any other such pair. Lines stay, and columns unless the accessor has decorators.
 */
import { Edits } from "./edits.ts";
import { type SourceTree, treeOf } from "./source-forms.ts";

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Of the transpiler's own tree. */
interface Accessor {
  readonly span: Span;
  readonly key: { readonly type: string; readonly span: Span };
  readonly typeAnnotation: { readonly span: Span } | null;
  readonly isStatic: boolean;
  readonly decorators: readonly { readonly span: Span }[];
}

/** `parse` is asked only if the text may have one; where it cannot parse, the text stays. */
export function spellAccessors(source: string, parse: (source: string) => SourceTree): string {
  const tree = treeOf(source, parse);
  if (tree === undefined) return source;
  const bytes = Buffer.from(source);
  const placeOf = (byte: number) => bytes.toString("utf8", 0, byte - tree.sourceContext.startPos).length;
  const spanOf = ({ start, end }: Span): Span => ({ start: placeOf(start), end: placeOf(end) });
  let prefix = "_kept"; // and a number: not longer than `accessor x`
  while (source.includes(prefix)) prefix += "_";
  const edits = new Edits();
  const keys: string[] = [];
  let count = 0;
  for (const { span, key, typeAnnotation, isStatic, decorators } of accessorsIn(tree.program)) {
    const [whole, named] = [spanOf(span), spanOf(key.span)];
    const last = decorators.at(-1);
    let start = last === undefined ? whole.start : spanOf(last.span).end;
    while (/\s/.test(source[start])) start++;
    const head = source.slice(start, named.start);
    if (/\b(?:abstract|declare)\b/.test(head)) {
      edits.replace(
        { start, end: named.start },
        head.replace(/\baccessor\b/, (word) => " ".repeat(word.length)),
      );
      continue;
    }
    const field = `#${prefix}${count}`;
    let [read, written] = [source.slice(named.start, named.end), source.slice(named.start, named.end)];
    if (key.type === "Computed") {
      const kept = `${prefix}${count}`;
      keys.push(kept);
      [read, written] = [`[${kept} = (${read.slice(1, -1)})]`, `[${kept}]`];
    }
    const annotated = spanOf(typeAnnotation?.span ?? { start: 0, end: 0 });
    const type = source.slice(annotated.start, annotated.end);
    const pair = oneLine(pairOf({ field, read, written, isStatic, type: type.includes("\n") ? "" : type }));
    const spelled = isStatic ? `static ${field}` : field;
    edits.replace({ start, end: named.end }, inPlaceOf(source.slice(start, named.end), spelled));
    if (last === undefined) edits.append(whole.end, `;${pair}`);
    else edits.insertFirst(start, pair);
    count++;
  }
  return edits.apply(source) + (keys.length > 0 ? `\n;var ${keys.join()};` : "");
}

interface PairParameters {
  readonly field: string;
  /** The names after `get` and after `set`. */
  readonly read: string;
  readonly written: string;
  readonly isStatic: boolean;
  /** With its colon; decorators may be told of it. */
  readonly type: string;
}

/** A static one is also read of classes that extend its own, which have no such field. */
function pairOf({ field, read, written, isStatic, type }: PairParameters): string {
  if (!isStatic) return `get ${read}()${type}{return this.${field}}set ${written}(value){this.${field}=value}`;
  const owner = `let owner=this;while(!(${field} in owner))owner=Object.getPrototypeOf(owner);`;
  const reader = `static get ${read}()${type}{${owner}return owner.${field}}`;
  return `${reader}static set ${written}(value){${owner}owner.${field}=value}`;
}

function* accessorsIn(node: unknown): Generator<Accessor> {
  if (typeof node !== "object" || node === null) return;
  if ("type" in node && node.type === "AutoAccessor") yield node as unknown as Accessor;
  for (const child of Object.values(node)) yield* accessorsIn(child);
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ");
}

/** As long as the old text, with its line breaks. */
function inPlaceOf(old: string, text: string): string {
  const lines = old.split("\n");
  const end = lines.pop() ?? "";
  return lines.length > 0 ? `${text}${"\n".repeat(lines.length)}${" ".repeat(end.length)}` : text.padEnd(end.length);
}
