/** Replaces control characters in the data, which a terminal would interpret. */

/**
 * Characters that could move the cursor, colour the screen or reorder text: control characters except tab and line feed,
 * line and paragraph separators, bidirectional overrides and isolates.
 */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu

/**
 * Makes every unsafe character visible: `ESC` becomes `␛` (U+241B), a character without such a picture U+FFFD, and the line
 * separator (U+2028), which ends lines within a cell, a line feed. Code units map one to one, so that offsets still hold.
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

/** A copy of a value with {@link sanitizeText} applied to every string in it, keys included. */
export function sanitize<Value>(value: Value): Value {
  return sanitizeValue(value) as Value
}

function sanitizeValue(value: unknown): unknown {
  if (typeof value === 'string') return sanitizeText(value)
  if (Array.isArray(value)) return value.map(sanitizeValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [sanitizeText(key), sanitizeValue(item)]))
}
