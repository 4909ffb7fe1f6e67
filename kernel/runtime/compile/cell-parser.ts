/**
 * Cell parser: acorn, taught the part of TypeScript that is only to be left out, so that most cells need no transpiler.
 *
 * What is not sure to mean to acorn what it means to TypeScript is refused (type-reader.ts, class-eraser.ts).
 */

import {
  type AnyNode,
  type Expression,
  type Pattern,
  type Program,
  type Statement,
  type TokenType,
  tokTypes as token,
  type VariableDeclarator,
} from "acorn";
import type { ForInit } from "./acorn-internals.ts";
import type { Edits } from "./edits.ts";
import { ImportEraser } from "./import-eraser.ts";
import { mayOpenTypeArguments } from "./type-arguments.ts";
import { REFUSED, WORDS } from "./type-reader.ts";

export interface ParsedCell {
  readonly program: Program;
  /** Where statements end without a semicolon. */
  readonly openEnds: ReadonlySet<number>;
  /** Whether a class has fields, which are made as they are written. */
  readonly hasFields: boolean;
}

/** Parse a cell and put into `edits` what makes it JavaScript; undefined if it is left to the transpiler. */
export function parseCell(source: string, edits: Edits): ParsedCell | undefined {
  if (source.includes("\r") || source.includes("\u2028") || source.includes("\u2029")) return undefined;
  const openEnds = new Set<number>();
  const parser = new CellParser(
    {
      ecmaVersion: "latest",
      sourceType: "module",
      allowHashBang: false,
      onInsertedSemicolon: (end) => void openEnds.add(end),
    },
    source,
  );
  try {
    const program = parser.parse();
    parser.eraseIn(edits);
    return { program, openEnds, hasFields: parser.hasFields };
  } catch (error) {
    if (error === REFUSED) return undefined;
    throw error;
  }
}

const RELATIONAL = 7;
const TYPE_DECLARATION = /(?:export[ \t]+)?(?:type|interface)[ \t]+[A-Za-z_$]/y;
const TYPE_IMPORT = /import[ \t]+type[ \t]+(?!from\b)[A-Za-z_$*{]/y;
const DEFAULT_EXPORT = /export\s+default\b/y;
const GENERIC_CALL = /<[\w$.,\s[\]|"'<>]*>\(/y;
/** Parentheses that no expression could be, since the first of several parameters has a type. */
const TYPED_PARAMETERS = /\(\s*(?:\.\.\.\s*)?(?:[\w$]+\s*\??|\{[\w$\s,]*\}|\[[\w$\s,]*\])\s*:/y;
/** Nor these, unless `async` stands before. */
const TYPED_RESULT = /\(\s*\)\s*:/y;

class CellParser extends ImportEraser {
  override parseStatement(context: string | null | undefined, topLevel?: boolean, exports?: object): Statement {
    if (this.type === token.name || this.type === token._export) {
      if (this.isAt(TYPE_DECLARATION)) {
        if (context || (this.type === token._export && !topLevel)) throw REFUSED;
        return this.eraseTypeDeclaration();
      }
      if (this.isAt(DEFAULT_EXPORT)) throw REFUSED;
    } else if (this.type === token._import && topLevel && this.isAt(TYPE_IMPORT)) return this.eraseImport();
    return super.parseStatement(context, topLevel, exports);
  }

  private eraseTypeDeclaration(): Statement {
    const node = this.startNode();
    const { length } = this.erased;
    this.eat(token._export);
    const isInterface = this.isContextual("interface");
    this.next();
    if (WORDS.has(this.value as string)) throw REFUSED;
    this.readName();
    this.eraseTypeParameters();
    if (isInterface) {
      if (this.eat(token._extends)) {
        do this.readType();
        while (this.eat(token.comma));
      }
      this.readMembers();
    } else {
      this.expect(token.eq);
      this.readType();
      this.semicolon();
    }
    this.erased.length = length;
    this.eraseFrom(node.start);
    return this.finishNode(node, "EmptyStatement") as Statement;
  }

  override parseIdent(liberal?: boolean) {
    if (!liberal && this.type === token.name && WORDS.has(this.value as string)) throw REFUSED;
    return super.parseIdent(liberal);
  }

  override parseVarId(declarator: VariableDeclarator, kind: string): void {
    if (kind.endsWith("using")) throw REFUSED;
    this.annotatesNext = true;
    super.parseVarId(declarator, kind);
    const isAnnotated = this.lastTokEnd > declarator.id.end;
    if (isAnnotated && (this.type === token._in || this.isContextual("of"))) throw REFUSED;
  }

  override parseCatchClauseParam(): Pattern {
    this.annotatesNext = true;
    return super.parseCatchClauseParam();
  }

  /** Not `a!: b`. */
  override parseLabeledStatement(node: AnyNode, name: string, label: Expression, context?: string | null): Statement {
    if ((this.erased.at(-1) ?? 0) > label.end) throw REFUSED;
    return super.parseLabeledStatement(node, name, label, context);
  }

  /** `case (a): b => c`, which TypeScript reads as a function from `(a)`. */
  override parseSwitchStatement(node: AnyNode): Statement {
    const statement = super.parseSwitchStatement(node);
    if (statement.type !== "SwitchStatement") throw REFUSED;
    for (const { consequent } of statement.cases) {
      const [first] = consequent;
      if (first?.type === "ExpressionStatement" && first.expression.type === "ArrowFunctionExpression") throw REFUSED;
    }
    return statement;
  }

  /** `a ? (b) : c => d`, of which the same is true. */
  override parseMaybeConditional(forInit: ForInit, errors: unknown): Expression {
    const expression = super.parseMaybeConditional(forInit, errors);
    const { type, alternate } = expression as { type: string; alternate?: Expression };
    if (type === "ConditionalExpression" && alternate?.type === "ArrowFunctionExpression") throw REFUSED;
    return expression;
  }

  override parseOperator(
    left: Expression,
    start: number,
    location: undefined,
    precedence: number,
    forInit: ForInit,
  ): Expression {
    if (this.type === token.name) {
      if (RELATIONAL <= precedence || !(this.value === "as" || this.value === "satisfies")) return left;
      if (this.isAfterLineBreak()) return left;
      const from = this.start;
      this.next();
      if (!this.eat(token._const)) this.readType();
      this.eraseFrom(from);
      if (precedenceOf(this.type) > RELATIONAL) throw REFUSED; // without the type it would bind to less
      return this.parseOperator(left, start, location, precedence, forInit);
    }
    const isOpening = (this.type === token.relational || this.type === token.bitShift) && /^<+$/.test(`${this.value}`);
    if (isOpening && mayOpenTypeArguments(this.input, this.start)) throw REFUSED;
    return super.parseOperator(left, start, location, precedence, forInit);
  }

  /** `new Map<Key, Value>()`. */
  override parseSubscripts(
    base: Expression,
    start: number,
    location: undefined,
    noCalls: boolean,
    forInit: ForInit,
  ): Expression {
    const result = super.parseSubscripts(base, start, location, noCalls, forInit);
    if (noCalls && this.isAngle()) this.eraseTypeArguments();
    return result;
  }

  /** `value!` and `call<Type>()`. */
  override parseSubscript(
    base: Expression,
    start: number,
    location: undefined,
    noCalls: boolean,
    maybeAsyncArrow: boolean,
    optionalChained: boolean,
    forInit: ForInit,
  ): Expression {
    while (this.type === token.prefix && this.value === "!" && !this.isAfterLineBreak()) {
      this.eraseToken();
      if (this.type === token.regexp) throw REFUSED; // a division
    }
    if (!noCalls && this.isAngle() && this.isAt(GENERIC_CALL)) this.eraseTypeArguments();
    if (maybeAsyncArrow && this.type === token.parenL && this.isAt(TYPED_PARAMETERS)) {
      return this.parseSubscriptAsyncArrow(start, location, this.parseTypedParameters(), forInit);
    }
    return super.parseSubscript(base, start, location, noCalls, maybeAsyncArrow, optionalChained, forInit);
  }

  private eraseTypeArguments(): void {
    const { start } = this;
    this.readTypeArguments();
    this.eraseFrom(start);
    if (this.type !== token.parenL) throw REFUSED;
  }

  override parseParenAndDistinguishExpression(canBeArrow: boolean, forInit: ForInit): Expression {
    const { start } = this;
    if (canBeArrow && (this.isAt(TYPED_PARAMETERS) || this.isAt(TYPED_RESULT))) {
      return this.parseParenArrowList(start, undefined, this.parseTypedParameters(), forInit);
    }
    const expression = super.parseParenAndDistinguishExpression(canBeArrow, forInit);
    if (isAssignment(this.type)) throw REFUSED; // `(a) = b`, whose left side no second target can be written beside
    return expression;
  }

  /** Up to and with the arrow. */
  private parseTypedParameters(): (Pattern | null)[] {
    const { yieldPos, awaitPos } = this;
    this.yieldPos = this.awaitPos = 0;
    this.next();
    const parameters = this.parseBindingList(token.parenR);
    const { lastTokEnd: closed, erased } = this;
    const { length } = erased;
    if (this.type === token.colon) this.eraseAnnotation();
    if (this.yieldPos !== 0 || this.awaitPos !== 0 || this.canInsertSemicolon()) throw REFUSED;
    if (this.input.slice(closed, this.start).includes("\n")) {
      erased.length = length;
      this.moveArrow(closed);
    } else this.expect(token.arrow);
    this.yieldPos = yieldPos;
    this.awaitPos = awaitPos;
    return parameters;
  }

  /** Flags and groups newer than what the transpiler is asked for, which it may spell out. */
  override readRegexp(): void {
    super.readRegexp();
    const { pattern, flags } = this.value as { pattern: string; flags: string };
    if (flags.includes("v") || /\(\?[a-z-]|\(\?<[^=!].*\(\?<[^=!]/.test(pattern)) throw REFUSED;
  }
}

function precedenceOf(type: TokenType): number {
  return (type as { binop?: number | null }).binop ?? 0;
}

function isAssignment(type: TokenType): boolean {
  return (type as { isAssign?: boolean }).isAssign === true;
}
