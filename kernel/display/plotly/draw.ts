/** Draw: what is loaded with the first figure. */
import { inItsTurn } from "./drawing-turns.ts";
import { type Picture, pictureOf } from "./picture.ts";

export type { Picture } from "./picture.ts";

/** At once, unless very many were drawn just before. */
export function draw(figure: Parameters<typeof pictureOf>[0]): Picture | Promise<Picture> {
  return inItsTurn(() => pictureOf(figure));
}
