/** The numbers that some laws have in front of their sentences, raised or not: `… vorsieht. ²Hinterbliebene sind …`. */
import { RAISED_DIGITS } from './raised.ts'

/** The number of a sentence and where it stands: `[start, end)` in UTF-16 code units. */
export interface SentenceNumber {
  value: number
  start: number
  end: number
}

/** In front of the first word of a sentence, behind the end of the one before it. */
const NUMBER = new RegExp(`(?<=[.:;!?)]\\s)(?:\\d{1,2}|[${RAISED_DIGITS}]{1,2})(?=\\p{Lu})`, 'gu')

/** The numbers of the sentences of a text, that of its first one aside. */
export function sentenceNumbers(text: string): SentenceNumber[] {
  return [...text.matchAll(NUMBER)].map(({ index, 0: number }) => ({
    value: Number(number.normalize('NFKC')),
    start: index,
    end: index + number.length,
  }))
}
