/** Finds references of a norm to its own parts: `Absatz 3 Satz 2`, `die Sätze 1 und 2`, `Nummer 4`. */

import { splitSteps } from '../designation.ts'
import { HEADS, PARTS, type PartKind } from '../grammar/lexicon.ts'
import { readParts } from '../grammar/read-parts.ts'
import { Gap, TokenKind, type Tokens } from '../grammar/tokens.ts'
import type { NameCandidate } from '../laws/chunks.ts'
import type { PathElement, SubdivisionKind } from '../norm-path.ts'
import { namesAfter } from './name-candidates.ts'

/** A reference of a norm to a part of itself. Positions are UTF-16 code units, `[start, end)`. */
export interface InternalReference {
  subdivision: PathElement<SubdivisionKind>[]
  /** The last value if the innermost subdivision is a range: `4` in `Absätze 2 bis 4`. */
  subdivisionTo?: string
  start: number
  end: number
}

const OUTER: ReadonlySet<PartKind> = new Set<PartKind>(['abs', 'satz', 'nr', 'buchst'])
/** `Absatz 2 des § 5`, `Satz 1 der Anlage`: parts of another norm. */
const OF_ANOTHER = new Set(['des', 'der', 'dieses', 'dieser', 'jenes', 'jener'])

/**
 * Finds all references to own parts outside the given spans, in the order of the text. Linear in its length.
 * @param taken spans of designations of norms, ascending; adjacent parts belong to them
 */
export function findInternalReferences(
  tokens: Tokens,
  taken: readonly { start: number; end: number }[],
): InternalReference[] {
  const found: InternalReference[] = []
  let nextTaken = 0
  const isTaken = (start: number) => {
    while ((taken[nextTaken]?.end ?? Number.POSITIVE_INFINITY) <= start) nextTaken++
    return (taken[nextTaken]?.start ?? Number.POSITIVE_INFINITY) <= start
  }
  for (let index = 0; index < tokens.count; ) {
    const start = tokens.start(index)
    const parts = mayBegin(tokens, index) && !isTaken(start) ? readParts(tokens, index) : undefined
    if (parts === undefined || parts.next === index) {
      index++
      continue
    }
    const end = tokens.end(parts.next - 1)
    for (const { steps, to } of isOfAnother(tokens, parts.next) ? [] : parts.value) {
      const { subdivision } = splitSteps(steps)
      if (mayBePart(subdivision))
        found.push({ subdivision, ...(to !== undefined && { subdivisionTo: to }), start, end })
    }
    index = parts.next
  }
  return found
}

/** True for the capitalised word of a part, as in statutes (`Absatz`, `Abs.`), outside references to gazettes. */
function mayBegin(tokens: Tokens, index: number): boolean {
  // Fast path for most tokens: the words of parts begin with A to Z.
  const first = tokens.text.charCodeAt(tokens.start(index))
  if (first < 0x41 || first > 0x5a || tokens.kind(index) !== TokenKind.Word) return false
  const kind = PARTS.get(tokens.word(index))
  return kind !== undefined && OUTER.has(kind) && /^.\p{L}/u.test(tokens.value(index)) && !isInGazette(tokens, index)
}

const GAZETTES =
  /^(?:bgbl|rgbl|gbl|gvbl|gmbl|vkbl|abl|banz|anlageband|bundesgesetzbl|reichsgesetzbl|bundesanzeiger|amtsblatt)$/
/** Maximum number of tokens between a gazette and the number of its issue: `BGBl. 2024 I Nr. 186, S. 4`. */
const LONGEST_ISSUE = 12

/** True for the number of an issue of a gazette: `BGBl. 2024 I Nr. 186, S. 42`. */
function isInGazette(tokens: Tokens, index: number): boolean {
  for (let at = index - 1; at >= index - LONGEST_ISSUE; at--) {
    if (GAZETTES.test(tokens.word(at))) return true
    const isIssue = tokens.kind(at) === TokenKind.Number || /^(?:[.,;]|[IVX]+|Teil|zu|Nr|S)$/.test(tokens.value(at))
    if (!isIssue) return false
  }
  return false
}

/** False for numbers that no part has: `Absatz 1969` means sales. */
function mayBePart([outermost]: readonly PathElement[]): boolean {
  return outermost !== undefined && !(Number.parseInt(outermost.value, 10) >= 1000)
}

/** True for parts of a norm that follows (`Absatz 2 des § 5`), or of something else with parts. */
function isOfAnother(tokens: Tokens, index: number): boolean {
  if (tokens.kind(index) === TokenKind.Section) return true
  if (!OF_ANOTHER.has(tokens.word(index))) return false
  const next = tokens.word(index + 1)
  return (
    tokens.kind(index + 1) === TokenKind.Section ||
    HEADS.has(next) ||
    /(?:gesetz|gesetzes|verordnung|vertrags?|vertrages|protokolls|abkommens|übereinkommens|richtlinie|beschlusses|satzung|bekanntmachung|anordnung)$/.test(
      next,
    )
  )
}

interface ListAntecedent {
  /** Candidates for the name of the law, longest first. */
  names: string[]
  /** True if the words certainly introduce a law: an unknown name then names an unknown law. */
  certain: boolean
  /** True if the list amends that law: `Das Hafengesetz wird wie folgt geändert:`. */
  amended: boolean
  /** Span of the text to which it applies, in UTF-16 code units. */
  start: number
  end: number
}

/** At the end of a line; names of laws cited in full are not longer. */
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

/** Finds the antecedents of lists, in order. Each applies up to the next one, or to the end of its Absatz. */
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

/** Maximum length of a name with its article, in tokens. */
const LONGEST_NAME = 24

interface BracketAntecedent {
  name: NameCandidate
  /** True if the norm belongs to that law: `des Hafengesetzes (§ 5)`, but not `nach dem Hafengesetz (§ 5)`. */
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

/** Maximum distance of the reference from its designation. */
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
 * Returns the words after a designation that refer to a law, without the article: `genannten Gesetzes`. Not `dieses Gesetzes`,
 * which is the law itself.
 * @param end of the designation in `text`
 */
export function backReference(text: string, end: number): string | undefined {
  const [found] = OF_LAW.exec(text.slice(end, end + LONGEST_REFERENCE)) ?? []
  return found
    ?.trim()
    .replace(/^\p{L}+\s+/u, '')
    .replace(/\s+/g, ' ')
}
