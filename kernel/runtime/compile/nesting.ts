/**
 * Nesting: how deep a text is nested, before a parser reads it. swc is native code: what is nested too deep for the stack ends the
 * process, and with it the variables of the session.
 *
 * Tokens are counted, not read as a grammar: a level for each open bracket, with what deepens it since its last `,` or `;`. Brackets in
 * strings, templates, comments and regular expressions do not count. The count is never below the real depth, and is above it
 * where statements follow each other without `;` or a line break.
 */

interface DeepPlace {
  readonly offset: number;
  readonly limit: number;
}

/** What nests, such as brackets, arrows and `if`: swc ends the process at some 4000 on a stack of 8 MB. */
const DEEPEST = 2000;
/** What only lengthens a chain counts by what swc takes of the stack for it: `+` two, a call four, `.`, `else` and labels eight. */
const LONGEST = 40_000;
const SHORT_LINK = 2;
const LINK = 4;
const WIDE_LINK = 8;
/** Shorter texts have no chain that is too long. */
const SHORT = LONGEST / WIDE_LINK;
const NESTING = /[([{<]|=>|\b(?:if|for|while|do|with)\b/g;

/** The first place that is too deep; undefined if there is none. With `hasMarkup`, quotes may be letters of JSX. */
export function tooDeep(source: string, hasMarkup = false): DeepPlace | undefined {
  const isShort = source.length <= SHORT && (source.match(NESTING)?.length ?? 0) <= DEEPEST;
  return isShort ? undefined : new NestingScan(source, hasMarkup).run();
}

/** Beyond it swc's time to keep the names of classes counts: it doubles with each class around another, 1 ms for twelve. */
const DEEPEST_CLASSES = 12;

export function hasDeepClasses(source: string, hasMarkup: boolean): boolean {
  const classes = source.match(/\bclass\b/g)?.length ?? 0;
  return classes > DEEPEST_CLASSES && new NestingScan(source, hasMarkup).classDepth() > DEEPEST_CLASSES;
}

const NESTING_WORDS = new Set(["if", "for", "while", "do", "with"]);
const HEADED = new Set(["if", "for", "while", "with"]);
const OPERATOR_WORDS = new Set(
  "in of instanceof as satisfies is extends implements keyof infer typeof void delete await yield new return throw case else do".split(
    " ",
  ),
);
/** A comment or string that is not closed goes on to the end of the text or the line: what is looked for is always found at once. */
const TOKEN =
  /\s+|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]+|\\[\s\S])*"?|'(?:[^'\\\n]+|\\[\s\S])*'?|[\w$\u0080-\uffff]+|=>|\?\.|[\s\S]/y;
const REGULAR_EXPRESSION = /\/(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const TEXT_OF_TEMPLATE = /(?:[^`\\$]+|\\[\s\S]?|\$(?!\{))*(?:`|\$\{|$)/y;

interface Level {
  readonly close: string;
  /** Whether it is the head of a statement, as that of `if`. */
  readonly isHead: boolean;
  /** Whether the word `class` stood in it. */
  hasClass: boolean;
  nested: number;
  links: number;
  /** `<` that may open type arguments. */
  angles: number;
  /** Before the last `;`, for an `else` that follows it. */
  before: { readonly nested: number; readonly links: number };
}

class NestingScan {
  #position = 0;
  #level = levelOf("", false);
  readonly #outer: Level[] = [];
  /** Of the levels around this one. */
  #depth = 0;
  #length = 0;
  /** Of the levels around this one, those with a class. */
  #classes = 0;
  #previous = "";
  #isAfterHead = false;
  readonly #source: string;
  readonly #hasMarkup: boolean;

  constructor(source: string, hasMarkup: boolean) {
    this.#source = source;
    this.#hasMarkup = hasMarkup;
  }

  /** How many brackets behind the word `class` are around one place, at most: the classes, or more. */
  classDepth(): number {
    let most = 0;
    while (this.#position < this.#source.length) {
      const token = this.#next();
      if (/^(?:\s|\/[/*])/.test(token)) continue;
      this.#take(token, false);
      if (token === "class") this.#level.hasClass = true;
      most = Math.max(most, this.#classes);
    }
    return most;
  }

  run(): DeepPlace | undefined {
    let isNewLine = false;
    while (this.#position < this.#source.length) {
      const offset = this.#position;
      const token = this.#next();
      if (/^(?:\s|\/[/*])/.test(token)) {
        isNewLine ||= token.includes("\n");
        continue;
      }
      this.#take(token, isNewLine);
      isNewLine = false;
      if (this.#depth + this.#level.nested > DEEPEST) return { offset, limit: DEEPEST };
      if (this.#length + this.#level.links > LONGEST) return { offset, limit: LONGEST };
    }
    return undefined;
  }

  #next(): string {
    const source = this.#source;
    const position = this.#position;
    if (source[position] === "/" && this.#mayBeRegularExpression()) {
      const found = this.#match(REGULAR_EXPRESSION);
      if (found !== undefined) return "0";
    }
    if (this.#hasMarkup && /["']/.test(source[position])) return source[this.#position++];
    return this.#match(TOKEN) ?? source[position];
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#source)?.[0];
    if (found !== undefined) this.#position += found.length;
    return found;
  }

  #mayBeRegularExpression(): boolean {
    const after = this.#source[this.#position + 1];
    if (after === "/" || after === "*") return false;
    if (this.#previous === ")") return this.#isAfterHead;
    return !isOperandEnd(this.#previous);
  }

  #take(token: string, isNewLine: boolean): void {
    const level = this.#level;
    const previous = this.#previous;
    this.#previous = token;
    const isAfterHead = this.#isAfterHead;
    this.#isAfterHead = false;
    if (token === "`") this.#takeTemplate();
    else if (token === "(" || token === "[" || token === "{") this.#open(token, HEADED.has(previous));
    else if (token === ")" || token === "]" || token === "}") this.#close(token);
    else if (token === ";") {
      level.before = { nested: level.nested, links: level.links };
      this.#restart();
    } else if (token === ",") {
      if (level.angles === 0) this.#restart();
      else level.links = 0;
    } else if (token === "else") {
      if (previous === ";") Object.assign(level, level.before);
      level.links += WIDE_LINK;
    } else if (/^[\w$\u0080-\uffff"']/.test(token)) {
      const isStart = previous === "}" || (isNewLine && !isAfterHead && isOperandEnd(previous));
      if ((isStart && !OPERATOR_WORDS.has(token)) || token === "case" || token === "default") this.#restart();
      if (NESTING_WORDS.has(token) && previous !== "else") level.nested++;
      else if (OPERATOR_WORDS.has(token)) level.links += WIDE_LINK;
    } else if (token === "=>") level.nested++;
    else if (this.#hasMarkup && (token === "<" || token === "/")) this.#takeTag(token);
    else if (token === "<") {
      level.nested++;
      level.angles++;
    } else if (token === ">") {
      if (level.angles > 0) {
        level.angles--;
        level.nested--;
      }
    } else level.links += /^(?:\?\.|[.:])$/.test(token) ? WIDE_LINK : SHORT_LINK;
  }

  /** `<a`, `</a` or `/>`; what a text in JSX says may look like an end of statements, so elements count apart. */
  #takeTag(token: string): void {
    const next = this.#source[this.#position];
    if (token === "<") this.#depth += next === "/" ? -1 : /[\w$>]/.test(next ?? "") ? 1 : 0;
    else if (next === ">") this.#depth--;
  }

  #restart(): void {
    Object.assign(this.#level, { nested: 0, links: 0, angles: 0 });
  }

  #open(bracket: string, isHead: boolean): void {
    this.#outer.push(this.#level);
    this.#depth += this.#level.nested + 1;
    this.#length += this.#level.links;
    if (this.#level.hasClass) this.#classes++;
    this.#level = levelOf({ "(": ")", "[": "]", "{": "}" }[bracket] ?? bracket, isHead);
    this.#previous = bracket;
  }

  #close(bracket: string): void {
    const level = this.#level;
    const around = this.#outer.pop();
    if (around === undefined) return; // which no parser goes on after
    this.#level = around;
    this.#depth -= around.nested + 1;
    this.#length -= around.links;
    if (around.hasClass) this.#classes--;
    if (level.close === "`" && bracket === "}") this.#takeTemplate();
    else if (level.isHead) this.#isAfterHead = true;
    else around.links += LINK;
  }

  /** From inside a template to its end, or to a value in it. */
  #takeTemplate(): void {
    const text = this.#match(TEXT_OF_TEMPLATE) ?? "";
    if (text.endsWith("${")) this.#open("`", false);
    else {
      this.#previous = "0";
      this.#level.links += LINK;
    }
  }
}

function levelOf(close: string, isHead: boolean): Level {
  return { close, isHead, hasClass: false, nested: 0, links: 0, angles: 0, before: { nested: 0, links: 0 } };
}

function isOperandEnd(token: string): boolean {
  return (/^[\w$\u0080-\uffff"'`]/.test(token) && !OPERATOR_WORDS.has(token)) || /^[)\]}]$/.test(token);
}
