/**
 * Finds references in English and French texts of acts of the Union: to norms (`point (a) of Article 6(1)`, `Articles 5 to 7 of
 * Directive 2009/65/EC`), and to parts of the norm itself (`the first subparagraph`). What they mean is drafted by rule: Joint
 * Practical Guide for the drafting of European Union legislation, guideline 16; Interinstitutional Style Guide, 2.7.
 */
import { Gap, Tokens } from '../grammar/tokens.ts'
import { mayFollow, type NormKind, type PathElement, type SubdivisionKind } from '../norm-path.ts'
import { parseRoman } from '../numerals.ts'
import { type ReferredAct, readAct, readActNumber, skipLinks } from './act-name.ts'
import { type ActLanguage, type ActLexicon, LEXICONS } from './lexicon.ts'
import { headWord, readNormNumber, readNorms, readPartList, type WrittenNorm } from './read-norms.ts'
import type { ActPart } from './read-parts.ts'

/** A reference, in UTF-16 code units `[start, end)`. */
export interface UnionReference {
  /** Readings of the norm, the likeliest first; `undefined` for parts of the citing norm, and for an act as a whole. */
  readings: PathElement<NormKind>[][] | undefined
  /** The last number of a range of norms. */
  to: string | undefined
  /** Its parts, one path each: a single empty path for the whole norm, none for an act as a whole. */
  parts: PathElement<SubdivisionKind>[][]
  /** The part of an annex that they are in, or an alternative, which no path expresses: `b` of `Section B`. */
  section?: string
  /** Set for `et seq.` */
  following?: 'f' | 'ff'
  /** True if it is read as one to a German law. */
  isGerman?: true
  /** True if another norm of the same list follows: its act is named after the last one. */
  isListed?: true
  act:
    | Exclude<ReferredAct, { kind: 'named' }>
    | {
        kind: 'named'
        name: string
        /** UTF-16 code units of the name, at the end of the reference. */
        length: number
        type: string | undefined
      }
  start: number
  end: number
}

/** Finds all references, in the order of the text. Linear in its length. */
export function findUnionReferences(
  text: string,
  language: ActLanguage | ActLexicon,
  tokens = new Tokens(text),
): UnionReference[] {
  const lexicon = typeof language === 'string' ? LEXICONS[language] : language
  const found: UnionReference[] = []
  for (let index = 0; index < tokens.count; ) {
    const next = readReference(tokens, index, lexicon, found)
    index = Math.max(next, index + 1)
  }
  return found
}

/** Reads the reference at `index`, and adds what it cites. @returns the token after it */
function readReference(tokens: Tokens, index: number, lexicon: ActLexicon, found: UnionReference[]): number {
  const word = headWord(tokens, index, lexicon)
  if (word === '') return index
  if (lexicon.acts.has(word) && !lexicon.isGerman) return addWholeAct(tokens, index, lexicon, found)
  const isPart = lexicon.parts.has(word) || lexicon.ordinals.has(word)
  if (!isPart && !lexicon.heads.has(word)) return index
  const before = isPart ? readPartsBefore(tokens, index, lexicon) : { groups: [], next: index }
  if (before === undefined) return index
  const written = isPart && !isJoined(tokens, before) ? [] : readNorms(tokens, before.next, lexicon)
  if (written.length === 0) return isPart ? addOwnParts(tokens, index, before, lexicon, found) : index
  const { norms, container, act, next } = withAct(tokens, before.next, written, lexicon)
  for (const [place, norm] of norms.entries()) {
    const outer = place === 0 ? before.groups : []
    const parts = [...norm.parts, ...outer.toReversed().flat()]
    const section = parts.find(({ kind }) => kind === 'annex part')?.values[0]
    found.push({
      readings: container === undefined ? norm.readings : norm.readings.map((each) => [...container, ...each]),
      to: norm.to,
      parts: pathsOf(parts),
      ...(section !== undefined && { section }),
      ...(norm.following && { following: norm.following }),
      ...(lexicon.isGerman && { isGerman: true }),
      ...(place < norms.length - 1 && { isListed: true }),
      act: named(tokens, act),
      start: tokens.start(place === 0 ? index : norm.first),
      end: place === norms.length - 1 ? tokens.end(next - 1) : tokens.end(norm.next - 1),
    })
  }
  return next
}

/** False for parts that a norm merely follows: `column 16` in one cell, `Article 49` in the next. */
function isJoined(tokens: Tokens, { groups, next }: PartsBefore): boolean {
  const last = groups.at(-1)?.at(-1)
  return last === undefined || next > last.next || (last.kind !== 'annex part' && tokens.gap(next) <= Gap.Space)
}

/** Reads what follows norms: the annex that they are in, and their act. */
function withAct(tokens: Tokens, index: number, norms: WrittenNorm[], lexicon: ActLexicon): NormsWithAct {
  const read = (norms: WrittenNorm[]) => {
    const { container, next } = readContainer(tokens, (norms.at(-1) as WrittenNorm).next, lexicon)
    return { norms, container, ...readAct(tokens, next, lexicon) }
  }
  const found = read(norms)
  const longer = found.act.kind === 'own' ? readNorms(tokens, index, lexicon, true) : []
  if (longer.length <= norms.length) return found
  // `Article 19a, 29a or 40a of Directive 2013/34/EU`; without an act the numbers after the first may count something else.
  const listed = read(longer)
  return listed.act.kind === 'own' && !listed.act.isSaid ? found : listed
}

interface NormsWithAct {
  norms: WrittenNorm[]
  container: PathElement<NormKind>[] | undefined
  act: ReferredAct
  next: number
}

/** Adds a reference to an act as a whole. */
function addWholeAct(tokens: Tokens, index: number, lexicon: ActLexicon, found: UnionReference[]): number {
  const next = readActNumber(tokens, index + 1)
  if (next === undefined) return index
  const act = named(tokens, { kind: 'named', first: index, next, type: lexicon.acts.get(tokens.word(index)) })
  found.push({
    readings: undefined,
    to: undefined,
    parts: [],
    act,
    start: tokens.start(index),
    end: tokens.end(next - 1),
  })
  return next
}

function named(tokens: Tokens, act: ReferredAct): UnionReference['act'] {
  if (act.kind !== 'named') return act
  // `Directives 2006/48/EC and 2006/49/EC`
  const name = act.name ?? tokens.slice(act.first, act.next).replace(/^(\p{L}+?)s(?= [(\d]| No )/u, '$1')
  const length = tokens.end(act.next - 1) - tokens.start(act.first)
  return { kind: 'named', name, length, type: act.type }
}

interface PartsBefore {
  /** Groups joined by `of`, innermost first; within a group the outer ones come first. */
  groups: ActPart[][]
  next: number
}

/** Reads the parts before a norm, or without one: `point (a) of the first subparagraph of`. */
function readPartsBefore(tokens: Tokens, index: number, lexicon: ActLexicon): PartsBefore | undefined {
  const groups: ActPart[][] = []
  let at = index
  let next = index
  while (groups.length < 6) {
    const group = readPartList(tokens, at, lexicon)
    if (group.length === 0) break
    groups.push(group)
    next = (group.at(-1) as ActPart).next
    const linked = skipLinks(tokens, next, lexicon)
    if (linked === next) return { groups, next }
    at = linked
  }
  if (groups.length === 0) return undefined
  return { groups, next: at > next && lexicon.heads.has(tokens.word(at)) ? at : next }
}

/** The annex that an article is in: `Article 3 of Annex I`. */
function readContainer(
  tokens: Tokens,
  index: number,
  lexicon: ActLexicon,
): { container: PathElement<NormKind>[] | undefined; next: number } {
  const linked = skipLinks(tokens, index, lexicon)
  const isAnnex = linked > index && lexicon.heads.get(tokens.word(linked))?.kind === 'annex'
  const number = isAnnex ? readNormNumber(tokens, linked + 1, 'annex') : undefined
  if (number === undefined) return { container: undefined, next: index }
  return { container: number.readings[0], next: number.next }
}

/** Adds a reference to parts of the citing norm, unless they are those of something else. */
function addOwnParts(
  tokens: Tokens,
  index: number,
  { groups, next }: PartsBefore,
  lexicon: ActLexicon,
  found: UnionReference[],
): number {
  const { act } = readAct(tokens, next, lexicon)
  const parts = pathsOf(groups.toReversed().flat())
  const isNamed = act.kind !== 'own' || parts.every((path) => path.length === 0)
  if (!isNamed) {
    const [start, end] = [tokens.start(index), tokens.end(next - 1)]
    found.push({ readings: undefined, to: undefined, parts, act: { kind: 'own' }, start, end })
  }
  return next
}

/** Most parts of a reference. */
const MOST_PARTS = 60

/**
 * The paths that parts within each other name, outermost first. What a path cannot express, and what is below it, is left out:
 * the sentence of a point, the section of an annex.
 */
function pathsOf(parts: readonly ActPart[]): PathElement<SubdivisionKind>[][] {
  let paths: PathElement<SubdivisionKind>[][] = [[]]
  for (const { kind, values } of parts) {
    if (kind === 'annex part') break
    const above = paths[0]?.at(-1)
    const isRoman = values.some((value) => value.length > 1 && parseRoman(value) !== undefined)
    const elements = values.map((value) => element(kind, value, isRoman || above?.kind === 'buchst'))
    if (elements.some((each) => !mayFollow(above?.kind, each.kind))) break
    if (paths.length * elements.length > MOST_PARTS) break
    paths = paths.flatMap((path) => elements.map((each) => [...path, each]))
  }
  return paths
}

/**
 * A point is a number or a letter.
 * @param mayBeRoman true if a single Roman numeral is a number: below a letter, or beside other numerals
 */
function element(
  kind: Exclude<ActPart['kind'], 'annex part'>,
  value: string,
  mayBeRoman: boolean,
): PathElement<SubdivisionKind> {
  if (kind !== 'point') return { kind, value }
  if (/^\d/.test(value)) return { kind: 'nr', value }
  const isRoman = parseRoman(value) !== undefined && (value.length > 1 || mayBeRoman)
  return { kind: isRoman ? 'nr' : 'buchst', value }
}
