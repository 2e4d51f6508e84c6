/**
 * What an index keeps of a word: where its parts are, if it is a compound. To find them takes several times as long as to
 * look up a word. Each has two bytes: where it begins, and in the second one its length and its depth.
 */

/** A part of a word: `[start, start + length)`, and how deep it lies. */
export interface PartPlace {
  start: number
  length: number
  depth: number
}

const LENGTH_BITS = 6
const LONGEST = (1 << LENGTH_BITS) - 1

/** @param parts of a word of at most 63 letters, at most three deep */
export function packParts(parts: readonly PartPlace[]): Uint8Array {
  return Uint8Array.from(parts.flatMap(({ start, length, depth }) => [start, (depth << LENGTH_BITS) | length]))
}

export function unpackParts(bytes: Uint8Array): PartPlace[] {
  const parts: PartPlace[] = []
  for (let index = 0; index + 1 < bytes.length; index += 2) {
    const second = bytes[index + 1] as number
    parts.push({ start: bytes[index] as number, length: second & LONGEST, depth: second >> LENGTH_BITS })
  }
  return parts
}
