/**
 * Globs: patterns of a search in the history, as IPython reads them.
 *
 * `*` is any text, `?` a character, `[a-z]` one of a set and `[^a-z]` one that is not in it; a bracket that is not closed matches
 * nothing. Case counts.
 * Source: the operator GLOB of SQLite, by which IPython searches its history.
 * Method: the pieces between stars are found one after the other, each at its first place, so that the time is linear in the text: by
 * Knuth, Morris and Pratt where a piece is plain text, and else by a set of bits of all beginnings of it that end at a character.
 */

/** A character as its code point, or a test of it. */
type Element = number | ((character: number) => boolean);
type Piece = readonly Element[];

/** What a question mark stands for. */
const anyCharacter = () => true;

/** Of a pattern with sets or question marks, in characters: its bits are gone through for each character of the text. */
const LONGEST_PATTERN = 1000;

/** A test of texts; throws a RangeError if the pattern is too long to be searched for. */
export function glob(pattern: string): (text: string) => boolean {
  const pieces = piecesOf(pattern);
  if (pieces === undefined) return () => false;
  if (pattern.length > LONGEST_PATTERN && pieces.some((piece) => !isPlain(piece))) {
    throw new RangeError(
      `pattern must have at most ${LONGEST_PATTERN} characters if ? or [ is among them, has ${pattern.length}`,
    );
  }
  const [first = [], ...rest] = pieces;
  const last = rest.pop();
  const finders = rest.map(finderOf);
  return (text) => {
    const characters = codePoints(text);
    if (!isAt(first, characters, 0)) return false;
    if (last === undefined) return first.length === characters.length;
    let place = first.length;
    for (const find of finders) {
      const end = find(characters, place);
      if (end === undefined) return false;
      place = end;
    }
    const lastPlace = characters.length - last.length;
    return lastPlace >= place && isAt(last, characters, lastPlace);
  };
}

function codePoints(text: string): readonly number[] {
  return Array.from(text, (character) => character.codePointAt(0) as number);
}

/** What stands between the stars; undefined if a bracket is not closed. */
function piecesOf(pattern: string): readonly Piece[] | undefined {
  const characters = Array.from(pattern);
  const pieces: Element[][] = [[]];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] as string;
    const piece = pieces.at(-1) as Element[];
    if (character === "*") pieces.push([]);
    else if (character === "?") piece.push(anyCharacter);
    else if (character === "[") {
      const end = endOfSet(characters, at);
      if (end === undefined) return undefined;
      piece.push(setOf(characters.slice(at + 1, end)));
      at = end;
    } else piece.push(character.codePointAt(0) as number);
  }
  return pieces;
}

/** Where the bracket that closes a set is; one that comes first is of the set. */
function endOfSet(characters: readonly string[], start: number): number | undefined {
  const first = start + (characters[start + 1] === "^" ? 2 : 1);
  const end = characters.indexOf("]", first + 1);
  return end < 0 ? undefined : end;
}

function setOf(members: readonly string[]): Element {
  const isInverted = members[0] === "^";
  const codes = members.slice(isInverted ? 1 : 0).map((member) => member.codePointAt(0) as number);
  const minus = 0x2d;
  const ranges: (readonly [least: number, most: number])[] = [];
  let before: number | undefined; // what a range may begin with
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] as number;
    const most = code === minus && before !== undefined ? codes[at + 1] : undefined;
    if (before !== undefined && most !== undefined) {
      ranges.push([before, most]);
      before = undefined;
      at++;
    } else {
      ranges.push([code, code]);
      before = code;
    }
  }
  return (character) => ranges.some(([least, most]) => least <= character && character <= most) !== isInverted;
}

const fits = (element: Element, character: number | undefined) =>
  character !== undefined && (typeof element === "number" ? element === character : element(character));

function isAt(piece: Piece, characters: readonly number[], place: number): boolean {
  return piece.every((element, index) => fits(element, characters[place + index]));
}

/** Gives the place behind the first piece at or behind a place. */
type Finder = (characters: readonly number[], from: number) => number | undefined;

function isPlain(piece: Piece): piece is readonly number[] {
  return piece.every((element) => typeof element === "number");
}

function finderOf(piece: Piece): Finder {
  return isPlain(piece) ? plainFinder(piece) : bitFinder(piece);
}

/** By the algorithm Shift-And of Baeza-Yates and Gonnet (Communications of the ACM 35, 1992). */
function bitFinder(piece: Piece): Finder {
  const words = Math.ceil(piece.length / 32);
  const mark = (bits: Int32Array, index: number) => {
    bits[index >> 5] |= 1 << (index & 31);
  };
  /** The elements where any character may stand, those where one of a set may, and those of each character. */
  const open = new Int32Array(words);
  const sets: (readonly [index: number, test: (character: number) => boolean])[] = [];
  const plain = new Map<number, number[]>();
  for (const [index, element] of piece.entries()) {
    if (element === anyCharacter) mark(open, index);
    else if (typeof element === "function") sets.push([index, element]);
    else plain.set(element, [...(plain.get(element) ?? []), index]);
  }
  /** Of each character, at which elements of the piece it may stand. */
  const places = new Map<number, Int32Array>();
  const placesOf = (character: number): Int32Array => {
    const known = places.get(character);
    if (known !== undefined) return known;
    const own = plain.get(character);
    if (own === undefined && sets.length === 0) return open;
    const bits = open.slice();
    for (const index of own ?? []) mark(bits, index);
    for (const [index, test] of sets) if (test(character)) mark(bits, index);
    places.set(character, bits);
    return bits;
  };
  const last = piece.length - 1;
  return (characters, from) => {
    const found = new Int32Array(words); // a bit for each beginning of the piece that ends at the character before
    for (let place = from; place < characters.length; place++) {
      const here = placesOf(characters[place] as number);
      let carried = 1;
      for (let word = 0; word < words; word++) {
        const before = found[word] as number;
        found[word] = ((before << 1) | carried) & (here[word] as number);
        carried = before >>> 31;
      }
      if (((found[last >> 5] as number) >> (last & 31)) & 1) return place + 1;
    }
    return undefined;
  };
}

/** By Knuth, Morris and Pratt (SIAM Journal on Computing 6, 1977). */
function plainFinder(piece: readonly number[]): Finder {
  /** How much of the piece is still there, by how much of it was, where the next character is another. */
  const borders = [0, 0];
  const extended = (length: number, character: number): number => {
    let rest = length;
    while (rest > 0 && piece[rest] !== character) rest = borders[rest] as number;
    return piece[rest] === character ? rest + 1 : 0;
  };
  for (let length = 1; length < piece.length; length++)
    borders.push(extended(borders[length] as number, piece[length] as number));
  return (characters, from) => {
    let length = 0;
    for (let place = from; length < piece.length; place++) {
      const character = characters[place];
      if (character === undefined) return undefined;
      length = extended(length, character);
      if (length === piece.length) return place + 1;
    }
    return from; // of an empty piece
  };
}
