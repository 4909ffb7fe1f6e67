/**
 * Typeset: the plain Unicode formulas of a text, `e^(−ε/2)`, `δᵢ`, `Σ_{j≥2}`, as HTML that a page and a notebook both show.
 *
 * Method: what `^` and `_` raise or lower, and the raised and lowered letters of Unicode, become <sup> and <sub>; letters that stand for a
 * quantity become <i>; all other text goes through `literal`, which escapes it. Raised is a group in parentheses, which are
 * dropped, braces or bars, a number, a run of small letters or one letter, with its minus. Fractions and roots stay in the line, as
 * they are written.
 * Limits: the article "a" and a quantity a are told apart by the word that follows; `snake_case` is left as it is.
 */
const RAISED = { signs: "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿᵀᵈᵏ", plain: "0123456789+−()nTdk" };
const LOWERED = { signs: "₀₁₂₃₄₅₆₇₈₉₊₋₍₎ᵢⱼₖₙₘₚₜₓ", plain: "0123456789+−()ijknmptx" };
const CLOSING: Readonly<Record<string, string>> = { "(": ")", "{": "}", "|": "|", "⌈": "⌉", "⌊": "⌋" };

const LOWER = /\d+(?:\.\d+)?|[a-z]+|\p{L}|∞|\*/uy;
const UPPER = new RegExp(`[-−]?(?:${LOWER.source})`, "uy");
const RUN = new RegExp(`[${RAISED.signs}]+|[${LOWERED.signs}]+`, "uy");
/** A small Greek letter, or a Latin one beside which no letter or digit stands, and which is no mark, abbreviation or power of ten. */
const QUANTITY = new RegExp(
  [
    "[α-ωϕϑϵ]\\p{M}*",
    "(?<![A-Za-zÀ-ž.\"“'’&#]|[Tt]ype |[A-Za-z]\\d{1,9})" +
      "(?!(?<=\\d)e[-−+]?\\d)[A-Za-zÀ-ž]\\p{M}*(?![A-Za-zÀ-ž0-9\"”&]|\\.[A-Za-z]|[’'][a-z])",
  ].join("|"),
  "uy",
);
/** The article, and not a quantity: a word follows it. */
const ARTICLE = /(?<=^|[\s("“])[aA](?= ["“(]?\p{L})/uy;
/** Both sides are words: a name of code. */
const NAME = /[a-z]{2,}_[a-z]{2,}(?:_[a-z]+)*/y;

export function typeset(text: string, literal: (text: string) => string): string {
  let set = "";
  let plain = "";
  let place = 0;
  const flush = () => {
    set += literal(plain);
    plain = "";
  };
  const put = (markup: string, length: number) => {
    flush();
    set += markup;
    place += length;
  };
  while (place < text.length) {
    const name = /[a-z]/.test(text[place - 1] ?? "") ? "" : found(NAME, text, place);
    const article = found(ARTICLE, text, place);
    const run = found(RUN, text, place);
    const quantity = found(QUANTITY, text, place);
    const script = scriptAt(text, place);
    if (name !== "" || article !== "") {
      plain += name + article;
      place += name.length + article.length;
    } else if (run !== "") {
      const isRaised = RAISED.signs.includes(run[0]);
      put(scripted(isRaised ? "sup" : "sub", typeset(levelled(run, isRaised ? RAISED : LOWERED), literal)), run.length);
    } else if (script !== undefined) {
      put(scripted(script.tag, typeset(script.content, literal)), script.length);
    } else if (quantity !== "") {
      put(`<i>${literal(quantity)}</i>`, quantity.length);
    } else {
      plain += text[place];
      place += 1;
    }
  }
  flush();
  return set;
}

function found(pattern: RegExp, text: string, place: number): string {
  pattern.lastIndex = place;
  return pattern.exec(text)?.[0] ?? "";
}

function scripted(tag: "sup" | "sub", content: string): string {
  return `<${tag}>${content}</${tag}>`;
}

function levelled(run: string, { signs, plain }: typeof RAISED): string {
  return [...run].map((sign) => plain[signs.indexOf(sign)]).join("");
}

/** What `^` or `_` raises or lowers here, and how many characters that is in all; nothing where the sign stands for itself. */
function scriptAt(text: string, place: number): { tag: "sup" | "sub"; content: string; length: number } | undefined {
  const sign = text[place];
  if (sign !== "^" && sign !== "_") return undefined;
  const tag = sign === "^" ? "sup" : "sub";
  const opening = text[place + 1] ?? "";
  if (Object.hasOwn(CLOSING, opening)) {
    const end = closingOf(text, place + 1);
    if (end === undefined) return undefined;
    const inside = text.slice(place + 2, end);
    // In p_(i) the parentheses belong to the index: the i-th in order.
    const isDropped = opening === "{" || (opening === "(" && tag === "sup");
    return { tag, content: isDropped ? inside : opening + inside + CLOSING[opening], length: end + 1 - place };
  }
  const content = found(tag === "sup" ? UPPER : LOWER, text, place + 1);
  return content === "" ? undefined : { tag, content, length: content.length + 1 };
}

function closingOf(text: string, start: number): number | undefined {
  const opening = text[start];
  const closing = CLOSING[opening];
  let depth = 0;
  for (let place = start; place < text.length; place++) {
    if (place > start && text[place] === closing) {
      if (depth === 1) return place;
      depth--;
    } else if (text[place] === opening) depth++;
  }
  return undefined;
}
