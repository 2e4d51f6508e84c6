/** Reads the citations in a text: of other norms of its law, its own parts, other laws, and acts of the Union. */

import { inLaw, type NamedParts, UNION } from '../../citation/designation.ts'
import { Tokens } from '../../citation/grammar/tokens.ts'
import { endsLikeLawName, looksLikeAbbreviation } from '../../citation/laws/law-form.ts'
import { standaloneUnionActs, UNION_TREATIES } from '../../citation/laws/union-act.ts'
import {
  formatElements,
  type PathElement,
  parseNormPath,
  SUBDIVISION_KINDS,
  shortForms,
} from '../../citation/norm-path.ts'
import { partsInRange } from '../../citation/ranges.ts'
import { type FoundDesignation, type FoundNorm, findDesignations } from '../../citation/text/find-designations.ts'
import { spanOf } from '../../citation/text/found-designation.ts'
import {
  backReference,
  bracketAntecedents,
  findInternalReferences,
  findListAntecedents,
  type InternalReference,
} from '../../citation/text/internal-references.ts'
import type { NameCandidate } from '../../citation/text/name-candidates.ts'
import { isActLanguage } from '../../citation/union/lexicon.ts'
import type { ParsedCitation } from '../../model/parsed-law.ts'
import type { StoredSubdivision } from '../../store/bundle-schema.ts'
import { hasPart, meantIn, namedPath, normsOf, ownNorms } from './cited-norms.ts'
import { type CitingNorm, isInRunningText } from './citing-norm.ts'
import type { LawIndex } from './law-index.ts'
import { readUnionCitations } from './union-citations.ts'

/** Law of a designation. `laws` is empty if the corpus lacks it. */
interface NamedLaw {
  laws: readonly number[]
  name: NameCandidate | undefined
  /** As written in the text. */
  written: string | undefined
  /** True if the name belongs to a later, linked designation. */
  linked: boolean
  /** True if no law is named, which means the citing one. */
  own?: boolean
}

/** Reads the citations of a norm in text order. A range or list gives one entry per norm. */
export function readCitations(norm: CitingNorm, ofAll: LawIndex): ParsedCitation[] {
  const index = ofAll.readBy(norm.law)
  if (isActLanguage(norm.language)) return readUnionCitations(norm, norm.language, index)
  const tokens = new Tokens(norm.text)
  const found = findDesignations(norm.text, tokens, false)
  const citations: ParsedCitation[] = []
  const laws = lawsOf(found, norm, tokens, index)
  for (const [place, designation] of found.entries()) {
    const named = laws[place]
    if (named === undefined) continue
    for (const cited of designation.norms) citations.push(...citationsOf(designation, cited, named, norm, index))
  }
  citations.push(...unionActs(norm.text, tokens, citations))
  if (norm.own === 'all')
    citations.push(...innerCitations(norm, findInternalReferences(tokens, found.map(extentOf)), citations, index))
  return citations.sort((a, b) => a.start - b.start || a.end - b.end)
}

/** Finds acts of the Union that are cited as a whole. */
function unionActs(text: string, tokens: Tokens, citations: readonly ParsedCitation[]): ParsedCitation[] {
  const unresolved = { norm: null, law: null, path: null, subdivision: null }
  return standaloneUnionActs(text, tokens, citations).map(({ text: name, start, end }) => ({
    start,
    end,
    ...unresolved,
    name,
  }))
}

/** Returns the law of each designation; `undefined` if it is not a citation. */
function lawsOf(
  found: readonly FoundDesignation[],
  norm: CitingNorm,
  tokens: Tokens,
  index: LawIndex,
): (NamedLaw | undefined)[] {
  const laws: (NamedLaw | undefined)[] = []
  const lists = found.length === 0 ? [] : lawLists(tokens, index)
  const heads = found.length === 0 ? [] : headCells(norm, index)
  let law: NamedLaw | undefined
  let later: FoundDesignation | undefined
  for (const designation of found.toReversed()) {
    const linked = later !== undefined && isLinked(designation, later, norm.text) ? law : undefined
    law = lawNamed(designation, norm, index)
    // A long list may switch from own norms to those of another law, which is named at its end.
    if (linked !== undefined && !isOwnOnly(designation, norm, linked, index)) law ??= { ...linked, linked: true }
    const list = lists.find(({ start, end }) => start <= designation.start && designation.start < end)
    law ??= lawOfPlace(designation, norm, list, heads, tokens, index)
    laws.push(law)
    later = designation
  }
  return laws.reverse()
}

/** Words that join designations of one law: `und des § 38`, `sowie der §§ 3`. */
const JOINT =
  /^\s*(?:,|;|und|oder|sowie|beziehungsweise|bzw\.)\s*(?:und|oder|sowie)?\s*(?:jeweils\s)?\s*(?:auch\s)?\s*(?:in Verbindung mit\s)?\s*(?:des|der|die|den|dem)?\s*$/

function isLinked(designation: FoundDesignation, later: FoundDesignation, text: string): boolean {
  if (designation.linkedToNext && !designation.linkedLoosely) return true
  if (headOf(designation) !== headOf(later) || later.start - designation.end > LONGEST_JOINT) return false
  return JOINT.test(text.slice(designation.end, later.start).replace(PARTS, ''))
}

/** Parts after a range, which do not belong to its designation: `§§ 67 bis 70 Absatz 1 und 5`. */
const PARTS =
  /\s(?:in Verbindung mit )?(?:Absatz|Absätze|Abs\.|Satz|Sätze|Nummer|Nummern|Nr\.)\s\d+[a-z]?(?:(?:,| und| oder| bis)\s\d+[a-z]?)*/gu
const LONGEST_JOINT = 80

/** True if only the citing law has a norm that is listed with one of another law. */
function isOwnOnly({ norms }: FoundDesignation, citing: CitingNorm, { laws }: NamedLaw, index: LawIndex): boolean {
  const [norm] = norms
  const [law] = laws
  if (norm === undefined || law === undefined || law === citing.law || citing.own !== 'all') return false
  return normsOf(norm, law, index).length === 0 && ownNorms(norm, citing, index).length > 0
}

const headOf = ({ norms }: FoundDesignation) => norms[0]?.readings[0]?.[0]?.kind

function lawNamed(
  { namesAfter, namesBefore }: FoundDesignation,
  { code }: CitingNorm,
  index: LawIndex,
): NamedLaw | undefined {
  for (const name of [...namesAfter, ...namesBefore]) {
    // In the Social Code `des Vierten Buches` means another of its books.
    const isBook = /^sgb_\d/.test(code) && /^\p{L}+ Buche?s$/u.test(name.text)
    const laws = index.lawsNamed(isBook ? `${name.text} Sozialgesetzbuch` : name.text)
    if (laws.length > 0) return { laws, name, written: name.text, linked: false }
  }
  return undefined
}

/**
 * Finds the law of a designation without the name of a known law: an unknown law that is named, else the law before the brackets,
 * of the list, of the table or of the title, else the citing law.
 * @param list around the designation
 */
function lawOfPlace(
  designation: FoundDesignation,
  norm: CitingNorm,
  list: LawList | undefined,
  heads: readonly HeadCell[],
  tokens: Tokens,
  index: LawIndex,
): NamedLaw | undefined {
  const names = [...designation.namesAfter, ...designation.namesBefore]
  const unknown = designation.abbreviation ?? names.findLast(({ text }) => endsLikeLawName(text))
  const unnamed = unknown === undefined ? backReference(norm.text, designation.end) : unknown.text
  const bracketed =
    unnamed === undefined || THE_LAW.test(unnamed) ? lawOfBrackets(designation, norm, tokens, index) : undefined
  if (bracketed !== undefined) return { laws: [bracketed], name: undefined, written: undefined, linked: false }
  if (unknown !== undefined) return { laws: [], name: unknown, written: unknown.text, linked: false }
  if (unnamed !== undefined) return { laws: [], name: undefined, written: unnamed, linked: false }
  if (list !== undefined) return { laws: list.laws, name: undefined, written: list.name, linked: false }
  const kind = headOf(designation)
  if (designation.weak && kind !== 'annex') return undefined
  const placed = lawOfHead(designation, norm, heads, index) ?? lawOfTitle(designation, norm, index)
  if (placed !== undefined) return { laws: [placed], name: undefined, written: undefined, linked: false }
  const isOwn =
    norm.own === 'all' ||
    (norm.own === 'articles' && kind === 'art') ||
    (norm.own === 'running' && isInRunningText(norm.text, designation.start))
  return { laws: isOwn ? [norm.law] : [], name: undefined, written: undefined, linked: false, own: true }
}

/** A law named earlier: `§ 4 des Gesetzes`. */
const THE_LAW = /^(?:Gesetze?s|Gesetzbuche?s|Verordnung)$/

const isAnhang = (words: string) => /Anh(?:ang|äng|\.)/u.test(words) && !/Anl/u.test(words)

function citationsOf(
  designation: FoundDesignation,
  found: FoundNorm,
  named: NamedLaw,
  citing: CitingNorm,
  index: LawIndex,
): ParsedCitation[] {
  const [law, ...others] = named.laws
  const normsIn = (norm: FoundNorm) => {
    if (law === undefined) return []
    return named.own ? ownNorms(norm, citing, index) : normsOf(norm, law, index)
  }
  const norm = meantIn(found, normsIn, index)
  const place = spanOf(designation, norm, named.linked ? undefined : named.name)
  const partsOf = (cited?: number): (string | null)[] => {
    const { subdivision, subdivisionTo } = cited === undefined ? norm : partsNamed(norm, cited, index)
    if (subdivision.length === 0) return [null]
    const known = subdivisionTo === undefined || cited === undefined ? [] : index.parts(cited).paths
    return partsInRange(subdivision, subdivisionTo, known)
  }
  const path = formatElements(norm.readings[0] ?? [])
  const unresolved = partsOf().map((subdivision): ParsedCitation => {
    return { ...place, norm: null, law: null, path, subdivision, name: named.written ?? null }
  })
  if (law === undefined || others.length > 0) return unresolved
  const all = normsIn(norm)
  const isAppendix = named.own && isAnhang(citing.text.slice(designation.start, designation.end))
  // In a law with `Anlagen`, an `Anhang` is part of an annex, or of an act of the Union.
  const cited = isAppendix ? all.filter((each) => !index.label(each).startsWith('Anlage')) : all
  // Without a name, the law may be that of an earlier norm or of the whole sentence. A law with the abbreviation of a treaty
  // (`Art. 6 EUV`) is another one.
  const isOther = headOf(designation) === 'art' && UNION_TREATIES.has(named.written ?? '')
  const other = namedPath(norm, cited, index)
  const inOtherStates = other === undefined ? {} : { named: { law, path: other } }
  if (cited.length === 0) {
    if (isOther) return unresolved
    if (named.name !== undefined) return unresolved.map((one) => ({ ...one, law, name: null, ...inOtherStates }))
    if (all.length > 0) return unresolved
    return unresolved.map((one) => ({ ...one, named: { law, path: other ?? path, isGuess: true } }))
  }
  return cited.flatMap((norm) =>
    partsOf(norm).map((subdivision) => {
      return { ...place, norm, law: null, path: null, subdivision, name: null, ...inOtherStates }
    }),
  )
}

/** Returns the parts of a norm that a text names: subparagraphs and indents if the norm has such parts. */
function partsNamed(named: FoundNorm, cited: number, index: LawIndex): NamedParts {
  const isOfUnion =
    named.inUnionAct !== undefined && index.parts(cited).paths.some((path) => /(?:uabs|indent):/.test(path))
  return inLaw(named, { jurisdiction: isOfUnion ? UNION : '' })
}

/** Returns the extent of a designation with all words that may name its law. */
function extentOf({ start, end, namesAfter, namesBefore }: FoundDesignation): { start: number; end: number } {
  return {
    start: Math.min(start, ...namesBefore.map((name) => name.start)),
    end: Math.max(end, ...namesAfter.map((name) => name.end)),
  }
}

/** A list below the name of a law, `[start, end)` of the text, and the laws with that name. */
interface LawList {
  /** As written in the text; `undefined` if it is not named. */
  name: string | undefined
  laws: readonly number[]
  start: number
  end: number
}

/** Returns the lists of a text below the name of a law. */
function lawLists(tokens: Tokens, index: LawIndex): LawList[] {
  return findListAntecedents(tokens).flatMap(({ names, certain, amended, start, end }): LawList[] => {
    for (const name of names) {
      const laws = index.lawsNamed(name)
      if (laws.length > 0 || (certain && endsLikeLawName(name))) return [{ name, laws, start, end }]
    }
    // An amended law is not the citing one.
    return amended ? [{ name: names.find(endsLikeLawName), laws: [], start, end }] : []
  })
}

/** Returns the law before the brackets around a designation, if it has the norm and the citing law does not. */
function lawOfBrackets(
  { start, norms: [norm] }: FoundDesignation,
  citing: CitingNorm,
  tokens: Tokens,
  index: LawIndex,
): number | undefined {
  if (norm === undefined || tokens.text.charAt(start - 1) !== '(') return undefined
  for (const { name, certain } of bracketAntecedents(tokens, start)) {
    const [law, ...others] = index.lawsNamed(name.text)
    if (law === undefined) continue
    if (others.length > 0 || law === citing.law || normsOf(norm, law, index).length === 0) return undefined
    return certain || !isOwn(norm, citing, index) ? law : undefined
  }
  return undefined
}

/** `Verordnung zur vorübergehenden Abweichung von der …`, `Verordnung zur Einführung der Binnenschifffahrtsstraßen-Ordnung` */
const SUBJECT = /(?<!\p{L})(?:Abweichung(?:en)? (?:von|vom)|zur Einführung) (?:de[mnrs] )?(\p{Lu}.*)$/u

/** Returns the law that the title of the citing law deviates from or introduces, if only that one has the norm. */
function lawOfTitle({ norms: [norm] }: FoundDesignation, citing: CitingNorm, index: LawIndex): number | undefined {
  const name = SUBJECT.exec(citing.title)?.[1]
  const [law, ...others] = name === undefined ? [] : index.lawsNamed(name)
  if (norm === undefined || law === undefined || others.length > 0 || isOwn(norm, citing, index)) return undefined
  return normsOf(norm, law, index).length > 0 ? law : undefined
}

function isOwn(norm: FoundDesignation['norms'][number], citing: CitingNorm, index: LawIndex): boolean {
  return citing.own !== 'none' && ownNorms(norm, citing, index).length > 0
}

/** A cell with the name of a law only: `Hafenordnung (HafenO)`, `a) Hafenordnung`, `Rechtsgrundlage nach HafenG`. */
const HEAD =
  /(?<=[\t\n])(?:[a-z]\)\s|(?:Rechts-?\s?grundlagen?|Vorschrift(?:en)?|Norm|Fundstelle)\s(?:nach|in|des|der)\s(?:de[mr]\s)?)?(\p{Lu}[^\t\n§()]{1,90}?)(?:\s\([^()\t\n]{2,20}\))?(?=[\t\n])/gu

/** A cell of a table that names a law, with its offset. */
interface HeadCell {
  law: number
  start: number
}

/** Returns the cells of an annex that name the law of the norms below them. */
function headCells({ path, text, own }: CitingNorm, index: LawIndex): HeadCell[] {
  // The sections of a contract are its own.
  if (own === 'none' || !path.startsWith('annex:') || !text.includes('\t')) return []
  return [...text.matchAll(HEAD)].flatMap(({ 1: name = '', index: start }) => {
    const last = name.slice(name.lastIndexOf(' ') + 1)
    if (!looksLikeAbbreviation(last) && !endsLikeLawName(last) && !/^SGB /.test(name)) return []
    const [law, ...others] = index.lawsNamed(name)
    return law === undefined || others.length > 0 ? [] : [{ law, start }]
  })
}

/**
 * Returns the law of the last such cell above a designation, if it has the norm. The designation must fill a cell, or be missing
 * in the citing law.
 */
function lawOfHead(
  { start, norms: [norm] }: FoundDesignation,
  citing: CitingNorm,
  cells: readonly HeadCell[],
  index: LawIndex,
): number | undefined {
  const law = cells.findLast((cell) => cell.start < start)?.law
  if (norm === undefined || law === undefined || normsOf(norm, law, index).length === 0) return undefined
  const fillsCell = citing.own === 'running' && !isInRunningText(citing.text, start)
  return fillsCell || !isOwn(norm, citing, index) ? law : undefined
}

/** Words that join a part to the preceding norm: `§ 8 Absatz 3, auch in Verbindung mit Satz 2`. */
const PART_JOINT = /^\s*,?\s*(?:jeweils\s+)?(?:auch\s+)?(?:in Verbindung mit|i\. ?V\. ?m\.)\s+(?:(?:dem|den)\s+)?$/u
const LONGEST_PART_JOINT = 60

/**
 * Resolves references without a norm. If joined to a citation, they are parts of the cited norm, otherwise of the citing norm.
 * @param references in text order
 * @param outer other citations of the norm, in text order
 */
function innerCitations(
  norm: CitingNorm,
  references: readonly InternalReference[],
  outer: readonly ParsedCitation[],
  index: LawIndex,
): ParsedCitation[] {
  if (references.length === 0) return []
  const subdivisions = norm.subdivisions()
  const known = new Set(subdivisions.flatMap(([path]) => shortForms(path)))
  const citations: ParsedCitation[] = []
  let place = 0
  let before: ParsedCitation | undefined
  for (const reference of references) {
    for (; (outer[place]?.end ?? Number.POSITIVE_INFINITY) <= reference.start; place += 1) before = outer[place]
    const joined = before !== undefined && isJoined(norm.text, before.end, reference.start)
    for (const member of membersOf(reference, joined ? [] : subdivisions)) {
      const own = () => ownPart(member, norm, subdivisions, known)
      const citation = joined ? joinedPart(member, before as ParsedCitation, norm, index, own) : own()
      if (citation !== undefined && !isSame(citation, citations.at(-1))) citations.push(citation)
    }
    if (joined) before = citations.at(-1)
  }
  return citations
}

/** Splits a range of parts into its members: `Absätze 2 bis 4`. @param parts of the citing norm */
function membersOf(reference: InternalReference, parts: readonly StoredSubdivision[]): InternalReference[] {
  const { subdivision, subdivisionTo, ...rest } = reference
  if (subdivisionTo === undefined) return [reference]
  const around = absatzAround(parts, reference.start)
  // Sentences and numbers are counted within the Absatz.
  const own = parts.map(([path]) => (path.startsWith(around) ? path.slice(around.length) : path))
  return partsInRange(subdivision, subdivisionTo, own).map((path) => {
    return { ...rest, subdivision: parseNormPath(`par:0/${path}`)?.subdivision ?? subdivision }
  })
}

function isJoined(text: string, end: number, start: number): boolean {
  return start - end <= LONGEST_PART_JOINT && start > end && PART_JOINT.test(text.slice(end, start))
}

/** `Sätze 1 und 2` of a number are one citation of the number. */
const isSame = (one: ParsedCitation, other: ParsedCitation | undefined) =>
  one.start === other?.start && one.norm === other.norm && one.subdivision === other.subdivision

/**
 * Resolves a part that is joined to a citation: of the cited norm, or of the citing one if only that has it (`nach § 767 der
 * Zivilprozessordnung in Verbindung mit Absatz 1 Satz 2`).
 */
function joinedPart(
  member: InternalReference,
  before: ParsedCitation,
  citing: CitingNorm,
  index: LawIndex,
  own: () => ParsedCitation | undefined,
): ParsedCitation | undefined {
  const part = relative(member, before)
  if (before.norm === null || before.norm === citing.id || member.subdivision[0]?.kind !== 'abs') return part
  if (part.subdivision === null || hasPart(index.parts(before.norm).paths, part.subdivision)) return part
  const ownPart = own()
  return ownPart?.norm === citing.id ? ownPart : part
}

/** Resolves a part relative to the part cited before it. */
function relative({ start, end, subdivision }: InternalReference, before: ParsedCitation): ParsedCitation {
  const rank = ({ kind }: PathElement) => (SUBDIVISION_KINDS as readonly string[]).indexOf(kind)
  const [first] = subdivision
  const named = before.subdivision === null ? [] : (parseNormPath(`par:0/${before.subdivision}`)?.subdivision ?? [])
  const above = named.filter((element) => first !== undefined && rank(element) < rank(first))
  const cited = { ...before, start, end, subdivision: formatElements([...above, ...subdivision]) }
  // A range (`par:3-6`) means its last norm.
  return before.named === undefined
    ? cited
    : { ...cited, named: { ...before.named, path: before.named.path.replace(/:[^/:]*-([^/:-]+)$/, ':$1') } }
}

/**
 * Resolves a part of the citing norm, relative to the position of the reference: in Absatz 4, `Satz 1` is that of Absatz 4.
 * Numbers and letters alone often belong to something else, and count only if the norm has them.
 * @param known paths of the parts of the norm, with and without the sentences in them
 */
function ownPart(
  { start, end, subdivision }: InternalReference,
  { id: norm }: CitingNorm,
  subdivisions: readonly StoredSubdivision[],
  known: ReadonlySet<string>,
): ParsedCitation | undefined {
  const outermost = subdivision[0]?.kind
  const path = formatElements(subdivision)
  const item = outermost === 'satz' ? itemWithSentences(subdivisions, start) : undefined
  const inAbsatz = [`${absatzAround(subdivisions, start)}${path}`, path]
  const candidates = outermost === 'abs' ? [path] : [...(item === undefined ? [] : [`${item}/${path}`]), ...inAbsatz]
  // In an undivided item, a sentence is the item itself.
  const named = [...candidates, ...candidates.map((candidate) => candidate.replace(SENTENCE_OF_ITEM, '$1'))]
  const found = named.find((candidate) => known.has(candidate))
  const citation = { start, end, law: null, path: null, name: null }
  if (found !== undefined) return { ...citation, norm, subdivision: found }
  if (outermost === 'nr' || outermost === 'buchst') return undefined
  return { ...citation, norm: null, subdivision: path }
}

/** Returns the Absatz around a position, as the beginning of a path; empty if there is none. */
function absatzAround(subdivisions: readonly StoredSubdivision[], place: number): string {
  const around = subdivisions.find(([path, , start, end]) => /^abs:[^/]+$/.test(path) && start <= place && place < end)
  return around === undefined ? '' : `${around[0]}/`
}

const SENTENCE_OF_ITEM = /((?:nr|buchst):[^/]+)\/satz:[^/]+/g

/** Returns the innermost number or letter around a position after its first sentence: there, `Satz 1` is its own. */
function itemWithSentences(subdivisions: readonly StoredSubdivision[], place: number): string | undefined {
  const second = subdivisions.findLast(([path, , start]) => start <= place && /(?:nr|buchst):[^/]+\/satz:2$/.test(path))
  const item = second?.[0].slice(0, second[0].lastIndexOf('/'))
  return subdivisions.some(([path, , start, end]) => path === item && start <= place && place < end) ? item : undefined
}
