/** Reads the citations in English and French texts of acts of the European Union. */
import { Tokens } from '../../citation/grammar/tokens.ts'
import { formatElements, type PathElement, parseNormPath, type SubdivisionKind } from '../../citation/norm-path.ts'
import { findUnionReferences, type UnionReference } from '../../citation/union/find-references.ts'
import type { ActLanguage } from '../../citation/union/lexicon.ts'
import { type NormParts, partsMeant } from '../../citation/union/parts-meant.ts'
import type { ParsedCitation } from '../../model/parsed-law.ts'
import type { StoredSubdivision } from '../../store/bundle-schema.ts'
import { normsOf } from './cited-norms.ts'
import type { CitingNorm } from './citing-norm.ts'
import type { LawIndex } from './law-index.ts'
import { partsFrom } from './law-tables.ts'

/** An act to which a text refers. */
interface CitedAct {
  /** `undefined` if the corpus lacks it. */
  law: number | undefined
  /** As written in the text; `null` for the act itself. */
  name: string | null
  /** False for the act itself if the text does not name it. */
  isNamed: boolean
}

/** Reads the citations of a norm in text order. */
export function readUnionCitations(norm: CitingNorm, language: ActLanguage, index: LawIndex): ParsedCitation[] {
  const references = findUnionReferences(norm.text, language, new Tokens(norm.text))
  const acts = actsOf(references, norm, index)
  let own: ReturnType<typeof ownParts> | undefined
  return references.flatMap((reference, place) => {
    const act = acts[place]
    if (act === undefined) return []
    const { readings, parts } = reference
    if (readings !== undefined) return citationsOf({ ...reference, readings }, act, norm, index)
    if (parts.length === 0) return [{ ...spanOf(reference), ...NOTHING, name: act.name }]
    if (norm.own === 'none') return []
    own ??= ownParts(norm)
    return own(reference)
  })
}

/** Returns the acts of references; `undefined` for unknown ones. */
function actsOf(references: readonly UnionReference[], norm: CitingNorm, index: LawIndex): (CitedAct | undefined)[] {
  /** The act named last, overall and by type. */
  const lastNamed = new Map<string | undefined, CitedAct>()
  const acts = references.map(({ act }) => (act.kind === 'other' ? undefined : actOf(act, norm, lastNamed, index)))
  for (const [place, { readings, act, start }] of references.entries()) {
    const before = references[place - 1]
    if (before === undefined || readings === undefined) continue
    const between = norm.text.slice(before.end, start)
    // `Regulation (EU) 2021/535, Annex XI`
    const isWhole = before.readings === undefined && before.parts.length === 0
    if (isWhole && act.kind === 'own' && between === ', ') acts[place] = acts[place - 1]
  }
  setActsOfLists(references, acts, norm)
  for (let place = references.length - 1; place > 0; place--) {
    const [before, after] = [references[place - 1], references[place]]
    const [own, cited] = [acts[place - 1], acts[place]]
    if (before?.readings === undefined || after?.readings === undefined || before.act.kind !== 'own') continue
    if (own?.isNamed !== false || cited === own || !JOINT.test(norm.text.slice(before.end, after.start))) continue
    const isOwnOnly =
      cited?.law !== undefined &&
      find(before, cited.law, index).length === 0 &&
      find(before, norm.law, index).length > 0
    if (!isOwnOnly) acts[place - 1] = cited
  }
  return acts
}

/**
 * Sets the act of norms in a list that it introduces (`the following provisions of Directive 2001/86/EC:`), and in an annex the
 * act at the beginning of their line: `8. Directive 2014/60/EU …: Articles 5 and 7`.
 */
function setActsOfLists(references: readonly UnionReference[], acts: (CitedAct | undefined)[], norm: CitingNorm): void {
  /** The act that introduces the list, and the end of the list. */
  let intro: { act: CitedAct | undefined; end: number } | undefined
  /** The act that begins a line, the start of that line, and the start of its list. */
  let first: { act: CitedAct | undefined; line: number; listed: number } | undefined
  const ofItself = norm.text.matchAll(INTRODUCES_ITSELF)
  let own = ofItself.next()
  let around: ReturnType<typeof partsAround> | undefined
  /** Returns the end of the innermost part that contains an act and extends to the next line. */
  const endOfList = (start: number, end: number) => {
    around ??= partsAround(norm.subdivisions())
    const ends = around(start).map(([, , , to]) => to)
    return Math.min(...ends.filter((to) => to > end + LONGEST_END), norm.text.length)
  }
  let line = 0
  let read = 0
  for (const [place, { readings, parts, act, start, end }] of references.entries()) {
    const lineBreak = norm.text.slice(read, start).lastIndexOf('\n')
    if (lineBreak >= 0) line = read + lineBreak + 1
    read = start
    for (; own.value !== undefined && own.value.index < start; own = ofItself.next()) {
      const { index, 0: words } = own.value
      intro = { act: { law: norm.law, name: null, isNamed: true }, end: endOfList(index, index + words.length) }
    }
    if (readings === undefined && parts.length === 0) {
      if (
        INTRODUCES.test(norm.text.slice(end, end + LONGEST_END)) &&
        !ALSO.test(norm.text.slice(Math.max(0, start - LONGEST_ALSO), start))
      )
        intro = { act: acts[place], end: endOfList(start, end) }
      if (norm.path.startsWith('annex') && line !== first?.line && start - line < LONGEST_MARK) {
        const [words = ''] = norm.text.slice(line).split('\n', 1)
        const colon = words.indexOf(': ')
        first = { act: acts[place], line, listed: colon < 0 ? Number.POSITIVE_INFINITY : line + colon + 2 }
      }
      continue
    }
    if (readings === undefined || act.kind !== 'own' || act.isSaid) continue
    if (first?.line === line && start >= first.listed) acts[place] = first.act
    else if (intro !== undefined && start < intro.end) acts[place] = intro.act
  }
}

const INTRODUCES = /^\s?:\s*\n/
const INTRODUCES_ITSELF =
  /(?<=\bthis |\bprésente? )(?:Regulation|Directive|Decision|règlement|directive|décision)\s?:\s*\n/g
/** Before one of several acts: `of this Directive or of Regulation (EU) No 600/2014:` */
const ALSO = /\b(?:or|and|ou|et)\s(?:(?:of|to|in|under|de|du|à)\s)?(?:(?:the|la|le)\s)?(?:\p{Lu}\p{L}*\s)*$/u
const LONGEST_ALSO = 60
const LONGEST_END = 4
/** Maximum length of the mark of a list item, in UTF-16 code units. */
const LONGEST_MARK = 12

/** Joins norms of one act, which is named after the last: `Article 5a(1) to (4) and Article 7 of Decision 1999/468/EC`. */
const JOINT = /^\s*(?:,|and|or|et|ou|, and|, or)\s+(?:(?:to|in|de|d’|d'|l’|l'|à l’|à l')\s*)?$/

const NOTHING = { norm: null, law: null, path: null, subdivision: null, name: null }
const spanOf = ({ start, end }: UnionReference) => ({ start, end })

/** @returns `undefined` for an act that the text has not named before */
function actOf(
  act: Exclude<UnionReference['act'], { kind: 'other' }>,
  norm: CitingNorm,
  lastNamed: Map<string | undefined, CitedAct>,
  index: LawIndex,
): CitedAct | undefined {
  if (act.kind === 'own') return { law: norm.law, name: null, isNamed: act.isSaid === true }
  if (act.kind === 'same') return lastNamed.get(act.type)
  const laws = index.lawsNamed(act.name)
  const cited = { law: laws.length === 1 ? laws[0] : undefined, name: act.name, isNamed: true }
  lastNamed.set(act.type, cited).set(undefined, cited)
  return cited
}

type NormReference = UnionReference & { readings: NonNullable<UnionReference['readings']> }

function citationsOf(reference: NormReference, act: CitedAct, citing: CitingNorm, index: LawIndex): ParsedCitation[] {
  const { readings, parts } = reference
  const span = spanOf(reference)
  const path = formatElements(readings[0] ?? [])
  const named = parts.map((part) => formatElements(part) || null)
  const { law } = act
  const isImplied = !act.isNamed && law === citing.law
  // Quoted texts and correlation tables name norms of other acts.
  if (isImplied && citing.own === 'none') return []
  const norms = law === undefined ? [] : find(reference, law, index)
  if (norms.length === 0) {
    // Norms that the act lacks, and that the text does not call its own, belong to another act; so do quotations in amending acts.
    const isQuoted = law === citing.law && citing.own === 'none'
    const known = isImplied || isQuoted ? null : (law ?? null)
    const name = known === null ? act.name : null
    return named.map((subdivision) => ({ ...span, ...NOTHING, law: known, path, subdivision, name }))
  }
  return norms.flatMap((norm) =>
    parts.map((part) => ({ ...span, ...NOTHING, norm, subdivision: partOf(index.parts(norm), part) })),
  )
}

/** Returns the norms of a law that a reference means. */
function find({ readings = [], to, start, end }: UnionReference, law: number, index: LawIndex): readonly number[] {
  return normsOf({ readings, ...(to !== undefined && { to }), subdivision: [], qualifiers: [], start, end }, law, index)
}

/** Returns the path of a part as in the norm; as named, if the norm lacks it. */
function partOf(parts: NormParts, part: readonly PathElement<SubdivisionKind>[]): string | null {
  if (part.length === 0) return null
  const meant = partsMeant(parts, part)
  return meant.length === 1 ? (meant[0] as string) : formatElements(part)
}

/**
 * Finds the parts around a position, outer ones first, in one pass through parts and positions.
 * @returns a function of a position, to be called with ascending ones
 */
function partsAround(parts: readonly StoredSubdivision[]) {
  let next = 0
  let open: StoredSubdivision[] = []
  return (place: number): readonly StoredSubdivision[] => {
    for (let part = parts[next]; part !== undefined && part[2] <= place; part = parts[++next]) open.push(part)
    open = open.filter(([, , , end]) => place < end)
    return open
  }
}

/**
 * Resolves references of a norm to its own parts, relative to the innermost part around the reference.
 * @returns a function of a reference, to be called in text order
 */
function ownParts({ id: norm, subdivisions }: CitingNorm) {
  const stored = subdivisions()
  const [around, own] = [partsAround(stored), partsFrom(stored)]
  return ({ parts, start, end }: UnionReference): ParsedCitation[] => {
    const scopes = scopesOf(around(start))
    return parts.flatMap((part): ParsedCitation[] => {
      for (const scope of scopes) {
        const meant = partsMeant(own, [...scope, ...part])
        if (meant.length === 1)
          return [{ start, end, norm, subdivision: meant[0] as string, law: null, path: null, name: null }]
      }
      return []
    })
  }
}

/** Returns the paths of parts, innermost first, then the norm as a whole. */
function scopesOf(around: readonly StoredSubdivision[]): PathElement<SubdivisionKind>[][] {
  const paths = around.map(([path]) => path).sort((a, b) => b.length - a.length)
  return [...paths.map((path) => parseNormPath(`art:0/${path}`)?.subdivision ?? []), []]
}
