/** Shortens messages, which quote user input. */

/** Maximum length of a message, and of a word in it, that is shown whole, in characters. */
const LONGEST_MESSAGE = 1000
const LONGEST_WORD = 240

/** Returns a message with the middle of overlong words, then of an overlong message, cut out. */
export function shortened(message: string): string {
  const words = message.replace(/\S+/g, (word) => withoutMiddle(word, LONGEST_WORD))
  return withoutMiddle(words, LONGEST_MESSAGE)
}

function withoutMiddle(text: string, longest: number): string {
  if (text.length <= longest) return text
  const half = Math.floor(longest / 2)
  // Removes halves of surrogate pairs.
  return `${text.slice(0, half)}…${text.slice(-half)}`.replace(/[\ud800-\udbff]…/, '…').replace(/…[\udc00-\udfff]/, '…')
}
