/** The words of a line in front of `--`, among which flags stand. */
export function withoutOperands(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--')
  return end < 0 ? words : words.slice(0, end)
}
