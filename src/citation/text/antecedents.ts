/** Antecedents: laws that a text names at some distance from their norms, or only refers back to. */
import { Gap, type Tokens } from '../grammar/tokens.ts'
import type { NameCandidate } from '../laws/chunks.ts'
import { namesAfter } from './name-candidates.ts'

export interface ListAntecedent {
  /** Candidates for the name of the law, longest first. */
  names: string[]
  /** True if the words introduce a law for certain: an unknown name is then that of an unknown law. */
  certain: boolean
  /** True if the list amends that law: `Das Hafengesetz wird wie folgt geändert:`. */
  amended: boolean
  /** Span of the text for which it holds, in UTF-16 code units. */
  start: number
  end: number
}

/** At the end of a line; the names of laws that are cited in full are not longer. */
const FROM = /(?<!\p{L})aus (?:dem|der) (\p{Lu}[^:\n]{2,160}):[ \t]*$/gmu
/**
 * `Folgende Vorschriften des Hafengesetzes gelten entsprechend:`, `Die Vorschriften des Hafengesetzes finden wie folgt
 * Anwendung:`. Below `mit folgenden Maßgaben:` the law itself speaks.
 */
const RULES =
  /(?<!\p{L})(?:([Ff]olgende[nr]?)\s)?(?:Vorschriften|Bestimmungen|Regelungen|Paragra(?:ph|f)en) (?=(?:des|der) \p{Lu})([^:\n]{3,300}):[ \t]*$/gmu
const AS_FOLLOWS =
  /(?<!\p{L})wie folgt (?:Anwendung|anzuwenden|anwendbar)(?!\p{L})|(?<!\p{L})(?:gelten|gilt) wie folgt$/u
/** `Das Hafengesetz vom 2. Mai 2020 (BGBl. I S. 7) wird wie folgt geändert:` */
const AMENDED =
  /^(?:(?:\(\d+\)|\d+\.|[a-z]\)) )?([^\n]{3,300}) (?:wird|werden)(?: [^:\n]{1,60}?)? wie folgt geändert:[ \t]*$/gmu
/** The next Absatz, which ends any list. */
const END = /^\(\d/gm

/** Finds the antecedents of lists, in order. Each holds up to the next one, or to the end of its Absatz. */
export function findListAntecedents(tokens: Tokens): ListAntecedent[] {
  const { text } = tokens
  const namesIn = (match: RegExpExecArray, words = '') =>
    namesAfter(tokens, tokens.at(match.index + match[0].indexOf(words))).map((name) => name.text)
  const found = [
    ...Array.from(text.matchAll(FROM), (match) => ({
      match,
      names: [match[1] as string],
      certain: true,
      amended: false,
    })),
    ...Array.from(text.matchAll(RULES), (match) => {
      const [, following, rest = ''] = match
      const names = following !== undefined || AS_FOLLOWS.test(rest) ? namesIn(match, rest) : []
      return { match, names, certain: false, amended: false }
    }).filter(({ names }) => names.length > 0),
    ...Array.from(text.matchAll(AMENDED), (match) => {
      return { match, names: namesIn(match, match[1]), certain: true, amended: true }
    }),
  ].sort((a, b) => a.match.index - b.match.index)
  return found.map(({ match, ...antecedent }, index) => {
    const start = match.index + match[0].length
    END.lastIndex = start
    const end = Math.min(found[index + 1]?.match.index ?? text.length, END.exec(text)?.index ?? text.length)
    return { ...antecedent, start, end }
  })
}

/** The tokens of a name with its article. */
const LONGEST_NAME = 24

export interface BracketAntecedent {
  name: NameCandidate
  /** True if the norm is one of that law: `des Hafengesetzes (§ 5)`, but not `nach dem Hafengesetz (§ 5)`. */
  certain: boolean
}

/** Finds candidates for the law before a bracket, longest first: `des Hafengesetzes (§ 5)`. */
export function bracketAntecedents(tokens: Tokens, position: number): BracketAntecedent[] {
  const bracket = tokens.at(position) - 1
  if (!tokens.is(bracket, '(')) return []
  const end = tokens.end(bracket - 1)
  const found: BracketAntecedent[] = []
  for (let at = bracket - 2; at >= 0 && at > bracket - LONGEST_NAME && tokens.gap(at + 1) < Gap.Line; at--) {
    const article = tokens.word(at)
    if (!/^(?:des|der|dem)$/.test(article)) continue
    const name = namesAfter(tokens, at).find((candidate) => candidate.end === end)
    if (name !== undefined) found.unshift({ name, certain: article === 'des' })
  }
  return found
}

/** Longest distance of the reference from its designation. */
const LONGEST_REFERENCE = 160

/** Nouns for laws, and compounds that end with them. */
const NOUN = String.raw`[\p{L}-]*(?:gesetz(?:es|buche?s)?|verordnung|ordnung|richtlinie|übereinkommens|abkommens|vertrage?s|protokolls|satzung|statuts|beschlusses|anordnung|bekanntmachung|verfassung|vereinbarung|konvention|übereinkunft|durchführungsbestimmung(?:en)?)`
/** `in Absatz 1 genannten`, `nach § 3 Satz 1 maßgebenden`: the place of the antecedent. */
const WHERE = String.raw`(?:(?:in|nach|gemäß|unter)\s+(?:[^\s.;]+\s+|\p{L}{1,9}\.\s+){1,8}?)?`
const OF_LAW = new RegExp(
  String.raw`^\s+(?:des|der)\s+${WHERE}(?:(?:\p{Ll}+(?:en|er)|EG-|EU-)\s+){0,3}(?<noun>${NOUN})(?![\p{L}-])`,
  'iu',
)

/**
 * Returns the words after a designation that point at a law, without the article: `genannten Gesetzes`. Not
 * `dieses Gesetzes`, which is the law itself.
 * @param end of the designation in `text`
 */
export function backReference(text: string, end: number): string | undefined {
  const [found] = OF_LAW.exec(text.slice(end, end + LONGEST_REFERENCE)) ?? []
  return found
    ?.trim()
    .replace(/^\p{L}+\s+/u, '')
    .replace(/\s+/g, ' ')
}
