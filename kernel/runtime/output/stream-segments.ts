/**
 * Stream segments: text of one cell that waits, in the order of its writing across both streams as long as that takes few
 * segments; what would be one more is joined to the last of its own stream.
 *
 * So a flood that goes to both streams in turn makes as few messages as one that goes to one.
 * Limits: beyond `most` segments the order holds within each stream, and across them only from one gathering to the next.
 */
import type { StreamOutput } from "./channel.ts";

export type Segment = { -readonly [Key in keyof StreamOutput]: StreamOutput[Key] };

/**
 * Tells whether the order across the streams is kept. Changes the segments in one step at most, so that whatever ends this at
 * any instruction loses or doubles no text.
 */
export function joinText(segments: Segment[], { cell, name, text }: StreamOutput, most: number): boolean {
  const last = segments.length - 1;
  if (last >= 0 && segments[last].name === name) segments[last].text += text;
  else if (last < 1 || last + 1 < most) segments.push({ kind: "stream", cell, name, text });
  else {
    segments[last - 1].text += text; // there are but two streams
    return false;
  }
  return true;
}

export function charactersIn(segments: readonly Segment[]): number {
  let characters = 0;
  for (const { text } of segments) characters += text.length;
  return characters;
}
