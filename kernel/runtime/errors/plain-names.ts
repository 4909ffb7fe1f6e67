/** Plain names: what V8 quotes of a cell as it runs (rewrite.ts), as the cell wrote it. */
export function withoutMarkers(text: string): string {
  if (!text.includes("_$")) return text;
  return text
    .replace(/\(0 , _\$+[ct]_([\p{ID_Continue}$]+)\.\1\)/gu, "$1")
    .replace(/_\$+[ct]_([\p{ID_Continue}$]+)\.\1/gu, "$1")
    .replace(/\(0 , _\$+l_([\p{ID_Continue}$]+)\)/gu, "$1")
    .replace(/_\$+l_([\p{ID_Continue}$]+)/gu, "$1")
    .replace(/_\$+s\.constants\./g, "")
    .replace(/_\$+s\.(?:hold|resumed|each)\(\.\.\.\)/g, "(intermediate value)")
    .replace(/_\$+s\.meta\b/g, "import.meta")
    .replace(/_\$+s\.(?=import\b)/g, "");
}
