/** Shortens messages, which quote what the user has typed or piped. */

/** Longest message, and longest word in it, that is shown whole, in characters. */
const LONGEST_MESSAGE = 1000
const LONGEST_WORD = 240

/** Returns a message without the middle of what nobody would read to the end: long words, and what is still too long. */
export function shortened(message: string): string {
  const words = message.replace(/\S+/g, (word) => withoutMiddle(word, LONGEST_WORD))
  return withoutMiddle(words, LONGEST_MESSAGE)
}

function withoutMiddle(text: string, longest: number): string {
  if (text.length <= longest) return text
  const half = Math.floor(longest / 2)
  // Half a surrogate pair is no character.
  return `${text.slice(0, half)}…${text.slice(-half)}`.replace(/[\ud800-\udbff]…/, '…').replace(/…[\udc00-\udfff]/, '…')
}
