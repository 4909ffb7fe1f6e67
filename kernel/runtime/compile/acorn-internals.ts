/**
 * Acorn's internals: the methods of its parser that plugins override, which its own declarations leave out.
 *
 * Source: acorn 8.19.0, whose plugin interface these are; the version is exact in package.json.
 */
import {
  type AnyNode,
  type Class,
  type Expression,
  type Function as FunctionNode,
  type Identifier,
  type ImportSpecifier,
  type MethodDefinition,
  type Options,
  Parser,
  type Pattern,
  type Program,
  type PropertyDefinition,
  type Statement,
  type TokenType,
  type VariableDeclarator,
} from "acorn";

type ForInit = boolean | "await" | undefined;

declare class ParserInternals {
  constructor(options: Options, input: string);
  readonly input: string;
  /** The token at hand. */
  type: TokenType;
  value: unknown;
  start: number;
  end: number;
  /** Where the next token is read. */
  pos: number;
  lastTokEnd: number;
  yieldPos: number;
  awaitPos: number;

  parse(): Program;
  next(): void;
  eat(type: TokenType): boolean;
  expect(type: TokenType): void;
  isContextual(word: string): boolean;
  canInsertSemicolon(): boolean;
  semicolon(): void;
  afterTrailingComma(close: TokenType): boolean;
  startNode(): AnyNode;
  finishNode(node: AnyNode, type: string): AnyNode;
  raise(position: number, message: string): never;
  raiseRecoverable(position: number, message: string): void;
  checkLocalExport(name: Identifier): void;

  parseStatement(context: string | null | undefined, topLevel?: boolean, exports?: object): Statement;
  parseLabeledStatement(node: AnyNode, name: string, label: Expression, context?: string | null): Statement;
  parseSwitchStatement(node: AnyNode): Statement;
  parseVarId(declarator: VariableDeclarator, kind: string): void;
  parseCatchClauseParam(): Pattern;
  parseImportSpecifier(): ImportSpecifier;
  parseImportSpecifiers(): AnyNode[];
  parseWithClause(): AnyNode[];
  parseModuleExportName(): AnyNode;
  parseIdent(liberal?: boolean): Identifier;
  parseBindingAtom(): Pattern;
  parseBindingList(close: TokenType, allowEmpty?: boolean, allowTrailingComma?: boolean): (Pattern | null)[];
  parseMaybeDefault(start: number, location: undefined, left: Pattern): Pattern;
  parseRestBinding(): Pattern;

  parseFunctionParams(node: FunctionNode): void;
  parseFunctionBody(node: FunctionNode, isArrow: boolean, isMethod: boolean, forInit: ForInit): void;
  parseMethod(isGenerator: boolean, isAsync: boolean, allowDirectSuper: boolean): AnyNode;
  parseParenArrowList(start: number, location: undefined, parameters: unknown[], forInit: ForInit): Expression;
  parseSubscriptAsyncArrow(start: number, location: undefined, parameters: unknown[], forInit: ForInit): Expression;
  parseParenAndDistinguishExpression(canBeArrow: boolean, forInit: ForInit): Expression;

  parseClass(node: Class, isStatement: boolean): Class;
  parseClassId(node: Class, isStatement: boolean): void;
  parseClassSuper(node: Class): void;
  parseClassElement(constructorAllowsSuper: boolean): AnyNode | null;
  parseClassElementName(element: MethodDefinition | PropertyDefinition): void;
  parseClassMethod(
    method: MethodDefinition,
    isGenerator: boolean,
    isAsync: boolean,
    allowsDirectSuper: boolean,
  ): MethodDefinition;
  parseClassField(field: PropertyDefinition): PropertyDefinition;
  isClassElementNameStart(): boolean;

  parseMaybeConditional(forInit: ForInit, errors: unknown): Expression;
  parseExprOp(left: Expression, start: number, location: undefined, precedence: number, forInit: ForInit): Expression;
  parseSubscripts(base: Expression, start: number, location: undefined, noCalls: boolean, forInit: ForInit): Expression;
  parseSubscript(
    base: Expression,
    start: number,
    location: undefined,
    noCalls: boolean,
    maybeAsyncArrow: boolean,
    optionalChained: boolean,
    forInit: ForInit,
  ): Expression;
  readRegexp(): void;
  /** The word at `pos`. */
  readWord1(): string;
  containsEsc: boolean;
}

export type { ForInit };

/** Reads `a + b + c` in a loop; acorn's own would call itself for each operator, and may have more than the stack is deep. */
export class AcornParser extends (Parser as unknown as typeof ParserInternals) {
  /** The chain of operators that is being read: where it starts, and what binds less ends it. */
  private chain = { start: -1, precedence: -1 };

  override parseExprOp(
    left: Expression,
    start: number,
    location: undefined,
    precedence: number,
    forInit: ForInit,
  ): Expression {
    const outer = this.chain;
    if (outer.start === start && outer.precedence === precedence) return left; // the loop below goes on
    this.chain = { start, precedence };
    let [before, chained] = [left, this.parseOperator(left, start, location, precedence, forInit)];
    while (chained !== before) {
      before = chained;
      chained = this.parseOperator(chained, start, location, precedence, forInit);
    }
    this.chain = outer;
    return chained;
  }

  /** The chain with one more operator, or the same if it has ended. */
  protected parseOperator(
    left: Expression,
    start: number,
    location: undefined,
    precedence: number,
    forInit: ForInit,
  ): Expression {
    return super.parseExprOp(left, start, location, precedence, forInit);
  }
}
