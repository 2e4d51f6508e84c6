/** Restores the spelling of corrected words, which the index knows only without umlauts and capitals. */
import { placedWordsOf } from './tokenizer.ts'

/** Letters before which an `e` that was left out stands for the dots of an umlaut. */
const UMLAUTS: Readonly<Record<string, string>> = { a: 'ä', o: 'ö', u: 'ü' }

/**
 * Writes a corrected word as it was typed, the errors aside: `Verjährugn` and `verjaehrung` give `Verjährung`.
 * @param typed the word as it was typed
 * @param word the same as `scanWords` spells it
 * @param corrected the word that is meant, in that spelling
 */
export function restoreSpelling(typed: string, word: string, corrected: string): string {
  const pieces = piecesOf(typed, word)
  let written = ''
  const kept = keptLetters(word, corrected)
  for (let at = 0; at < corrected.length; at += 1) {
    const own = kept[at]
    const piece = own === undefined ? undefined : pieces[own]
    // An umlaut stands for two letters, both of which must be kept.
    if (piece !== undefined && piece.length === 2 && kept[at + 1] === (own as number) + 1) {
      written += piece.text
      at += 1
    } else if (own === undefined && corrected.charAt(at) === 'e' && UMLAUTS[written.slice(-1)] !== undefined) {
      written = written.slice(0, -1) + UMLAUTS[written.slice(-1)]
    } else written += piece !== undefined && piece.length === 1 ? piece.text : corrected.charAt(at)
  }
  const isCapital = typed.charAt(0) !== typed.charAt(0).toLowerCase()
  return isCapital ? written.charAt(0).toUpperCase() + written.slice(1) : written
}

/** What was typed for each letter of a word, and how many letters it stands for. */
function piecesOf(typed: string, word: string): ({ text: string; length: number } | undefined)[] {
  const pieces: ({ text: string; length: number } | undefined)[] = []
  for (const character of typed) {
    const length = placedWordsOf(character)[0]?.word.length ?? 0
    if (length === 0) continue
    pieces.push({ text: character.toLowerCase(), length })
    for (let more = 1; more < length; more += 1) pieces.push(undefined)
  }
  return pieces.length === word.length ? pieces : []
}

/** For each letter of `to`, the index of the letter of `from` that it is, along a cheapest alignment. */
function keptLetters(from: string, to: string): (number | undefined)[] {
  const costs = Array.from({ length: from.length + 1 }, (_, i) =>
    Array.from({ length: to.length + 1 }, (_, j) => i + j),
  )
  const cost = (i: number, j: number) => costs[i]?.[j] as number
  for (let i = 1; i <= from.length; i += 1) {
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1]
      ;(costs[i] as number[])[j] = Math.min(
        cost(i - 1, j) + 1,
        cost(i, j - 1) + 1,
        cost(i - 1, j - 1) + (isSame ? 0 : 1),
      )
    }
  }
  const kept: (number | undefined)[] = new Array(to.length).fill(undefined)
  let [i, j] = [from.length, to.length]
  while (i > 0 && j > 0) {
    if (from[i - 1] === to[j - 1] && cost(i, j) === cost(i - 1, j - 1)) kept[--j] = --i
    else if (cost(i, j) === cost(i - 1, j - 1) + 1) [i, j] = [i - 1, j - 1]
    else if (cost(i, j) === cost(i, j - 1) + 1) j -= 1
    else i -= 1
  }
  return kept
}
