/** Looks ahead in a list of designations for the law at its end. */
import { HEADS, PARTS, SEPARATORS } from './keywords.ts'
import { ARTICLES, endsLikeLawName, looksLikeAbbreviation, looksLikeLaw } from './law-like.ts'
import { Gap, TokenKind, type Tokens } from './tokens.ts'

/** How many tokens of a list are looked at. */
const LONGEST = 40
/** The words of a name that are looked at: `des Bürgerlichen Gesetzbuchs`. */
const LONGEST_NAME = 4
const SIGNS = /^[.,;()/–-]$/
/** Letters and numerals of parts, and the small words of lists. */
const SMALL = /^(?:\p{Ll}|([a-z])\1{1,2}|[IVX]+[a-z]?|ff|ivm|als|auch|noch|bis|jeweils|in|Verbindung|mit)$/u

/** Whether nothing but numbers and parts stands between `index` and the name of a law. */
export function goesOnToLaw(tokens: Tokens, index: number): boolean {
  for (let at = index; at < index + LONGEST; at++) {
    const kind = tokens.kind(at)
    if (kind === TokenKind.End || tokens.gap(at) >= Gap.Paragraph) return false
    if (kind === TokenKind.Number || kind === TokenKind.Section) continue
    if (kind === TokenKind.Other) {
      if (!SIGNS.test(tokens.value(at))) return false
      continue
    }
    const word = tokens.word(at)
    if (PARTS.has(word) || HEADS.has(word) || SEPARATORS.has(word) || SMALL.test(tokens.value(at))) continue
    return at > index && isLawAt(tokens, at)
  }
  return false
}

/** `BGB`, `des Bürgerlichen Gesetzbuchs` */
export function isLawAt(tokens: Tokens, index: number): boolean {
  const isArticle = ARTICLES.has(tokens.word(index))
  if (!isArticle) return looksLikeLaw(tokens.value(index))
  for (let at = index + 1; at <= index + LONGEST_NAME; at++) {
    const name = tokens.value(at)
    // `der Hafenstraßen-Ordnung`
    if (tokens.is(at, '-') && tokens.gap(at) === Gap.None && tokens.gap(at + 1) === Gap.None) continue
    if (tokens.kind(at) !== TokenKind.Word) return false
    if (looksLikeAbbreviation(name) || (/^\p{Lu}/u.test(name) && endsLikeLawName(name))) return true
    if (!/^\p{Lu}/u.test(name) && !tokens.is(at - 1, '-')) return false
  }
  return false
}
