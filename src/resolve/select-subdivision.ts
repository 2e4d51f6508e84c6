/** Selects the subdivisions of a norm that users name. */

import { type Designation, formatSubdivision, nameOfNorm, type Qualifier } from '../citation/designation.ts'
import { ANNEX_PARTS } from '../citation/grammar/lexicon.ts'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import {
  compareValues,
  formatElements,
  isInSection,
  isListed,
  namesPath,
  type PathElement,
  type SubdivisionKind,
  withoutSentences,
} from '../citation/norm-path.ts'
import { partNames, smallerPartNote } from '../citation/notes.ts'
import { isBackwards, valueIncludes } from '../citation/ranges.ts'
import { splitSentences } from '../citation/sentences.ts'
import { normParts, partsMeant } from '../citation/union/parts-meant.ts'
import { say } from '../i18n/texts.ts'
import type { Norm, Subdivision } from '../model/corpus.ts'
import { lackedAmendment } from '../model/law-state.ts'
import { carryingWords } from '../model/subdivisions.ts'
import { LegalTextError, legalTextError } from '../util/errors.ts'
import { today } from '../util/iso-date.ts'
import { shortList } from './resolve-law.ts'

/** A part that was found. */
export interface SelectedPart extends Omit<Subdivision, 'label'> {
  /** The parts named within it that the norm does not distinguish: sentences of an item of an annex. */
  rest: readonly PathElement<SubdivisionKind>[]
}

const selected = ({ path, text, status }: Subdivision, rest: SelectedPart['rest'] = []): SelectedPart => ({
  path,
  text,
  status,
  rest,
})

/**
 * Finds a subdivision of a norm. Levels that citations usually leave out (the sentence of a list: `Abs. 1 Nr. 2`) may be
 * missing if only one subdivision fits. `Nr. 1a` means letter a of number 1 if number 1a does not exist, and `Satz 1` of an
 * item of one sentence means the item. Parts of a repealed part lead to that part.
 * @returns `null` if none is wanted
 * @throws LegalTextError `not_found` with the existing parts, `ambiguous` with the candidates
 */
export function selectSubdivision(norm: Norm, wanted: readonly PathElement<SubdivisionKind>[]): SelectedPart | null {
  if (wanted.length === 0) return null
  const path = formatElements(wanted)
  const short = subdivisionsMeant(norm, wanted)
  const [found, ...others] = short
  const details = { code: norm.code, norm: `${norm.norm}/${path}` }
  if (others.length > 0) {
    const candidates = short.map((subdivision) => ({
      code: norm.code,
      norm: `${norm.norm}/${subdivision.path}`,
      label: nameOfNorm(norm, subdivision.path),
      title: norm.heading,
    }))
    const parts = shortList(short.map((part) => formatSubdivision(part.path)))
    const message = say`${nameOfNorm(norm, path)} ${nameOfLaw(norm)} fits ${short.length} parts: ${parts}`
    throw new LegalTextError('ambiguous', message, { ...details, candidates })
  }
  if (found !== undefined) return selected(found)
  const around = partAround(norm, wanted)
  if (around === undefined)
    throw new LegalTextError(
      'not_found',
      whatThereIs(norm, wanted, (part) => subdivisionsMeant(norm, part).length > 0),
      details,
    )
  return around
}

/** The part around a missing one, if that is gone, or if its sentences are not distinguished. */
function partAround(norm: Norm, wanted: readonly PathElement<SubdivisionKind>[]): SelectedPart | null | undefined {
  let depth = Math.min(wanted.length - 1, deepestLevel(norm))
  let parts: Norm['subdivisions'] = []
  for (; depth > 0 && parts.length === 0; depth--) parts = subdivisionsMeant(norm, wanted.slice(0, depth))
  const [part, ...others] = parts
  if (part === undefined || others.length > 0) return undefined
  if (part.status === 'repealed') return selected(part)
  const [missing] = wanted.slice(depth + 1)
  const isRow = /(?:^|\/)annex:/.test(norm.norm) && isListed(wanted[0]?.kind ?? '')
  const mayHave = isRow || isListed(wanted[depth]?.kind ?? '')
  if (missing?.kind !== 'satz' || !mayHave || hasSentences(norm, part)) return undefined
  const isTold = isSplit(norm) && !(isRow && depth === 0)
  const isSingle = isTold || splitSentences(part.text.replace(/^\S+\s+/, '')).length < 2
  if (missing.value === '1' && isSingle) return selectSubdivision(norm, wanted.toSpliced(depth + 1, 1))
  const most = part.text.match(/[.:;!?]/g)?.length ?? 0
  return isTold || Number(missing.value) > most + 1 ? undefined : selected(part, wanted.slice(depth + 1))
}

const hasSentences = ({ subdivisions }: Norm, { path }: Subdivision) =>
  subdivisions.some((part) => part.path === `${path}/satz:1`)

/** True if the norm divides items into sentences: not in annexes, nor in acts of the Union. */
const isSplit = ({ provenance, subdivisions }: Norm) =>
  provenance.celex === undefined && subdivisions.some(({ path }) => /(?:^|\/)satz:/.test(path))

/**
 * The part of a norm to show, with the words that carry it.
 * @param day ISO date of the request, for the note on an amendment that the text lacks
 * @returns a note on parts named within it that are not distinguished, `null` without any
 * @throws LegalTextError as {@link selectSubdivision}
 */
export function shownPart(
  norm: Norm,
  wanted: readonly PathElement<SubdivisionKind>[],
  day = today(),
): { selection: Norm['selection']; note: string | null } {
  let part: SelectedPart | null
  try {
    part = selectSubdivision(norm, wanted)
  } catch (error) {
    const lack = lackedAmendment(norm, day)
    if (!(error instanceof LegalTextError) || lack === undefined) throw error
    throw new LegalTextError(error.kind, say`${error.message}; ${lack}`, error.details)
  }
  if (part === null) return { selection: null, note: null }
  const { rest, ...selection } = part
  return { selection: { ...selection, ...carryingWords(norm, part.path) }, note: smallerPartNote(rest) }
}

/** The parts that a designation names: one, a range (`Abs. 1 bis 3`), or one and the next (`Abs. 1 f.`). */
type NamedParts = Pick<Designation, 'subdivision' | 'subdivisionTo' | 'subdivisionFollowing' | 'qualifiers'>

/**
 * The existing subdivisions of a range (`Abs. 1 bis 3`), or one and the next (`Abs. 1 f.`); else the one that is named.
 * @throws LegalTextError as {@link selectSubdivision}
 */
export function selectSubdivisions(norm: Norm, named: NamedParts): (SelectedPart | null)[] {
  assertOneSection(norm, named)
  const { subdivision, subdivisionTo, subdivisionFollowing } = withLastSentence(norm, named)
  const first = selectSubdivision(norm, subdivision)
  if (first === null || (subdivisionTo === undefined && subdivisionFollowing !== 'f')) return [first]
  const above = first.path.slice(0, first.path.lastIndexOf(':') + 1)
  const beside = norm.subdivisions.filter(
    ({ path }) => path.startsWith(above) && !path.slice(above.length).includes('/'),
  )
  const from = beside.findIndex(({ path }) => path === first.path)
  const inRange =
    subdivisionTo === undefined
      ? beside.slice(from, from + 2)
      : beside.slice(from).filter(({ path }) => compareValues(path.slice(above.length), subdivisionTo) <= 0)
  return inRange.length > 0 ? inRange.map((part) => selected(part)) : [first]
}

/** `letzter Satz` with its number, if no smaller part is named. */
export function withLastSentence<Named extends Pick<NamedParts, 'subdivision' | 'qualifiers'>>(
  norm: Norm,
  named: Named,
): Named {
  const [sentence, ...others] = named.qualifiers
  if (sentence?.kind !== 'satz' || others.length > 0) return named
  const back = ['letzter', 'vorletzter'].indexOf(sentence.value)
  const value = back < 0 ? undefined : valuesBelow(norm, named.subdivision, 'satz').at(-1 - back)
  if (value === undefined) return named
  return { ...named, subdivision: [...named.subdivision, { kind: 'satz', value }], qualifiers: [] }
}

/**
 * Checks for sections of annexes that restart the numbers of points, which norms of acts do not distinguish.
 * @throws LegalTextError `ambiguous` if a section of an annex to an act of the Union is named, or a point of several
 */
export function assertOneSection(norm: Norm, { qualifiers, subdivision }: NamedParts): void {
  if (norm.provenance.celex === undefined) return
  const isOfSection = qualifiers.some(({ kind }) => (ANNEX_PARTS as ReadonlySet<string>).has(kind))
  const points = isOfSection ? 0 : pointsNamed(norm, subdivision[0])
  if (!isOfSection && points < 2) return
  const name = `${nameOfNorm(norm)} ${nameOfLaw(norm)}`
  const message = isOfSection
    ? say`the corpus does not tell the sections of ${name} apart, so ${partNames(qualifiers)} cannot be selected`
    : say`${name} has ${points} points ${subdivision[0]?.value}, and the corpus does not tell its sections apart`
  throw new LegalTextError('ambiguous', message, { code: norm.code, norm: norm.norm })
}

/** Number of points of an annex with a number: those that have a path, and lines that begin with the same mark. */
function pointsNamed({ norm, text, subdivisions }: Norm, part: PathElement | undefined): number {
  const point = subdivisions.find(({ path }) => part?.kind === 'nr' && path === `nr:${part.value}`)
  if (point === undefined || !/(?:^|\/)annex:/.test(norm)) return 0
  const lines = text.split('\n').filter((line) => line.startsWith(`${point.label} `))
  const within = subdivisions.filter(({ path, label }) => label === point.label && path !== point.path)
  return lines.length - within.length
}

/** True if a norm is the table that a part names: `Anhang (zu Nummer 11) Tabelle 1`. */
export const isHeading = ({ heading }: Pick<Norm, 'heading'>, { kind, value }: Qualifier): boolean =>
  kind === 'tabelle' && (heading ?? '').endsWith(`Tabelle ${value}`)

/** Reads sections of an annex as parts if it has them: `Anlage 1 Abschnitt 2 Nr. 3`. */
export function inSections<Named extends NamedParts>(norm: Norm, named: Named): Named {
  const inNorm = named.qualifiers.filter((part) => !isHeading(norm, part))
  const parts = [...named.subdivision, ...inNorm].map(({ kind, value }): PathElement<SubdivisionKind> => {
    const isSection = (ANNEX_PARTS as ReadonlySet<string>).has(kind)
    return isSection ? { kind: 'nr', value: `${kind}.${value}` } : { kind: kind as SubdivisionKind, value }
  })
  const isFound = named.qualifiers.length > 0 && subdivisionsNamed(norm, formatElements(parts)).length > 0
  return isFound || inNorm.length < named.qualifiers.length ? { ...named, subdivision: parts, qualifiers: [] } : named
}

/** The error for the last part of a range (`Abs. 2 bis 4`) if the norm lacks it, or the range goes backwards. */
export function missingLastPart(norm: Norm, { subdivision, subdivisionTo }: NamedParts): LegalTextError | undefined {
  const last = subdivision.at(-1)
  if (subdivisionTo === undefined || last === undefined) return undefined
  const wanted = subdivision.with(-1, { ...last, value: subdivisionTo })
  if (isBackwards({ from: last.value, to: subdivisionTo })) {
    const [from, to] = [subdivision, wanted].map((elements) => formatSubdivision(formatElements(elements.slice(-1))))
    const message = say`the range goes backwards, from ${from} to ${to}`
    return new LegalTextError('invalid_input', message, { code: norm.code, norm: norm.norm })
  }
  try {
    selectSubdivision(norm, wanted)
    return undefined
  } catch (error) {
    return legalTextError(error)
  }
}

/** The subdivisions that are meant. */
export function subdivisionsMeant(norm: Norm, wanted: readonly PathElement<SubdivisionKind>[]): Norm['subdivisions'] {
  if (norm.provenance.celex !== undefined) {
    const paths = partsMeant(normParts(norm.subdivisions), wanted)
    if (paths.length > 0) return norm.subdivisions.filter(({ path }) => paths.includes(path))
  }
  const [first, ...rest] = wanted
  const sign = first?.kind === 'nr' ? /^zeichen\.(.+)$/.exec(first.value)?.[1] : undefined
  if (sign !== undefined) {
    const below = rest.length === 0 ? '' : `/${formatElements(rest)}`
    const rows = norm.subdivisions.filter(({ text }) => SIGN.exec(text)?.[1] === sign)
    return rows.flatMap(({ path }) => subdivisionsNamed(norm, path + below))
  }
  const named = subdivisionsNamed(norm, formatElements(wanted))
  return named.length > 0 ? named : subdivisionsNamed(norm, formatElements(withLettersApart(wanted)))
}

/** The second cell of a row that shows a road sign. */
const SIGN = /^\S+\s+(?:Zeichen|Bild)\s+(\d+(?:\.\d+)?)(?![\d.])/

/**
 * The subdivision with exactly this path; else those that fit without levels usually left out: the sentences of lists, `Nr. 1`
 * before `Nr. 1.2`, the other number of an item for two (`6. und 7.`).
 */
function subdivisionsNamed({ subdivisions }: Norm, path: string): Norm['subdivisions'] {
  const exact = subdivisions.find((subdivision) => subdivision.path === path)
  if (exact !== undefined) return [exact]
  const last = path.slice(path.lastIndexOf('/') + 1)
  const short = subdivisions.filter(({ path: own }) => own.endsWith(last) && namesPath(path, own))
  if (short.length > 0) return short
  const inSections = subdivisions.filter(({ path: own }) => isInSection(own, path))
  if (inSections.length > 0) return inSections
  const [above = '', kind, value = ''] = /^(.*\/)?(\w+):([^/]+)$/.exec(path)?.slice(1) ?? []
  return subdivisions.filter(({ path: own }) => {
    if (!own.startsWith(`${kind}:`, own.lastIndexOf('/') + 1)) return false
    const said = withoutSentences(own).replace(OUTER_NUMBER, '')
    if (said === path) return true
    const prefix = `${withoutSentences(above)}${kind}:`
    return (
      kind !== 'satz' &&
      said.startsWith(prefix) &&
      !said.includes('/', prefix.length) &&
      valueIncludes(said.slice(prefix.length), value)
    )
  })
}

/** `nr:1/` in `nr:1/nr:1.2`. */
const OUTER_NUMBER = /nr:([\d.]+)\/(?=nr:\1\.)/g

/** `Nr. 1a` as `Nr. 1 Buchst. a`. */
function withLettersApart(elements: readonly PathElement<SubdivisionKind>[]): PathElement<SubdivisionKind>[] {
  return elements.flatMap((element) => {
    const [, number, letter] = (element.kind === 'nr' && /^(\d+)([a-z])$/.exec(element.value)) || []
    if (number === undefined || letter === undefined) return [element]
    return [{ kind: 'nr', value: number } as const, { kind: 'buchst', value: letter } as const]
  })
}

/** Depth of the parts of a norm. It bounds the work: a text may name thousands of nested parts. */
const deepestLevel = ({ subdivisions }: Norm) =>
  subdivisions.reduce((most, { path }) => Math.max(most, path.split('/').length), 0)

/**
 * `§ 7 Abs. 2 AGG has only Satz 1`: the parts at the deepest level of the wanted ones that the norm has.
 * @param has tests whether the norm has a part
 */
function whatThereIs(
  norm: Norm,
  wanted: readonly PathElement<SubdivisionKind>[],
  has: (part: readonly PathElement<SubdivisionKind>[]) => boolean,
): string {
  const nameOf = (elements: readonly PathElement[]) =>
    `${nameOfNorm(norm, formatElements(elements))} ${nameOfLaw(norm)}`
  for (let depth = Math.min(wanted.length - 1, deepestLevel(norm)); depth >= 0; depth--) {
    const { kind, value } = wanted[depth] as PathElement
    const above = wanted.slice(0, depth)
    const isUndivided = kind === 'satz' && isListed(above.at(-1)?.kind ?? '') && has(above)
    const below = valuesBelow(norm, above, kind)
    const values = below.length === 0 && isUndivided ? ['1'] : below
    if (values.length === 0) continue
    const missing = formatSubdivision(formatElements(wanted.slice(depth + 1)))
    if (values.includes(value) && missing !== '') return say`${nameOf(wanted.slice(0, depth + 1))} has no ${missing}`
    // Numbers beside numbers, remarks beside remarks
    const word = NAME.exec(value)?.[0] ?? ''
    const like = values.filter((each) => (NAME.exec(each)?.[0] ?? '') === word).map((each) => each.slice(word.length))
    const part = formatSubdivision(`${kind}:${word.replace(/\.$/, '')}`).trimEnd()
    if (like.length > 0) return say`${nameOf(wanted.slice(0, depth))} ${listed(part, like, value.slice(word.length))}`
    return say`${nameOf(wanted.slice(0, depth))} has no ${formatSubdivision(`${kind}:${value}`)}`
  }
  const isRepealed = norm.status === 'repealed' ? say`is repealed and ` : ''
  const missing = say`${nameOf([])} ${isRepealed}has no ${formatSubdivision(formatElements(wanted))}`
  const tops = norm.subdivisions.filter(({ path }) => !path.includes('/')).map(({ path }) => formatSubdivision(path))
  if (tops.length === 0) return isRepealed ? missing : say`${missing}: it is not divided`
  return say`${missing}, only ${shortList(tops)}`
}

/** The name before a number: `vorbem.` of `vorbem.3` */
const NAME = /^[a-z]{4,}(?:\.|$)/

/** The values of the parts of a kind directly below a part, with or without the sentences of lists. */
function valuesBelow({ subdivisions }: Norm, above: readonly PathElement[], kind: string): string[] {
  const place = formatElements(above)
  const isBelow = (path: string) => {
    const elements = path.split('/')
    return elements.pop()?.startsWith(`${kind}:`) === true && namesPath(place, elements.join('/'))
  }
  const paths = subdivisions.map(({ path }) => path)
  const exact = paths.filter((path) => path.startsWith(place === '' ? `${kind}:` : `${place}/${kind}:`))
  const found = exact.length > 0 ? exact : paths
  const values = found.filter(isBelow)
  return [...new Set(values.map((path) => path.slice(path.lastIndexOf(':') + 1)))]
}

/** Maximum number of values listed singly; more are given as a range. */
const MOST_LISTED = 4

/** `has only Satz 1`, `has only Abs. 1, 1a and 2`, `has Nr. 1 to 9, but no Nr. 5`. */
function listed(part: string, values: readonly string[], missing: string): string {
  const [first = '', last = ''] = [values[0], values.at(-1)]
  if (values.length === 1) return say`has only ${part} ${first}`
  if (values.length <= MOST_LISTED) return say`has only ${part} ${values.slice(0, -1).join(', ')} and ${last}`
  const isBetween = compareValues(first, missing) < 0 && compareValues(missing, last) < 0
  return isBetween
    ? say`has ${part} ${first} to ${last}, but no ${part} ${missing}`
    : say`has only ${part} ${first} to ${last}`
}
