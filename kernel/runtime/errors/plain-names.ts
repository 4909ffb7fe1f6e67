/** Plain names: what V8 quotes of a cell or a file as it runs (rewrite.ts, transpile.ts), as it was written. */
export function withoutMarkers(text: string): string {
  if (!/_\$|\(0 , _/.test(text)) return text;
  return text
    .replace(/\(0 , _\$+[ct]_([\p{ID_Continue}$]+)\.\1\)/gu, "$1")
    .replace(/_\$+[ct]_([\p{ID_Continue}$]+)\.\1/gu, "$1")
    .replace(/\(0 , _\$+l_([\p{ID_Continue}$]+)\)/gu, "$1")
    .replace(/_\$+l_([\p{ID_Continue}$]+)/gu, "$1")
    .replace(/_\$+s\.constants\./g, "")
    .replace(/_\$+s\.(?:hold|resumed|each)\(\.\.\.\)/g, "(intermediate value)")
    .replace(/_\$+s\.meta\b/g, "import.meta")
    .replace(/_\$+s\.(?=import\b)/g, "")
    .replace(/\(0 , _[\p{ID_Continue}$]+\.([\p{ID_Continue}$]+)\)/gu, "$1");
}
