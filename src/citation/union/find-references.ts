/**
 * Finds references in English and French texts of acts of the Union: to norms (`point (a) of Article 6(1)`,
 * `Articles 5 to 7 of Directive 2009/65/EC`), and to parts of the norm itself (`the first subparagraph`). Their drafting follows
 * rules: Joint Practical Guide for the drafting of European Union legislation, guideline 16; Interinstitutional Style Guide, 2.7.
 */
import { readFollowing, skipDot } from '../grammar/read-tokens.ts'
import { Gap, TokenKind, Tokens } from '../grammar/tokens.ts'
import { mayFollow, type NormKind, type PathElement, type SubdivisionKind } from '../norm-path.ts'
import { parseRoman } from '../numerals.ts'
import { type ReferredAct, readAct, readActNumber, skipLinks } from './act-name.ts'
import { type ActLanguage, type ActLexicon, LEXICONS } from './lexicon.ts'
import { type ActPart, addValue, readActSeparator, readNamedPart, readValue } from './read-parts.ts'

/** A reference, in UTF-16 code units `[start, end)`. */
export interface UnionReference {
  /** Readings of the norm, the likeliest first; `undefined` for parts of the citing norm, and for an act as a whole. */
  readings: PathElement<NormKind>[][] | undefined
  /** The last number of a range of norms. */
  to: string | undefined
  /** Its parts, one path each: a single empty path for the whole norm, none for an act as a whole. */
  parts: PathElement<SubdivisionKind>[][]
  /** The part of an annex around them, or an alternative, which no path expresses: `b` of `Section B`. */
  section?: string
  /** Set for `et seq.` */
  following?: 'f' | 'ff'
  /** True if it is read as a reference to a German law. */
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

/** Reads the reference at `index`, and adds its citations. @returns the token after it */
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

/** False for parts that a norm only happens to follow: `column 16` in one cell, `Article 49` in the next. */
function isJoined(tokens: Tokens, { groups, next }: PartsBefore): boolean {
  const last = groups.at(-1)?.at(-1)
  return last === undefined || next > last.next || (last.kind !== 'annex part' && tokens.gap(next) <= Gap.Space)
}

/** Reads the annex and the act after norms. */
function withAct(tokens: Tokens, index: number, norms: WrittenNorm[], lexicon: ActLexicon) {
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

/** The annex of an article: `Article 3 of Annex I`. */
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

/** Adds a reference to parts of the citing norm, unless they are parts of something else. */
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

/** Maximum number of parts of a reference. */
const MOST_PARTS = 60

/**
 * The paths of nested parts, outermost first, without parts that a path cannot express, and those below them: the sentence of a
 * point, the section of an annex.
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

/** A norm as written, with the parts after its number. */
interface WrittenNorm {
  readings: PathElement<NormKind>[][]
  to?: string
  parts: ActPart[]
  following?: 'f' | 'ff'
  first: number
  next: number
}

/** The word at `index`, or a section sign. `S.` before a number is a page; `s.` is a section. */
function headWord(tokens: Tokens, index: number, { isGerman }: ActLexicon): string {
  if (isGerman && tokens.kind(index) === TokenKind.Section) return tokens.value(index)
  return isGerman && tokens.value(index) === 'S' ? '' : tokens.word(index)
}

/** Maximum number of norms of a list, parts of a norm, and values of a part. */
const MOST_NORMS = 50
const MOST_LISTED_PARTS = 8
const MOST_VALUES = 60

/** Reads nested parts, which commas may separate: `paragraph 1, first subparagraph, point (a)`. */
function readPartList(tokens: Tokens, index: number, lexicon: ActLexicon): ActPart[] {
  const parts: ActPart[] = []
  let at = index
  while (parts.length < MOST_LISTED_PARTS) {
    const part = readNamedPart(tokens, at, lexicon) ?? (parts.length > 0 ? readBracketed(tokens, at) : undefined)
    if (part === undefined) break
    parts.push(part)
    at = tokens.is(part.next, ',') ? part.next + 1 : part.next
    if (at > part.next && !isPartAt(tokens, at, lexicon)) break
  }
  return parts
}

/** True if a named part begins at `index` and continues the preceding words. */
function isPartAt(tokens: Tokens, index: number, lexicon: ActLexicon): boolean {
  const part = readNamedPart(tokens, index, lexicon)
  if (part === undefined) return false
  // `Article 5(1), point (a) of Article 6`: a part of the next norm.
  const linked = skipLinks(tokens, part.next, lexicon)
  return linked === part.next || !lexicon.heads.has(tokens.word(linked))
}

/** `(1)` or `(f)` directly after a number or another bracket; `(EU)` begins the number of an act. */
function readBracketed(tokens: Tokens, index: number): ActPart | undefined {
  if (!tokens.is(index, '(') || tokens.gap(index) > Gap.Space || COMMUNITY.test(tokens.value(index + 1)))
    return undefined
  const value = readValue(tokens, index)
  return value && { kind: bracketKind(value.value), values: [value.value], next: value.next }
}

const COMMUNITY = /^(?:EU|EC|EEC|UE|CE|CEE|Euratom)$/

/** A number in brackets after an article is a paragraph, anything else a point. */
const bracketKind = (value: string) => (/^\d/.test(value) ? 'abs' : 'point')

/**
 * Reads the norms at `index`: all norms of one head and its list.
 * @param isList true to read a list even after a singular head: `Article 19a, 29a or 40a`
 */
function readNorms(tokens: Tokens, index: number, lexicon: ActLexicon, isList = false): WrittenNorm[] {
  const head = lexicon.heads.get(headWord(tokens, index, lexicon))
  if (head === undefined) return []
  const norms: WrittenNorm[] = []
  const isShort = head.kind !== 'annex' && tokens.is(index + 1, '.') && tokens.gap(index + 1) === Gap.None
  let at = isShort ? index + 2 : index + 1
  let first = index
  /** Further parts of the previous norm, already read. */
  let beside: WrittenNorm | undefined
  while (norms.length < MOST_NORMS) {
    const norm = beside ?? readNorm(tokens, at, first, head.kind, lexicon)
    if (norm === undefined) break
    norms.push(norm)
    const separator = readActSeparator(tokens, norm.next, lexicon)
    if (separator === undefined) break
    beside = separator.isRange ? undefined : readBeside(tokens, separator.next, norm, lexicon)
    if (!(head.plural || isList) && beside === undefined) break
    // `Article 5 and Article 6`: each head has its own list.
    if (!head.plural && lexicon.heads.has(tokens.word(separator.next))) break
    const again =
      lexicon.heads.get(tokens.word(separator.next))?.kind === head.kind ? separator.next + 1 : separator.next
    first = separator.next
    at = again
    if (separator.isRange) {
      const to = readNorm(tokens, at, first, head.kind, lexicon)
      if (to === undefined || norm.parts.length > 0) break
      norm.to = to.readings[0]?.[0]?.value ?? ''
      norm.next = to.next
      const more = readActSeparator(tokens, norm.next, lexicon)
      if (more === undefined || more.isRange) break
      first = more.next
      at = more.next
    }
  }
  return norms.length > 0 || head.kind !== 'annex' ? norms : bareAnnex(tokens, index)
}

/** `the Annex`: the only one. */
function bareAnnex(tokens: Tokens, index: number): WrittenNorm[] {
  const isName = /^\p{Lu}/u.test(tokens.value(index))
  return isName ? [{ readings: [[{ kind: 'annex', value: '1' }]], parts: [], first: index, next: index + 1 }] : []
}

function readNorm(
  tokens: Tokens,
  index: number,
  first: number,
  kind: NormKind,
  lexicon: ActLexicon,
): WrittenNorm | undefined {
  const number = readNormNumber(tokens, index, kind)
  if (number === undefined) return undefined
  // `Article 246a sec. 1` of a German act
  const isAbove = kind === 'art' && lexicon.heads.get(headWord(tokens, number.next, lexicon))?.kind === 'par'
  const below = isAbove ? readNorm(tokens, skipDot(tokens, number.next + 1), first, 'par', lexicon) : undefined
  if (below === undefined) return withParts(tokens, number, first, kind, lexicon)
  const readings = number.readings.flatMap((article) => below.readings.map((section) => [...article, ...section]))
  return { ...below, readings }
}

/** The norm of a number with its parts. */
function withParts(
  tokens: Tokens,
  number: NormNumber,
  first: number,
  kind: NormKind,
  lexicon: ActLexicon,
): WrittenNorm {
  const parts: ActPart[] = number.paragraph === undefined ? [] : [number.paragraph]
  const isRoman = kind === 'annex' && !/^\d/.test(tokens.value(number.next - 1))
  const comma = tokens.is(number.next, ',') ? number.next + 1 : number.next
  const point = isRoman ? readPointOfAnnex(tokens, comma) : undefined
  if (point !== undefined) parts.push(point)
  let next = point?.next ?? number.next
  while (kind !== 'recital' && parts.length < MOST_LISTED_PARTS) {
    const part = readBracketed(tokens, next) ?? readDotted(tokens, next, parts.length)
    if (part === undefined) break
    // `Article 4(1)(8)`, `Annex III(5)`: the last number is that of a point. `Annex I(B)` is a section.
    const isSection = kind === 'annex' && parts.length === 0 && /^[A-Z]$/.test(tokens.value(next + 1))
    parts.push(parts.length > 0 || kind === 'annex' ? { ...part, kind: isSection ? 'annex part' : 'point' } : part)
    next = part.next
  }
  const last = parts.at(-1)
  if (last !== undefined) next = addBracketed(tokens, last, lexicon)
  const afterComma = tokens.is(next, ',') ? next + 1 : next
  const named = isPartAt(tokens, afterComma, lexicon) ? readPartList(tokens, afterComma, lexicon) : []
  parts.push(...named)
  next = named.at(-1)?.next ?? next
  const following = parts.length === 0 ? readEtSeq(tokens, next) : undefined
  return { readings: number.readings, parts, first, next, ...following }
}

/** `et seq.`, `et seqq.`, `ff.` */
function readEtSeq(tokens: Tokens, index: number): { following: 'f' | 'ff'; next: number } | undefined {
  const isLatin = tokens.word(index) === 'et' && /^seqq?$/.test(tokens.word(index + 1))
  return isLatin ? { following: 'ff', next: skipDot(tokens, index + 2) } : readFollowing(tokens, index)
}

/** The point of an annex with a Roman number, named only by number and letter: `5` in `Annex III, 5(b)`. */
function readPointOfAnnex(tokens: Tokens, index: number): ActPart | undefined {
  const value = tokens.value(index)
  if (!/^\d{1,2}$/.test(value) || tokens.gap(index) > Gap.Space) return undefined
  const hasLetter = tokens.is(index + 1, '(') && tokens.gap(index + 1) === Gap.None && tokens.is(index + 3, ')')
  return hasLetter && /^[a-z]{1,2}$/.test(tokens.value(index + 2))
    ? { kind: 'point', values: [value], next: index + 1 }
    : undefined
}

/** Further parts of the previous norm: `6(a)` in `Annex III, points 5(b) and 6(a)`, `(2)` in `Section 3 (1) sentence 2 and (2)`. */
function readBeside(tokens: Tokens, index: number, before: WrittenNorm, lexicon: ActLexicon): WrittenNorm | undefined {
  const [{ kind = undefined } = {}] = before.readings[0] ?? []
  const [part, ...deeper] = before.parts
  const isParagraph = part?.kind === 'abs' && deeper.length > 0 && /^\d/.test(readValue(tokens, index)?.value ?? '')
  if (isParagraph && tokens.is(index, '('))
    return withParts(tokens, { readings: before.readings, next: index }, index, 'art', lexicon)
  if (kind !== 'annex' || part?.kind !== 'point') return undefined
  const point = readPointOfAnnex(tokens, index)
  const letter = point && readBracketed(tokens, point.next)
  if (point === undefined || letter === undefined) return undefined
  const next = addBracketed(tokens, letter, lexicon)
  return { readings: before.readings, parts: [point, { ...letter, kind: 'point' }], first: index, next }
}

/** `f` in `article 6.1.f`. */
function readDotted(tokens: Tokens, index: number, depth: number): ActPart | undefined {
  const isJoined = tokens.is(index, '.') && tokens.gap(index) === Gap.None && tokens.gap(index + 1) === Gap.None
  const value = tokens.value(index + 1)
  return depth > 0 && isJoined && /^[a-z]$/.test(value)
    ? { kind: 'point', values: [value], next: index + 2 }
    : undefined
}

/** Adds the values of a list in brackets: `(1) and (2)`, `(a), (b) and (c)`. @returns the token after them */
function addBracketed(tokens: Tokens, part: ActPart, lexicon: ActLexicon): number {
  while (part.values.length < MOST_VALUES) {
    const separator = readActSeparator(tokens, part.next, lexicon)
    const value = separator && tokens.is(separator.next, '(') ? readValue(tokens, separator.next) : undefined
    const isAlike = /^\d/.test(value?.value ?? '') === /^\d/.test(part.values[0] ?? '')
    if (separator === undefined || value === undefined || !isAlike) break
    addValue(part, value, separator.isRange)
  }
  return part.next
}

/** A number, and the paragraph written with it: `6.1`. */
interface NormNumber {
  readings: PathElement<NormKind>[][]
  paragraph?: ActPart
  next: number
}

/** Reads the number of a norm: `6`, `14 bis`, `III`, `(47)`, `6.1`. */
function readNormNumber(tokens: Tokens, index: number, kind: NormKind): NormNumber | undefined {
  if (tokens.gap(index) > Gap.Line) return undefined
  const isOpen = kind === 'recital' && tokens.is(index, '(') && tokens.is(index + 2, ')')
  const at = isOpen ? index + 1 : index
  const text = tokens.value(at)
  const value = text.toLowerCase()
  const next = isOpen ? at + 2 : at + 1
  if (tokens.kind(at) === TokenKind.Number && /^\d{1,5}[a-z]{0,3}$/.test(value)) {
    const suffix = SUFFIXES.indexOf(tokens.word(next))
    if (suffix < 0) return { readings: [[{ kind, value }]], next }
    return { readings: [[{ kind, value: value + String.fromCharCode(97 + suffix) }]], next: next + 1 }
  }
  const [, article, paragraph] = (kind === 'art' && /^(\d{1,3}[a-z]?)\.(\d{1,2}[a-z]?)$/.exec(value)) || []
  if (article !== undefined && paragraph !== undefined) {
    return { readings: [[{ kind, value: article }]], paragraph: { kind: 'abs', values: [paragraph], next }, next }
  }
  if (kind !== 'annex' || tokens.kind(at) !== TokenKind.Word || !/^(?:[IVXL]+[A-Ha-h]?|[A-Z])$/.test(text))
    return undefined
  const [, roman = '', letter = ''] = /^([ivxl]+?)([a-h]?)$/.exec(value) ?? []
  const number = parseRoman(roman)
  const named = [{ kind, value }]
  return { readings: number === undefined ? [named] : [[{ kind, value: `${number}${letter}` }], named], next }
}

/** Inserted articles in French texts: `14 bis` is 14a. */
const SUFFIXES = ['bis', 'ter', 'quater', 'quinquies', 'sexies', 'septies', 'octies', 'nonies', 'decies']
