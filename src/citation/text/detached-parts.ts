/**
 * Parts detached from their norm: after the name of the law (`Art. 3 GG Abs. 2`, `§ 433 BGB I 2`), or before the norm
 * (`Absatz 2 des § 433 BGB`). The plain forms are read; the others are only found.
 */
import type { Qualifier } from '../designation.ts'
import { ANNEX_PARTS, PARTS } from '../grammar/lexicon.ts'
import { partsRead, type ReadNorm, withOtherReadings } from '../grammar/read-norms.ts'
import { isAnnexPart, isPartWord, type Parsed, type PartList, readNamed, readParts } from '../grammar/read-parts.ts'
import { readNumber, readSeparator, romanNumber } from '../grammar/read-tokens.ts'
import { Gap, TokenKind, type Tokens } from '../grammar/tokens.ts'
import type { NameCandidate } from '../laws/chunks.ts'
import { endsLikeLawName, looksLikeAbbreviation } from '../laws/law-form.ts'
import { SUBDIVISION_KINDS } from '../norm-path.ts'
import { readLowerCase } from './name-candidates.ts'
import { readSchedule } from './read-schedule.ts'

/**
 * Adds the parts before the only norm of a designation to it: `Nr. 34 der Anlage 2`, `Absätze 1 und 2 des § 5`.
 * @param index of the norm's head
 * @param limit the token after the previous designation
 */
export function withPartsBefore(tokens: Tokens, index: number, limit: number, norms: ReadNorm[]): ReadNorm[] {
  const [norm, ...others] = norms
  if (norm === undefined || others.length > 0 || norm.to !== undefined || norm.following !== undefined) return norms
  const annex = norm.elements.at(-1)?.kind === 'annex'
  // `Nr. 3.1 Anlage 1`
  const preposition = /^(?:de[rs]|von)$/.test(tokens.word(index - 1)) ? index - 1 : index
  if (preposition === index && !annex) return norms
  let found: { lists: PartList[]; first: number } | undefined
  for (let at = preposition - 1; at >= Math.max(limit, preposition - LONGEST); at--) {
    if (tokens.kind(at) === TokenKind.Section || tokens.gap(at + 1) > Gap.Line) break
    if (!isPartWord(tokens, at) && !(annex && isAnnexPart(tokens, at))) continue
    const parts = readParts(tokens, at, { annex, isNorm: () => false })
    const first = tokens.word(at - 2) === 'lfd' && tokens.is(at - 1, '.') ? at - 2 : at
    if (parts.next === preposition) found = { lists: parts.value, first }
  }
  if (found === undefined || !found.lists.every(({ steps }) => mayGoOn(norm.steps.at(-1), steps[0]))) return norms
  const { first, lists } = found
  const read = lists.map((parts) => ({ ...withParts(norm, parts), first }))
  // `Nr. 11.3 der Tabelle 1 des Anhangs`
  return annex ? withPartsBefore(tokens, first, limit, read) : read
}

const withParts = ({ otherwise: _, ...norm }: ReadNorm, parts: PartList): ReadNorm =>
  withOtherReadings({ ...norm, ...partsRead({ ...parts, steps: [...norm.steps, ...parts.steps] }) })

/** True if a part can be within another: `Satz 2 des § 5 Abs. 1`. */
function mayGoOn(above: Qualifier | undefined, part: Qualifier | undefined): boolean {
  if (above === undefined || part === undefined) return part !== undefined
  if ((ANNEX_PARTS as ReadonlySet<string>).has(above.kind)) return true
  const order = SUBDIVISION_KINDS as readonly string[]
  return order.includes(above.kind) && order.indexOf(part.kind) > order.indexOf(above.kind)
}

/**
 * Adds the parts directly after the law to the last norm of a designation: `§ 433 BGB Abs. 1`, `§ 5 BewG (2)`. The name before
 * them becomes the only candidate.
 */
export function withPartsAfter(
  tokens: Tokens,
  norms: ReadNorm[],
  names: NameCandidate[],
): { norms: ReadNorm[]; names: NameCandidate[] } {
  const name = names.find(({ text, end }) => mayBePart(tokens, tokens.at(end), text))
  return (name && readPartsAfter(tokens, norms, name)) ?? { norms, names }
}

/** As {@link withPartsAfter}, with a lower-case word at `index` as the law: `§ 433 bgb Abs. 2`. */
export function withPartsAfterLowerCase(
  tokens: Tokens,
  norms: ReadNorm[],
  index: number,
): { norms: ReadNorm[]; names: NameCandidate[] } | undefined {
  const [name] = readLowerCase(tokens, index, (next) => tokens.gap(next) <= Gap.Space && isPartOfShort(tokens, next))
  return name && readPartsAfter(tokens, norms, name)
}

function readPartsAfter(
  tokens: Tokens,
  norms: ReadNorm[],
  name: NameCandidate,
): { norms: ReadNorm[]; names: NameCandidate[] } | undefined {
  const norm = norms.at(-1)
  if (norm === undefined || norm.to !== undefined || norm.following || norm.stepsTo) return undefined
  const { value, next } = readParts(tokens, tokens.at(name.end))
  const above = norm.steps.at(-1)
  if (!value.every(({ steps }) => (above === undefined ? steps.length > 0 : mayGoOn(above, steps[0])))) return undefined
  return {
    norms: [...norms.slice(0, -1), ...value.map((parts) => withParts(norm, parts))],
    names: [{ ...name, end: tokens.raisedEnd(next - 1) }],
  }
}

/** True if parts of the norm follow its law at `index`: `Abs. 1`, `I 2`, `(2)` unless it begins a sentence. */
function mayBePart(tokens: Tokens, index: number, law: string): boolean {
  const isShort = looksLikeAbbreviation(law)
  if (isRow(tokens, index)) return false
  if (tokens.gap(index) > Gap.Space || (!isShort && !endsLikeLawName(law))) return false
  // `des Gesetzes Nr. 59`: the number belongs to the law.
  if (isShort) return isPartOfShort(tokens, index)
  return isPartWord(tokens, index) && PARTS.get(tokens.word(index)) !== 'nr' && isNamedPart(tokens, index)
}

/** `§ 13 RVG Nrn. 2300, 7002 VV RVG`: rows of a schedule. */
const isRow = (tokens: Tokens, index: number) =>
  PARTS.get(tokens.word(index)) === 'nr' && readSchedule(tokens, index) !== undefined

const isNamedPart = (tokens: Tokens, index: number) => readNamed(tokens, index, false) !== undefined

/** True if a part of a norm begins at `index`, after an abbreviation. */
function isPartOfShort(tokens: Tokens, index: number): boolean {
  if (isPartWord(tokens, index)) return isNamedPart(tokens, index)
  if (endOfNumeral(tokens, index) !== undefined) return !NUMBERED_LAWS.has(tokens.word(index - 1))
  return isBracketedNumber(tokens, index) && !beginsSentence(tokens, index + 3)
}

/** Words before a numeral in names of laws: `SGB V`, `ROM I`, `MiFID II`. */
const NUMBERED_LAWS: ReadonlySet<string> = new Set(
  (
    'sgb rom rome brüssel brussels dublin prüm seveso mifid psd zdrl emd ucits ogaw crd crr brrd mad dac atad amld arrl ' +
    'srd red eed ccd tpd rohs weee emas ebav iorp solvency solvabilität satcab gsr eidas digirl'
  ).split(' '),
)

const isBracketedNumber = (tokens: Tokens, index: number) =>
  tokens.is(index, '(') && tokens.is(index + 2, ')') && SMALL.test(tokens.value(index + 1))

/** `(2) Der Käufer`: the number of a new Absatz. */
const beginsSentence = (tokens: Tokens, index: number) => /^\p{Lu}/u.test(tokens.value(index))

/** Returns the end of a part after a law, if any. @param position end of the law's name */
export function endOfPartAfter(tokens: Tokens, position: number): number | undefined {
  const index = tokens.at(position)
  if (tokens.gap(index) > Gap.Space || isRow(tokens, index)) return undefined
  if (isPartWord(tokens, index)) return endOf(tokens, readNamed(tokens, index, false))
  if (tokens.is(index, '(') && tokens.kind(index + 1) === TokenKind.Word) return endOfBracketed(tokens, index + 1)
  return endOfNumeral(tokens, index) ?? endOfSmallNumber(tokens, index) ?? endOfJoined(tokens, index)
}

const endOf = (tokens: Tokens, part: Parsed<unknown> | undefined) => part && tokens.end(part.next - 1)

/** Numerals of Absätze: norms have fewer than fifty. */
const NUMERAL = /^[IVX]+$/

/**
 * Returns the end of a numeral (`I 2`, `II`) that neither numbers a heading (`II. Gründe`) nor names a chamber (`I ZR 5/06`,
 * `V. Senat`), and is not followed by a capitalised word.
 */
function endOfNumeral(tokens: Tokens, index: number): number | undefined {
  const numeral = tokens.value(index)
  if (tokens.kind(index) !== TokenKind.Word || !NUMERAL.test(numeral) || romanNumber(numeral) === undefined) {
    return undefined
  }
  const next = index + 1
  const isNear = tokens.gap(next) <= Gap.Space
  if (isNear && readNumber(tokens, next) !== undefined) {
    return tokens.is(next + 1, '/') ? undefined : tokens.end(next)
  }
  const isHeading = tokens.is(next, '.') || (isNear && /^\p{Lu}/u.test(tokens.value(next)))
  return isHeading ? undefined : tokens.end(index)
}

/** Norms have fewer than a hundred Absätze or sentences: a larger number is a page, or a year. */
const SMALL = /^\d{1,2}[a-z]?$/

/** `S. 9`, `(9)` */
function endOfSmallNumber(tokens: Tokens, index: number): number | undefined {
  const isBracketed = isBracketedNumber(tokens, index) && !beginsSentence(tokens, index + 3)
  const isSentence = tokens.value(index) === 'S' && tokens.is(index + 1, '.')
  const number = isBracketed ? index + 1 : index + 2
  if ((!isBracketed && !isSentence) || !SMALL.test(tokens.value(number))) return undefined
  return tokens.end(isBracketed ? number + 1 : number)
}

/** `Abs. 9)`, `Satz 1 Nr. 2)`, `S. 9)`: only parts in the brackets. */
function endOfBracketed(tokens: Tokens, index: number): number | undefined {
  const sentence = endOfSmallNumber(tokens, index)
  let next = sentence === undefined ? index : index + 3
  while (isPartWord(tokens, next)) {
    const part = readNamed(tokens, next, false)
    if (part === undefined) break
    next = part.next
  }
  return next > index && tokens.is(next, ')') ? tokens.end(next) : undefined
}

/** Returns the end of `, Abs. 9` or `und Satz 2`, unless it is a part of something else (`, Satz 2 des Vertrages`). */
function endOfJoined(tokens: Tokens, index: number): number | undefined {
  const separator = readSeparator(tokens, index)
  if (separator?.kind !== 'comma' && separator?.kind !== 'and') return undefined
  if (tokens.gap(separator.next) > Gap.Line || !isPartWord(tokens, separator.next)) return undefined
  const part = readNamed(tokens, separator.next, false)
  const isOwn = part?.value.kind === 'abs' || part?.value.kind === 'satz'
  return isOwn && !OF_ANOTHER.test(tokens.word(part.next)) ? endOf(tokens, part) : undefined
}

const OF_ANOTHER = /^(?:de[rs]|diese[rs]|jene[rs]|seine[rs]|ihre[rs])$/

/** Maximum number of tokens of the parts before a norm: `Absatz 1 Satz 2 Nr. 3 Buchst. a`, `Absätze 1 und 2`. */
const LONGEST = 12

/**
 * Returns the start of the parts before a norm; `undefined` without any.
 * @param position start of the norm
 */
export function startOfPartBefore(tokens: Tokens, position: number): number | undefined {
  const preposition = tokens.at(position) - 1
  if (!/^(?:de[rsm]|von|in)$/.test(tokens.word(preposition))) return undefined
  let start: number | undefined
  for (let index = preposition - 1; index >= 0 && index >= preposition - LONGEST; index--) {
    if (tokens.kind(index) === TokenKind.Section || tokens.gap(index + 1) > Gap.Line) break
    if (isPartWord(tokens, index) && endOfParts(tokens, index, preposition) === preposition) start = tokens.start(index)
  }
  return start
}

/** Returns the index after the named parts at `index`, and those listed with them, up to `limit`. */
function endOfParts(tokens: Tokens, index: number, limit: number): number {
  let next = index
  while (next < limit) {
    const separator = next === index ? undefined : readSeparator(tokens, next)
    const from = separator?.next ?? next
    const isNumber = separator !== undefined && tokens.kind(from) === TokenKind.Number
    const after = readNamed(tokens, from, false)?.next ?? (isNumber ? from + 1 : undefined)
    if (after === undefined) break
    next = after
  }
  return next
}
