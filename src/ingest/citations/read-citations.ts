/** Reads the citations in a text: of other norms of its law, of its own parts, of other laws and acts of the Union. */

import { inLaw, type NamedParts, UNION } from '../../citation/designation.ts'
import { Tokens } from '../../citation/grammar/tokens.ts'
import { endsLikeLawName } from '../../citation/laws/law-form.ts'
import { standaloneUnionActs, UNION_TREATIES } from '../../citation/laws/union-act.ts'
import { formatElements } from '../../citation/norm-path.ts'
import { partsInRange } from '../../citation/ranges.ts'
import { backReference } from '../../citation/text/antecedents.ts'
import { type FoundDesignation, type FoundNorm, findDesignations } from '../../citation/text/find-designations.ts'
import { spanOf } from '../../citation/text/found-designation.ts'
import { findInternalReferences } from '../../citation/text/internal-references.ts'
import type { NameCandidate } from '../../citation/text/name-candidates.ts'
import { isActLanguage } from '../../citation/union/lexicon.ts'
import type { ParsedCitation } from '../../corpus/parsed-law.ts'
import { meantIn, namedPath, normsOf, ownNorms } from './cited-norms.ts'
import { type CitingNorm, isInRunningText } from './citing-norm.ts'
import { innerCitations } from './inner-citations.ts'
import type { LawIndex } from './law-index.ts'
import {
  type HeadCell,
  headCells,
  type LawList,
  lawLists,
  lawOfBrackets,
  lawOfHead,
  lawOfTitle,
} from './law-of-place.ts'
import { readUnionCitations } from './union-citations.ts'

/** The law of a designation. `laws` is empty if the corpus does not have it. */
interface NamedLaw {
  laws: readonly number[]
  name: NameCandidate | undefined
  /** As the text writes it. */
  written: string | undefined
  /** True if the name is that of a later, linked designation. */
  linked: boolean
  /** True if no law is named, so that it is the citing one. */
  own?: boolean
}

/** Reads the citations of a norm in the order of its text. A range or list gives one entry for each norm. */
export function readCitations(norm: CitingNorm, index: LawIndex): ParsedCitation[] {
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
    // A long list may change from own norms to those of another law, which is named at its end.
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

/** Parts after a range, which are not part of its designation: `§§ 67 bis 70 Absatz 1 und 5`. */
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
    // In the Social Code `des Vierten Buches` is another of its books.
    const isBook = /^sgb_\d/.test(code) && /^\p{L}+ Buche?s$/u.test(name.text)
    const laws = index.lawsNamed(isBook ? `${name.text} Sozialgesetzbuch` : name.text)
    if (laws.length > 0) return { laws, name, written: name.text, linked: false }
  }
  return undefined
}

/**
 * Finds the law of a designation without the name of a known law: an unknown law that is named, else the law before the
 * brackets, of the list, of the table or of the title, else the citing law.
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

/** A law that was named before: `§ 4 des Gesetzes`. */
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
  // Without a name, the law may be that of an earlier norm or of the whole sentence.
  // A law with the abbreviation of a treaty (`Art. 6 EUV`) is another one.
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

/** The parts that a text names of a norm: subparagraphs and indents if it has such parts. */
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
