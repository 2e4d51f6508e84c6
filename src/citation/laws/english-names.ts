/** English names of German laws: of the official translations, and others in use. */
import { lazy } from '../../util/lazy.ts'
import { Gap, type Tokens } from '../grammar/tokens.ts'
import { type NameCandidate, nameOf, readShortTitles } from './chunks.ts'
import table from './english-names.json' with { type: 'json' }
import { endsLikeLawName, looksLikeAbbreviation } from './law-form.ts'

const fold = (name: string) => name.replaceAll('’', "'").replace(/\s+/g, ' ').toLowerCase()

/** Abbreviations by folded names. */
const abbreviations = lazy(
  () =>
    new Map(
      Object.entries(table.names).flatMap(([abbreviation, names]) => names.map((name) => [fold(name), abbreviation])),
    ),
)
const unique = lazy(() => new Set(table.unique.map(fold)))

const GERMAN = /^German /i
/** Words of texts about German law: its language, abbreviations and courts. */
const CONTEXT =
  /[ÄÖÜäöüß]|German|Bundes|Deutsch|\bB(?:GB|GH|VerfG|AG|FH)\b|\b(?:StGB|HGB|ZPO|StPO|GmbH|UrhG|AktG|InsO)\b/

/** The abbreviations of German laws with an English name: `German Civil Code`, `Basic Law`. */
export function abbreviationOf(name: string): string[] {
  const abbreviation = abbreviations().get(fold(name.replace(GERMAN, '')))
  return abbreviation === undefined ? [] : [abbreviation]
}

/** True for an English name shared by laws of other states if nothing in the text points to German law. */
export const isOfUnknownState = (name: string, text: string) =>
  abbreviationOf(name).length > 0 && !GERMAN.test(name) && !unique().has(fold(name)) && !CONTEXT.test(text)

/** Length of the longest name, in tokens. */
const LONGEST = 18
/** The law of another state, or a statute with its year: `Civil Code of Austria`, `Patents Act 1977`. */
const OF_OTHERS =
  /^\s(?:(?:1[789]|20)\d\d(?!\d)|of (?!Germany|the Federal Republic of Germany)(?:the )?\p{Lu}|\((?:Austria|Switzerland|UK|US))/u
const BOOK = / [IVX]+$/
const NOUN = /^(?:Act|Code|Law|Ordinance|Regulations?|Statute)$/
const ORDINARY = /^(?:[\p{Ll}’'-]+|\p{Lu}[\p{L}’'-]*)$/u

/**
 * Reads the English name of a German law, with the German one in brackets: `German Civil Code (BGB)`. One missing from the
 * table is read if its abbreviation or name is in brackets.
 */
export function readEnglishName(tokens: Tokens, first: number): NameCandidate | undefined {
  const isGerman = tokens.word(first) === 'german'
  const begin = isGerman ? first + 1 : first
  if (!isGerman && !/^\p{Lu}/u.test(tokens.value(begin))) return undefined
  let known: number | undefined
  let other: number | undefined
  for (let next = begin + 1; next <= begin + LONGEST && tokens.gap(next - 1) <= Gap.Line; next++) {
    if (!ORDINARY.test(tokens.value(next - 1)) && !/^[,/-]$/.test(tokens.value(next - 1))) break
    if (abbreviations().has(fold(tokens.slice(begin, next)))) known = next
    else if (NOUN.test(tokens.value(next - 1))) other ??= next
  }
  const next = known ?? other
  if (next === undefined || OF_OTHERS.test(tokens.text.slice(tokens.end(next - 1), tokens.end(next - 1) + 60)))
    return undefined
  const bracketed = readShortTitles(tokens, first, next)?.findLast(
    ({ text }) => looksLikeAbbreviation(text.replace(BOOK, '')) || endsLikeLawName(text),
  )
  if (bracketed !== undefined) return bracketed
  return known === undefined ? undefined : nameOf(tokens, first, known)
}
