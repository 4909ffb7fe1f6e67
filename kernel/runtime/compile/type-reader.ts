/**
 * Type reader: reads TypeScript's types from the tokens of acorn's parser, so that they can be left out.
 *
 * Limits: conditional, mapped, template and constructor types, predicates and patterns with commas of their own are
 * refused, as is all that is not sure to mean the same to TypeScript; the transpiler then takes the cell.
 */
import { type Options, tokTypes as token } from "acorn";
import { AcornParser } from "./acorn-internals.ts";

/** Thrown where the text is not sure to be understood; made once, for a trace would cost more than the parsing. */
export const REFUSED = new SyntaxError("not in the part of TypeScript that is only left out");

/** Names that TypeScript reads as its own words in some places. */
export const WORDS = new Set(
  "abstract accessor as asserts declare global is module namespace override readonly satisfies type using".split(" "),
);
const OPERATORS = new Set(["keyof", "readonly", "unique"]);
const NOT_TYPES = new Set(["infer", "asserts", "is", "abstract"]);

const WORD = /[\w$]+/y;
const BACKSLASH = 0x5c;
const LAST_ASCII = 0x7f;

export class TypeReader extends AcornParser {
  /** Starts and ends, by turns, of what is to be left out. */
  readonly erased: number[] = [];

  constructor(options: Options, input: string) {
    super(options, input);
  }

  override raise(): never {
    throw REFUSED;
  }

  override raiseRecoverable(): void {
    throw REFUSED;
  }

  /** By a pattern, which is fast from its second use on: the first cells are read a tenth faster than character by character. */
  override readWord1(): string {
    WORD.lastIndex = this.pos;
    const isPlain = WORD.test(this.input);
    const end = WORD.lastIndex;
    const next = this.input.charCodeAt(end);
    if (!isPlain || next === BACKSLASH || next > LAST_ASCII) return super.readWord1();
    const word = this.input.slice(this.pos, end);
    this.pos = end;
    this.containsEsc = false;
    return word;
  }

  protected isAfterLineBreak(): boolean {
    return this.input.slice(this.lastTokEnd, this.start).includes("\n");
  }

  /** `pattern` is sticky. */
  protected isAt(pattern: RegExp): boolean {
    pattern.lastIndex = this.start;
    return pattern.test(this.input);
  }

  protected isAngle(): boolean {
    return this.type === token.relational && this.value === "<";
  }

  protected eraseFrom(start: number): void {
    this.erased.push(start, this.lastTokEnd);
  }

  /** The token at hand. */
  protected eraseToken(): void {
    this.erased.push(this.start, this.end);
    this.next();
  }

  /** `: type`. */
  protected eraseAnnotation(): void {
    const { start } = this;
    this.expect(token.colon);
    this.readType();
    this.eraseFrom(start);
  }

  protected eraseTypeParameters(): void {
    if (!this.isAngle()) return;
    const { start } = this;
    this.next();
    do {
      this.readName();
      if (this.eat(token._extends)) this.readType();
      if (this.eat(token.eq)) this.readType();
    } while (this.eat(token.comma));
    this.closeAngle();
    this.eraseFrom(start);
  }

  /** `<A, B>`, if it is there. */
  protected readTypeArguments(): void {
    if (!this.isAngle()) return;
    this.next();
    do this.readType();
    while (this.eat(token.comma));
    this.closeAngle();
  }

  protected readName(): void {
    if (this.type !== token.name || NOT_TYPES.has(this.value as string)) throw REFUSED;
    this.next();
  }

  protected readType(): void {
    if (this.type === token.bitwiseOR || this.type === token.bitwiseAND) this.next();
    do this.readOperand();
    while (this.eat(token.bitwiseOR) || this.eat(token.bitwiseAND));
  }

  private readOperand(): void {
    switch (this.type) {
      case token.name:
        if (OPERATORS.has(this.value as string)) {
          this.next();
          this.readOperand();
          return;
        }
        this.readQualifiedName();
        if (!this.isAfterLineBreak()) this.readTypeArguments();
        break;
      case token._typeof:
        this.next();
        this.readQualifiedName();
        break;
      case token.plusMin:
        if (this.value !== "-") throw REFUSED;
        this.next();
        this.expect(token.num);
        break;
      case token.string:
      case token.num:
      case token._null:
      case token._void:
      case token._this:
      case token._true:
      case token._false:
        this.next();
        break;
      case token.parenL:
        this.readParenthesis();
        break;
      case token.bracketL:
        this.next();
        this.readList(token.bracketR);
        break;
      case token.braceL:
        this.readMembers();
        break;
      default:
        throw REFUSED;
    }
    while (this.type === token.bracketL && !this.isAfterLineBreak()) {
      this.next();
      if (this.eat(token.bracketR)) continue;
      this.readType();
      this.expect(token.bracketR);
    }
  }

  private readQualifiedName(): void {
    this.readName();
    while (this.eat(token.dot)) this.readName();
  }

  /** A type in parentheses, or the parameters of a function type and what it returns. */
  private readParenthesis(): void {
    this.next();
    const isPlain = this.readList(token.parenR) === "type";
    if (this.eat(token.arrow)) this.readType();
    else if (!isPlain) throw REFUSED;
  }

  /** Types or parameters up to `close`; whether it was one type alone. */
  private readList(close: typeof token.parenR): "type" | "list" {
    let count = 0;
    let isPlain = true;
    while (!this.eat(close)) {
      if (count++ > 0) this.expect(token.comma);
      if (this.eat(close)) return "list";
      if (this.eat(token.ellipsis)) isPlain = false;
      this.readType();
      if (this.eat(token.question)) isPlain = false;
      if (this.eat(token.colon)) {
        isPlain = false;
        this.readType();
      }
    }
    return isPlain && count === 1 ? "type" : "list";
  }

  /** `{ readonly name?: type; ... }` of a type or an interface. */
  protected readMembers(): void {
    this.expect(token.braceL);
    while (!this.eat(token.braceR)) {
      this.readMember();
      const isSeparated = this.eat(token.semi) || this.eat(token.comma);
      if (!isSeparated && this.type !== token.braceR && !this.isAfterLineBreak()) throw REFUSED;
    }
  }

  private readMember(): void {
    const isReadonly = this.isContextual("readonly");
    if (isReadonly) this.next();
    if (this.type === token.bracketL) {
      this.next();
      this.readQualifiedName();
      if (this.eat(token.colon)) this.readType();
      this.expect(token.bracketR);
    } else if (this.type === token.name || this.type === token.string || this.type === token.num) this.next();
    else if (!isReadonly || (this.type !== token.colon && this.type !== token.question)) throw REFUSED;
    this.eat(token.question);
    if (this.isAngle()) throw REFUSED;
    if (this.type === token.parenL) {
      this.next();
      this.readList(token.parenR);
    }
    if (this.eat(token.colon)) this.readType();
  }

  /** `>`, which may be the first character of a longer token. */
  private closeAngle(): void {
    if (this.type === token.bitShift && /^>+$/.test(this.value as string)) {
      this.pos = this.end = this.start + 1;
    } else if (this.type !== token.relational || this.value !== ">") throw REFUSED;
    this.next();
  }
}
