/** Finds the next place of something in a text, again and again, without passing over the text more than once. */

/**
 * @param pattern with the flag `g`; it must match in time that does not depend on the text
 * @returns a function that gives the first place at or behind an offset, -1 where there is none. Offsets should not go
 *   back; where they do, the answer is right, but takes longer.
 */
export function nextPlace(text: string, pattern: RegExp): (offset: number) => number {
  let [asked, found] = [0, -2]
  return (offset) => {
    const known = found !== -2 && offset >= asked && (found === -1 || offset <= found)
    if (known) return found
    pattern.lastIndex = offset
    asked = offset
    found = pattern.exec(text)?.index ?? -1
    return found
  }
}
