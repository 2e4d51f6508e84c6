/** Finds quotations in running text: words in quotation marks, and blocks marked by a reader of markup. */

import { BLOCK_QUOTATION } from '../../util/block-quotation.ts'

/** A quotation of a text. All offsets are UTF-16 code units. */
export interface Quotation {
  /** With its marks. */
  start: number
  end: number
  /** Without its marks. */
  from: number
  to: number
  isBlock: boolean
}

/** An opening mark without its closing mark so far. */
interface Open {
  mark: string
  at: number
}

const MARKS = /[„“”"»«\ufff9\ufffb]|\n[ \t\r]*\n|\ufffc/g
/** Closing marks, by opening mark. */
const CLOSED_BY: Readonly<Record<string, string>> = { '„': '“”"', '“': '”“', '»': '«', '«': '»', '"': '"' }
/** The character before an opening mark. */
const BEFORE_OPENING = /^[\s([{„‚»'\ufff9\ufffc]?$/
/** Beginning of a paragraph that continues a quotation: an Absatz, an item, a repeated mark, a lower-case word. */
const CONTINUATION = /^[\s\ufffc\ufff9\ufffb]*(?:\(\d|\d{1,3}[a-z]?[.)]|[a-z]{1,3}\)|[–-]\s|[„“»"]|\p{Ll})/u
/** Maximum nesting depth; further opening marks were never closed. */
const MOST_OPEN = 8
/** Maximum length of a quotation; a longer one has lost its closing mark. */
const LONGEST = 30_000

/**
 * Finds the outermost quotations of a text, in order. Unclosed marks are ignored. In a block with its own prose around
 * quotations, the quotations are found, not the block. Linear in the length of the text.
 */
export function findQuotations(text: string): Quotation[] {
  const found: Quotation[] = []
  let open: Open[] = []
  let block: number | undefined
  /** Adds a quotation and removes those within it. */
  const add = (from: number, end: number, isBlock = false) => {
    while ((found.at(-1)?.start ?? -1) > from) found.pop()
    found.push({ start: from, end, from: from + 1, to: end - 1, isBlock })
  }
  for (const { 0: mark, index: at } of text.matchAll(MARKS)) {
    if (mark === BLOCK_QUOTATION.open) {
      block ??= at
      open = []
    } else if (mark === BLOCK_QUOTATION.close) {
      if (block !== undefined && !hasQuotations(text, block, at, found)) add(block, at + 1, true)
      block = undefined
      open = []
    } else if (CLOSED_BY[mark] === undefined && mark !== '”') {
      const goesOn = CONTINUATION.test(text.slice(at + mark.length, at + mark.length + 20))
      open = open.filter(
        (each) => at - each.at < LONGEST && (goesOn || !/[.!?]\s*$/.test(text.slice(each.at, at).slice(-3))),
      )
    } else {
      const last = open.findLastIndex((each) => CLOSED_BY[each.mark]?.includes(mark))
      const opens = BEFORE_OPENING.test(text.charAt(at - 1)) && /\S/.test(text.charAt(at + 1))
      // `"` and `“` open quotations, too: they then stand before a word.
      const isClosing = last >= 0 && !(opens && /["“]/.test(mark) && open[last]?.mark !== '"')
      if (isClosing) {
        add((open[last] as Open).at, at + 1)
        open = open.slice(0, last)
      } else if (mark !== '”' && (opens || mark === '„')) open = [...open.slice(1 - MOST_OPEN), { mark, at }]
    }
  }
  return joinedBlocks(text, found)
}

/** A quotation with more blanks within a block may be the only quotation of the block. */
const BLANKS_OF_LONG = 6

/** True if quotations make up most of a block, or one of them is long. */
function hasQuotations(text: string, start: number, end: number, found: readonly Quotation[]): boolean {
  const first = found.findLastIndex((each) => each.start < start) + 1
  const within = found.slice(first)
  const length = within.reduce((sum, each) => sum + each.end - each.start, 0)
  const isLong = within.some(({ from, to }) => (text.slice(from, to).match(/\s+/g)?.length ?? 0) >= BLANKS_OF_LONG)
  return isLong || 2 * length > end - start
}

/** Joins adjacent block quotations: paragraphs of one. */
function joinedBlocks(text: string, found: readonly Quotation[]): Quotation[] {
  const joined: Quotation[] = []
  for (const each of found) {
    const last = joined.at(-1)
    const isNext = last?.isBlock && each.isBlock && /^[\s\ufffc]*$/.test(text.slice(last.end, each.start))
    if (isNext) joined[joined.length - 1] = { ...last, end: each.end, to: each.to }
    else joined.push(each)
  }
  return joined
}

/** A word of a text, and its letters for comparison. */
export interface QuotedWord {
  letters: string
  start: number
  end: number
  /** True for the number or letter of an item at the beginning of a line. */
  isMark?: true
}

/** Words of a quotation between two omissions or insertions. */
export interface QuotedRun {
  words: QuotedWord[]
  /** True if a bracket changes the beginning or the end of its word: `[d]er`, `verpflichtet[e]`. */
  isOpenBefore: boolean
  isOpenAfter: boolean
}

const WORD = String.raw`\p{Nd}+(?:[.,]\p{Nd}+)+|(?:[\p{L}\p{M}\p{Nd}\u00ad\u200b\u2060½¼¾]|-[ \t]*\r?\n\s*(?=\p{Ll})|(?<=(?<!\p{L})[cdkm]?m)[²³])+`
const ABSATZ = String.raw`\(\d{1,3}[a-z]?\)`
const OMISSION = String.raw`\[[^[\]]{0,300}\]|\(\s*(?:…|\.{3})\s*\)|…|\.{3,}`
const IN_LAW = new RegExp(`${ABSATZ}|(${WORD})`, 'gu')
const IN_QUOTATION = new RegExp(`(${OMISSION})|${ABSATZ}|(${WORD})`, 'gu')
const LETTER = /[\p{L}\p{M}]/u

/** The words of a law, in order, without the numbers of its Absätze. */
export function wordsOfLaw(text: string): QuotedWord[] {
  const words: QuotedWord[] = []
  for (const { 0: found, 1: word, index } of text.matchAll(IN_LAW)) {
    if (word === undefined) continue
    const end = index + found.length
    const isMark =
      found.length <= 4 &&
      /^[.)]\s/.test(text.slice(end, end + 2)) &&
      /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, index - 9), index))
    words.push({ letters: lettersOf(word), start: index, end, ...(isMark && { isMark }) })
  }
  return words
}

/** The words of a quotation, split at omissions and insertions in brackets, without the latter. */
export function wordsOfQuotation(text: string): QuotedRun[] {
  const runs: QuotedRun[] = []
  let run: QuotedRun = { words: [], isOpenBefore: false, isOpenAfter: false }
  for (const { 0: found, 1: omission, 2: word, index } of text.matchAll(IN_QUOTATION)) {
    const end = index + found.length
    if (omission !== undefined) {
      const isBracket = omission.startsWith('[')
      run.isOpenAfter = isBracket && LETTER.test(text.charAt(index - 1))
      if (run.words.length > 0) runs.push(run)
      run = { words: [], isOpenBefore: isBracket && LETTER.test(text.charAt(end)), isOpenAfter: false }
    } else if (word !== undefined) run.words.push({ letters: lettersOf(word), start: index, end })
  }
  return run.words.length > 0 ? [...runs, run] : runs
}

const PLAIN = /^[a-zäöüß]+$/i
const SPELT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }
const FOLDED = /ph|([a-z])\1\1|stst/

/**
 * The letters of a word without permitted differences between a law and its quotation: case, hyphenation, the number of a
 * sentence (`1Durch`), `ß` or `ss`, `ä` or `ae`, and rules of the spelling reform (three equal letters, `stst`, `ph`).
 */
export function lettersOf(word: string): string {
  const joined = PLAIN.test(word)
    ? word
    : word
        .normalize('NFC')
        .replace(/[\u00ad\u200b\u2060]|-\s+/g, '')
        .replace(/^\d{1,2}(?=\p{Lu}\p{Ll})/u, '')
  const letters = joined.toLowerCase().replace(/[äöüß]/g, (letter) => SPELT[letter] as string)
  // Fast path for most words.
  if (!FOLDED.test(letters)) return letters
  return letters
    .replaceAll('ph', 'f')
    .replace(/([a-z])\1\1+/g, '$1$1')
    .replaceAll('stst', 'st')
}
