/** Source forms: nodes of swc's tree of a TypeScript text, with the properties that are used here. */

export interface SourceNode {
  readonly type: string;
  /** In bytes of the text as UTF-8, from where the text starts. */
  readonly span: { readonly start: number; readonly end: number };
  readonly declare?: boolean;
  readonly declaration?: SourceNode;
  /** What follows `export default`. */
  readonly decl?: SourceNode;
  readonly id?: SourceNode;
  readonly identifier?: SourceNode;
  readonly local?: SourceNode;
  readonly declarations?: readonly SourceNode[];
  readonly specifiers?: readonly SourceNode[];
  readonly source?: SourceNode;
  readonly imported?: SourceNode | null;
  readonly isTypeOnly?: boolean;
  readonly typeOnly?: boolean;
  readonly with?: SourceNode | null;
  readonly kind?: string;
  readonly superClass?: SourceNode | null;
  readonly callee?: SourceNode;
  readonly object?: SourceNode;
  readonly tag?: SourceNode;
  readonly expression?: SourceNode;
  readonly operator?: string;
  readonly isStatic?: boolean;
  readonly value?: unknown;
  readonly init?: SourceNode | null;
  readonly elements?: readonly (SourceNode | null)[];
  readonly properties?: readonly SourceNode[];
  readonly key?: SourceNode;
  readonly left?: SourceNode;
  readonly argument?: SourceNode;
  readonly body?: SourceNode | readonly SourceNode[];
}

export interface SourceTree {
  readonly program: { readonly body: readonly SourceNode[] };
  readonly sourceContext: { readonly startPos: number };
}

/** From the bytes of spans to the characters of the text. */
export function offsetIn(source: string, { sourceContext }: SourceTree): (byte: number) => number {
  const bytes = Buffer.from(source);
  const isPlain = bytes.length === source.length;
  return (byte) => {
    const end = byte - sourceContext.startPos;
    return isPlain ? end : bytes.toString("utf8", 0, end).length;
  };
}

/** Whether a statement is more than types; a namespace of nothing else is none itself. */
export function hasValues({ type, declare = false, body }: SourceNode): boolean {
  if (declare || /^Ts(?:Interface|TypeAlias|ImportEquals)Declaration$/.test(type)) return false;
  if (!/^Ts(?:Module|Namespace)/.test(type)) return true;
  const inner = body === undefined || "type" in body ? [body] : body;
  return inner.some((each) => each !== undefined && hasValues(each.declaration ?? each));
}

/** What a pattern binds. */
export function namesOf(node: SourceNode | null | undefined): string[] {
  switch (node?.type) {
    case "Identifier":
      return [String(node.value)];
    case "ArrayPattern":
      return (node.elements ?? []).flatMap(namesOf);
    case "ObjectPattern":
      return (node.properties ?? []).flatMap(namesOf);
    case "KeyValuePatternProperty":
      return namesOf(node.value as SourceNode);
    case "AssignmentPatternProperty":
      return namesOf(node.key);
    case "AssignmentPattern":
      return namesOf(node.left);
    case "RestElement":
      return namesOf(node.argument);
    default:
      return [];
  }
}
