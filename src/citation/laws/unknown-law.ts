/** Reads the name of a law unknown to the corpus by form alone. */
import { readSeparator } from '../grammar/read-tokens.ts'
import { Gap, TokenKind, type Tokens } from '../grammar/tokens.ts'
import { isKeyword, type NameCandidate, nameOf, readChunk } from './chunks.ts'
import { ARTICLES, looksLikeLaw, NO_ORDER } from './law-form.ts'
import { isInGazetteer } from './out-of-scope.ts'
import { isUnionAct, UNION_TREATIES } from './union-act.ts'

/**
 * Returns the candidate that has the form of an abbreviation, or of a one-word name, or that contains the Land of the law:
 * `FooV`, `1. FooV`, `SGB XV`, `ARB 1/80`, `Rom II-VO`, `Verordnung (EU) 2016/679`.
 * @param articles true if articles are cited, which may be a treaty's (`Art. 49 EG`)
 */
export function abbreviationAmong(names: readonly NameCandidate[], articles: boolean): NameCandidate | undefined {
  const byForm = ({ text, isOfLand }: NameCandidate) => {
    if (isOfLand || text.includes('§')) return true
    const word = text
      .replace(/^(?:\d{1,3}|[IVX]+)\.\s*/, '')
      .replace(/\s(?:\d{1,4}|[IVX]+)$/, '')
      .replace(NUMBERED_ACT, '$1-VO')
    if (UNION_TREATIES.has(text)) return articles
    return looksLikeLaw(word) || isUnionAct(text)
  }
  const isListed = ({ text }: NameCandidate) => isInGazetteer(text) && (articles || !UNION_TREATIES.has(text))
  // `AI Act` before `AI`.
  const isWhole = (name: NameCandidate) =>
    AGREEMENT.test(name.text) || (!name.isOfLand && / Act$/.test(name.text) && isListed(name))
  return names.find(isWhole) ?? names.find(byForm) ?? names.find(isListed)
}

/** `TV AKS 2012`, `TV-Ärzte Hessen` */
const AGREEMENT =
  /^(?:TV|MTV|RTV|BRTV|TVÜ)(?:[\s-](?:\p{Lu}[\p{L}/-]*\p{Lu}[\p{L}/-]*|\d{4}|Bund|Länder|Ärzte|Hessen))+$/u

/** `Rom II-VO`, `Brüssel Ia-Verordnung` */
const NUMBERED_ACT = /^(\p{Lu}\p{Ll}+)\s[IVX]+[a-z]*-(?:VO|Verordnung)$/u

/** Maximum number of words before the noun: `Gesetz zur Förderung …` has none, `Zweites Bayerisches Landesgesetz` two. */
const MOST_BEFORE_NOUN = 3
/** Maximum number of words of the subject: `Gesetz über …`. */
const MOST_BEHIND_NOUN = 20
const BINDERS = new Set(['über', 'zur', 'zum', 'gegen', 'betreffend', 'für'])
const FUNCTION_WORDS = new Set(
  'der die das des dem den und oder sowie über zur zum gegen für von mit in bei zwischen ihre ihrer deren'.split(' '),
)
/** Nouns that end the name: `in der Fassung`, `in Verbindung mit`. */
const NAME_STOPS = new Set(['fassung', 'verbindung', 'bekanntmachung'])

/** Laws named after another (`Einführungsgesetz zum …`). Other compounds contain their subject. */
const OF_ANOTHER = /^(?:Einführungs|Ausführungs|Zustimmungs|Durchführungs|Umsetzungs|Überleitungs|Landes)/
/** Nouns of full names, including the genitive. */
const NOUNS =
  /(?:gesetz(?:es)?|gesetzbuch(?:e?s)?|ordnung|verfassung|(?:überein|ab)kommens?|konvention|charta|statuts?|vertrag(?:e?s)?)$/i
const TREATY = /vertrag(?:e?s)?$/i

/**
 * Returns the full name that begins at `index`, if its form shows it: `des Bayerischen Landesgesetzes`,
 * `des Gesetzes über die Pflege der Bienen`.
 */
export function readFullName(tokens: Tokens, index: number): NameCandidate | undefined {
  const first = ARTICLES.has(tokens.word(index)) ? index + 1 : index
  const noun = readNoun(tokens, first)
  if (noun === undefined) return undefined
  const word = tokens.value(noun.next - 1)
  const compound = looksLikeLaw(word)
  const bound = BINDERS.has(tokens.word(noun.next)) && (!compound || OF_ANOTHER.test(word))
  const next = bound ? readSubject(tokens, noun.next) : undefined
  const name = nameOf(tokens, first, next ?? noun.next)
  if (TREATY.test(word)) return /Europäische|Staatsvertrag/.test(name.text) ? name : undefined
  return next !== undefined || noun.adjectives || compound ? name : undefined
}

/** Reads the noun for a law, with capitalised adjectives and the first half of a compound before it. */
function readNoun(tokens: Tokens, first: number): { next: number; adjectives: boolean } | undefined {
  let next = first
  for (let words = 0; words <= MOST_BEFORE_NOUN; words++) {
    const chunk = /^\p{Lu}/u.test(tokens.value(next)) && !isKeyword(tokens, next) ? readChunk(tokens, next) : undefined
    if (chunk === undefined || (words > 0 && tokens.gap(next) >= Gap.Paragraph)) return undefined
    const halved = tokens.is(chunk.next - 1, '-')
    const separator = halved ? readSeparator(tokens, chunk.next) : undefined
    if (!halved && isNoun(tokens.value(chunk.next - 1))) return { next: chunk.next, adjectives: words > 0 }
    const isAdjective = /(?:en|es|er|e)$/u.test(tokens.value(chunk.next - 1))
    if (separator === undefined && !isAdjective) return undefined
    next = separator?.next ?? chunk.next
  }
  return undefined
}

const isNoun = (word: string) => NOUNS.test(word) && !NO_ORDER.test(word)

/** Reads the subject after `über`, `zur` and the like: nouns, function words between them, adjectives after those. */
function readSubject(tokens: Tokens, index: number): number | undefined {
  let end: number | undefined
  let next = index + 1
  let small = true
  for (let words = 0; words < MOST_BEHIND_NOUN; words++) {
    if (tokens.gap(next) >= Gap.Paragraph || tokens.kind(next) !== TokenKind.Word || isKeyword(tokens, next)) break
    if (NAME_STOPS.has(tokens.word(next))) break
    const chunk = readChunk(tokens, next)
    if (chunk === undefined) break
    const capital = /^\p{Lu}/u.test(tokens.value(next))
    const isSmall = FUNCTION_WORDS.has(tokens.word(next))
    const isAdjective: boolean = small && /(?:en|es|er|e|em)$/u.test(tokens.value(next))
    if (!capital && !isSmall && !isAdjective) break
    next = chunk.next
    if (capital && !tokens.is(next - 1, '-')) end = next
    small = isSmall || (isAdjective && !capital) || tokens.is(next - 1, '-')
    // `Brief-, Post- und Fernmeldegeheimnis`
    if (tokens.is(next - 1, '-') && tokens.is(next, ',')) next++
  }
  return end
}
