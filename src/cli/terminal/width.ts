/** Terminal width of texts as counted by `string-width`, on which cli-table3 relies. */
import { createRequire } from 'node:module'

/** Characters of one column each, in which nearly all texts are written; excludes the soft hyphen. */
const PLAIN =
  /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u1d2c-\u1dbf\u2010-\u2027\u202f-\u205e\u2070-\u20bf\u2190-\u21ff\u2200-\u22ff\u2500-\u257f]*$/
/** Break opportunities that terminals do not show. */
const INVISIBLE = /[\u00ad\u200b]/g

let segmenter: Intl.Segmenter | undefined
let stringWidth: typeof import('string-width') | undefined

/** True if every code unit of a text is one character of one column. */
export const isPlain = (text: string): boolean => PLAIN.test(text)

/** The text without soft hyphens and zero-width spaces. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '')

/** Grapheme clusters: characters with their marks; joined emoji and flags are one. */
export function* graphemes(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('de', { granularity: 'grapheme' })
  for (const { segment } of segmenter.segment(text)) yield segment
}

/** Terminal width of a text in columns; escape sequences have none. */
export function displayWidth(text: string): number {
  if (isPlain(text)) return text.length
  stringWidth ??= createRequire(import.meta.url)('string-width') as typeof import('string-width')
  return stringWidth(withoutInvisible(text))
}

/** Pads a text with spaces to a width; unchanged if it is as wide already. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(width - displayWidth(text), 0))
}
