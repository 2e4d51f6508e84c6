/** Keeps control characters of the data away from the terminal, where they would be commands. */

/**
 * Control characters but tab and line feed, line and paragraph separators, and bidirectional overrides and isolates:
 * what could move the cursor, colour the screen or show text in another order than it stands in.
 */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu

/**
 * Makes every unsafe character of a text visible: `ESC` becomes `␛` (U+241B), what has no such picture becomes U+FFFD.
 * The line separator (U+2028), which parts the lines of a cell, becomes a line feed.
 * One code unit stays one code unit, so that offsets into the text still hold.
 */
export function sanitizeText(text: string): string {
  return text.replace(UNSAFE, picture)
}

function picture(character: string): string {
  const code = character.charCodeAt(0)
  if (character === '\n' || character === '\t') return character
  if (character === '\u2028') return '\n'
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '\u2421' : '\ufffd'
}

/** The same value with {@link sanitizeText} applied to every string in it, keys included. */
export function sanitize<Value>(value: Value): Value {
  return sanitizeValue(value) as Value
}

function sanitizeValue(value: unknown): unknown {
  if (typeof value === 'string') return sanitizeText(value)
  if (Array.isArray(value)) return value.map(sanitizeValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [sanitizeText(key), sanitizeValue(item)]))
}
