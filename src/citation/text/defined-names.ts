/** Finds abbreviations defined in a document: `Gesetz über … (im Folgenden: AGB-Gesetz)`, `– nachfolgend XG –`. */

import { Gap, TokenKind, type Tokens } from '../grammar/tokens.ts'
import { type NameCandidate, nameOf } from '../laws/chunks.ts'
import { endsLikeLawName, looksLikeAbbreviation } from '../laws/law-form.ts'
import { isOfLaender, readLand, stateOfAdjective } from '../laws/states.ts'
import { readFullName } from '../laws/unknown-law.ts'

export interface DefinedName {
  /** The abbreviation. */
  name: string
  /** Span of the definition. */
  start: number
  end: number
  /** Candidates for the full name before it, longest first. */
  candidates: NameCandidate[]
  /** The full name by its form. */
  fullName: NameCandidate | undefined
  /** True if words mark the definition; a bracket alone (`(XG)`) may be a remark. */
  explicit: boolean
}

const NAME = String.raw`\p{L}[\p{L}\d./-]*(?:\s[\p{L}\d][\p{L}\d./-]*){0,3}?`
const SAYS = String.raw`(?:[Ii]m\s[Ff]olgenden|[Ii]m\s[Ww]eiteren|[Nn]achfolgend|[Nn]achstehend|[Ff]ortan|[Kk]ünftig|[Kk]urz|[Aa]bgekürzt)(?:\s(?:auch|nur|kurz|noch|als|stets))*\s?:?\s`
/** `(im Folgenden: XG)`, `– nachfolgend XG –`, `, im Folgenden XG,` */
const EXPLICIT = new RegExp(
  String.raw`[(–—,;-]\s?${SAYS}["„“»›']?(?<name>${NAME})["”“«‹']?(?:\s(?:genannt|abgekürzt|bezeichnet))?\s?[)–—,;.-]`,
  'gu',
)
/** `(XG)`, `(Bienenschutzgesetz – XG)` */
const BRACKET = /\((?:[^()\ufffc]{1,80}\s[-–]\s)?(?<name>\p{L}[\p{L}\d/-]{1,29})\)/gu
/** Between the full name and the definition: the day of the law, its place in a gazette. */
const DATED = /\s(?:vom|v\.)\s\d{1,2}\.\s?(?:\d{1,2}\.|\p{L}{3,9}\.?)\s?\d{4}[\s,]*(?:\([^()]{0,80}(?:\)\s?)?)?$/u
/** Maximum length of a full name with its date and gazette. */
const LONGEST = 300
const MOST_TOKENS = 26

/** Finds the definitions of a text, in order. If only brackets define an abbreviation, the first counts. */
export function findDefinedNames(text: string, tokens: Tokens): DefinedName[] {
  const found: DefinedName[] = []
  const bracketed = new Set<string>()
  for (const [expression, explicit] of [
    [EXPLICIT, true],
    [BRACKET, false],
  ] as const) {
    for (const match of text.matchAll(expression)) {
      const name = match.groups?.name as string
      if (!explicit && (bracketed.has(name) || !looksLikeAbbreviation(name))) continue
      const full = fullNames(text, tokens, match.index)
      if (full === undefined) continue
      bracketed.add(name)
      found.push({ name, start: match.index, end: match.index + match[0].length, ...full, explicit })
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

/** Adds a lower-case adjective of a state to the name after it: `österreichisches Aktiengesetz`. */
function withAdjective(tokens: Tokens, name: NameCandidate, next: number): NameCandidate {
  const before = tokens.at(name.start) - 1
  return stateOfAdjective(tokens.value(before)) === undefined ? name : nameOf(tokens, before, next)
}

/** Returns the full name with its Land that ends before `next`: `Schulgesetz für das Land Hessen`. */
function nameOfLand(
  tokens: Tokens,
  names: readonly (NameCandidate | undefined)[],
  next: number,
): NameCandidate | undefined {
  for (const name of names) {
    const land = name && readLand(tokens, tokens.at(name.end))
    if (name === undefined || land?.next !== next || (land.weak && !isOfLaender(name.text))) continue
    return nameOf(tokens, tokens.at(name.start), next)
  }
  return undefined
}

function fullNames(text: string, tokens: Tokens, at: number): Pick<DefinedName, 'candidates' | 'fullName'> | undefined {
  const before = text.slice(Math.max(0, at - LONGEST), at).trimEnd()
  const end = at - (text.slice(Math.max(0, at - LONGEST), at).length - before.replace(DATED, '').trimEnd().length)
  const next = tokens.at(end)
  const starts: number[] = []
  let isLaw = false
  for (let index = next - 1; index >= Math.max(0, next - MOST_TOKENS); index--) {
    if (tokens.is(index, ';') || tokens.is(index, ':') || tokens.kind(index) === TokenKind.Section) break
    if (/^\p{Lu}/u.test(tokens.value(index))) {
      isLaw ||= endsLikeLawName(tokens.value(index))
      if (!(tokens.is(index - 1, '-') && tokens.gap(index) === Gap.None)) starts.push(index)
    }
    if (tokens.gap(index) >= Gap.Paragraph) break
  }
  if (!isLaw) return undefined
  const candidates = starts.reverse().map((start) => nameOf(tokens, start, next))
  const names = starts.map((start) => readFullName(tokens, start))
  const whole = names.find((name) => name?.end === tokens.end(next - 1))
  const fullName = whole === undefined ? nameOfLand(tokens, names, next) : withAdjective(tokens, whole, next)
  return { candidates, fullName }
}
