/**
 * Class eraser: what TypeScript adds to classes and functions, left out: modifiers, annotations, type parameters.
 *
 * A parameter property becomes a field before all others and an assignment at the constructor's start, as TypeScript
 * makes of it for ES2022; in a derived class, where `super` comes first, it is refused.
 */
import {
  type AnyNode,
  type Class,
  type Function as FunctionNode,
  type MethodDefinition,
  type Pattern,
  type PropertyDefinition,
  type TokenType,
  tokTypes as token,
} from "acorn";
import type { ForInit } from "./acorn-internals.ts";
import type { Edits } from "./edits.ts";
import { REFUSED, TypeReader } from "./type-reader.ts";

const MODIFIERS = new Set(["public", "private", "protected", "readonly", "override"]);
const UNSUPPORTED = new Set([...MODIFIERS, "declare", "abstract", "accessor"]);

export class ClassEraser extends TypeReader {
  /** Whether the binding that is read next may have a type. */
  protected annotatesNext = false;
  private isConstructor = false;
  private isDerived = false;
  private isReadonly = false;
  /** Whether it makes a difference that fields are defined and not assigned to. */
  hasFields = false;
  /** The parameter properties of the class at hand. */
  private properties: string[] = [];
  private readonly arrows: number[] = [];
  private readonly insertions: { readonly position: number; readonly text: string }[] = [];

  eraseIn(edits: Edits): void {
    const { erased, input } = this;
    for (let index = 0; index < erased.length; index += 2) {
      edits.replaceLines({ start: erased[index], end: erased[index + 1] }, " ", input);
    }
    for (const { position, text } of this.insertions) edits.insert(position, text);
    for (const position of this.arrows) edits.insertFirst(position, "=>");
  }

  /** The arrow that comes after a type of several lines: before the breaks that stay of it, for it may not follow one. */
  protected moveArrow(position: number): void {
    this.expect(token.arrow);
    this.arrows.push(position);
    this.erased.push(position, this.lastTokEnd);
  }

  override parseBindingAtom(): Pattern {
    const { annotatesNext } = this;
    this.annotatesNext = false;
    const atom = super.parseBindingAtom();
    if (annotatesNext && this.type === token.colon) this.eraseAnnotation();
    return atom;
  }

  override parseBindingList(close: TokenType, allowEmpty?: boolean, allowTrailingComma?: boolean): (Pattern | null)[] {
    if (close !== token.parenR) return super.parseBindingList(close, allowEmpty, allowTrailingComma);
    const { isConstructor } = this;
    this.isConstructor = false;
    const list: Pattern[] = [];
    while (!this.eat(close)) {
      if (list.length > 0) this.expect(token.comma);
      if (this.afterTrailingComma(close)) break;
      if (this.type === token.ellipsis) {
        list.push(this.parseRestBinding());
        if (this.type === token.colon) this.eraseAnnotation();
        this.expect(close);
        break;
      }
      list.push(this.parseParameter(isConstructor));
    }
    return list;
  }

  private parseParameter(isConstructor: boolean): Pattern {
    const isProperty = isConstructor && this.eraseModifiers();
    const left = this.parseBindingAtom();
    if (isProperty) {
      if (left.type !== "Identifier" || this.isDerived) throw REFUSED;
      this.properties.push(left.name);
    }
    const isOptional = this.type === token.question;
    if (isOptional) this.eraseToken();
    if (this.type === token.colon) this.eraseAnnotation();
    if (isOptional && this.type === token.eq) throw REFUSED;
    return this.parseMaybeDefault(left.start, undefined, left);
  }

  /** Whether there were any. */
  private eraseModifiers(): boolean {
    let count = 0;
    for (; this.type === token.name && MODIFIERS.has(this.value as string); count++) {
      if (this.value === "readonly") this.isReadonly = true;
      if (this.value === "override" && !this.isDerived) throw REFUSED;
      if (!/^[ \t]+[\w$[]/.test(this.input.slice(this.end, this.end + 80))) throw REFUSED;
      this.eraseToken();
    }
    return count > 0;
  }

  override parseFunctionParams(node: FunctionNode): void {
    this.eraseTypeParameters();
    super.parseFunctionParams(node);
  }

  override parseMethod(isGenerator: boolean, isAsync: boolean, allowDirectSuper: boolean): AnyNode {
    this.eraseTypeParameters();
    return super.parseMethod(isGenerator, isAsync, allowDirectSuper);
  }

  override parseFunctionBody(node: FunctionNode, isArrow: boolean, isMethod: boolean, forInit: ForInit): void {
    if (!isArrow && this.type === token.colon) this.eraseAnnotation();
    super.parseFunctionBody(node, isArrow, isMethod, forInit);
  }

  override parseClass(node: Class, isStatement: boolean): Class {
    const { properties, isDerived } = this;
    this.properties = [];
    const result = super.parseClass(node, isStatement);
    if (this.properties.length > 0) {
      this.hasFields = true;
      this.insertions.push({
        position: result.body.start + 1,
        text: this.properties.map((name) => `${name};`).join(""),
      });
    }
    this.properties = properties;
    this.isDerived = isDerived;
    return result;
  }

  override parseClassId(node: Class, isStatement: boolean): void {
    super.parseClassId(node, isStatement);
    this.eraseTypeParameters();
  }

  override parseClassSuper(node: Class): void {
    super.parseClassSuper(node);
    const { start } = this;
    if (node.superClass && this.isAngle()) this.readTypeArguments();
    if (this.isContextual("implements")) {
      this.next();
      do this.readType();
      while (this.eat(token.comma));
    }
    if (this.start > start) this.eraseFrom(start);
  }

  override parseClassElement(constructorAllowsSuper: boolean): AnyNode | null {
    this.isDerived = constructorAllowsSuper;
    this.isReadonly = false;
    this.eraseModifiers();
    return super.parseClassElement(constructorAllowsSuper);
  }

  /** After `static`. */
  override isClassElementNameStart(): boolean {
    this.eraseModifiers();
    return super.isClassElementNameStart();
  }

  override parseClassElementName(element: MethodDefinition | PropertyDefinition): void {
    if (this.type === token.name && UNSUPPORTED.has(this.value as string)) throw REFUSED;
    super.parseClassElementName(element);
    const isDefinite = this.type === token.prefix && this.value === "!" && !this.isAfterLineBreak();
    if (isDefinite || this.type === token.question) this.eraseToken();
    this.eraseTypeParameters();
  }

  override parseClassMethod(
    method: MethodDefinition,
    isGenerator: boolean,
    isAsync: boolean,
    allowsDirectSuper: boolean,
  ): MethodDefinition {
    if (this.isReadonly) throw REFUSED;
    this.isConstructor = method.kind === "constructor";
    const before = this.properties.length;
    const result = super.parseClassMethod(method, isGenerator, isAsync, allowsDirectSuper);
    const added = this.properties.slice(before);
    if (added.length > 0) {
      const { body } = result.value;
      const [first] = body.body;
      if (first?.type === "ExpressionStatement" && "directive" in first) throw REFUSED;
      this.insertions.push({ position: body.start + 1, text: added.map((name) => `this.${name}=${name};`).join("") });
    }
    return result;
  }

  override parseClassField(field: PropertyDefinition): PropertyDefinition {
    this.hasFields = true;
    if (this.type === token.colon) this.eraseAnnotation();
    return super.parseClassField(field);
  }
}
