/**
 * Finds the parts of a norm of an act of the European Union that a citation means. Their paths have subparagraphs
 * (`abs:1/uabs:2/satz:1`), which citations often omit, or count the sentences across.
 */

import { cached } from '../../util/cached.ts'
import { formatElements, type PathElement, type SubdivisionKind } from '../norm-path.ts'
import { parseRoman } from '../numerals.ts'

type Parts = readonly PathElement<SubdivisionKind>[]

/** The parts of a norm. */
export interface NormParts {
  paths: readonly string[]
  /** True if its paragraphs are unnumbered: their paths count them. */
  isCounted: boolean
}

/** @param parts path and label of each */
export function normParts(parts: readonly { path: string; label: string }[]): NormParts {
  const isCounted = parts.some(({ path, label }) => path === 'abs:1' && label === '1')
  return { paths: parts.map(({ path }) => path), isCounted }
}

/** The parts of a norm by the forms of their names. */
interface PartTables {
  paths: ReadonlySet<string>
  hasParagraphs: boolean
  /** Paths by their short forms. */
  short: ReadonlyMap<string, string[]>
  /** Paths by the part below a paragraph, in short and full forms. */
  below: ReadonlyMap<string, string[]>
  /** Sentences of paragraphs without subparagraphs, in order. */
  sentences: readonly string[]
  /** Sentences of subparagraphs in order, by the number of the paragraph. */
  divided: ReadonlyMap<string, { uabs: string; satz: string }[]>
}

/** Cache: texts cite the parts of a norm repeatedly. */
const known = new WeakMap<NormParts, PartTables>()

function makeTables(paths: readonly string[]): PartTables {
  const [short, below] = [new Map<string, string[]>(), new Map<string, string[]>()]
  const add = (table: Map<string, string[]>, names: readonly string[], path: string) => {
    for (const name of new Set(names)) {
      cached(table, name, () => []).push(path)
    }
  }
  for (const path of paths) {
    const inParagraph = path.replace(/^abs:[^/]+\//, '')
    add(short, shortForms(path), path)
    add(below, [inParagraph, ...shortForms(inParagraph)], path)
  }
  const divided = paths.flatMap((path) => {
    const [, abs, uabs, satz] = /^abs:([^/]+)\/uabs:([^/]+)\/satz:([^/]+)$/.exec(path) ?? []
    return abs === undefined || uabs === undefined || satz === undefined ? [] : [{ abs, uabs, satz }]
  })
  return {
    paths: new Set(paths),
    hasParagraphs: paths.some((path) => path.startsWith('abs:')),
    short,
    below,
    sentences: paths.filter((path) => /^abs:[^/]+\/satz:[^/]+$/.test(path)),
    divided: Map.groupBy(divided, ({ abs }) => abs),
  }
}

/** Returns the parts of the first reading that fits any. Constant time for the same `parts`. */
export function partsMeant(parts: NormParts, wanted: Parts): readonly string[] {
  const tables = cached(known, parts, () => makeTables(parts.paths))
  const path = formatElements(wanted)
  if (tables.paths.has(path)) return [path]
  for (const reading of [...otherReadings(tables, parts.isCounted, wanted), wanted]) {
    const named = formatElements(reading)
    if (tables.paths.has(named)) return [named]
    const short = tables.short.get(named)
    if (short !== undefined) return short
  }
  return parts.isCounted && wanted[0]?.kind !== 'abs' ? partsInCounted(tables, wanted) : []
}

/** The parts of an article with unnumbered paragraphs: `Satz 2` counts all its sentences, `Buchst. a` is that of any paragraph. */
function partsInCounted({ paths, below, sentences }: PartTables, wanted: Parts): readonly string[] {
  const [first, ...rest] = wanted
  if (first?.kind !== 'satz') return below.get(formatElements(wanted)) ?? []
  const sentence = sentences[Number(first.value) - 1]
  const named = [sentence, formatElements(rest)].filter(Boolean).join('/')
  return sentence !== undefined && paths.has(named) ? [named] : []
}

/**
 * Alternative meanings of a citation besides its own path, the likeliest first:
 * - `Abs. 1 Satz 2` counts the sentences of all subparagraphs;
 * - `UAbs. 1` is all of a paragraph that is not divided;
 * - `UAbs. 2` of an article without numbered paragraphs is its second one;
 * - `(11)` of an article without paragraphs is its point 11;
 * - `(i)` may be a number or a letter;
 * - `Abs. 1 a` may be letter a of paragraph 1.
 */
function otherReadings({ paths, hasParagraphs, divided }: PartTables, isCounted: boolean, wanted: Parts): Parts[] {
  const [first, ...rest] = wanted
  const readings: Parts[] = []
  const counted = sentenceOfAll(divided, wanted)
  if (counted !== undefined) readings.push(counted)
  const place = wanted.findIndex(({ kind }) => kind === 'uabs')
  const isDivided = paths.has(formatElements([...wanted.slice(0, place), { kind: 'uabs', value: '1' }]))
  if (place >= 0 && wanted[place]?.value === '1' && !isDivided) readings.push(wanted.toSpliced(place, 1))
  if (first?.kind === 'uabs' && isCounted) readings.push([{ kind: 'abs', value: first.value }, ...rest])
  if (first?.kind === 'abs' && !hasParagraphs) {
    readings.push([{ kind: 'nr', value: first.value }, ...rest])
    if (first.value === '1') readings.push(rest)
  }
  const last = wanted.at(-1)
  const [, number, letter] = (last?.kind === 'abs' && /^(\d+)([a-z])$/.exec(last.value)) || []
  if (number !== undefined && letter !== undefined) {
    readings.push([
      { kind: 'abs', value: number },
      { kind: 'buchst', value: letter },
    ])
  }
  if (last !== undefined && (last.kind === 'nr' || last.kind === 'buchst') && parseRoman(last.value) !== undefined) {
    readings.push([...wanted.slice(0, -1), { kind: last.kind === 'nr' ? 'buchst' : 'nr', value: last.value }])
  }
  return readings.filter(({ length }) => length > 0)
}

/** The sentence of a divided paragraph, counted from its beginning. */
function sentenceOfAll(divided: PartTables['divided'], wanted: Parts): Parts | undefined {
  const [paragraph, sentence, ...rest] = wanted
  if (paragraph?.kind !== 'abs' || sentence?.kind !== 'satz' || !/^\d+$/.test(sentence.value)) return undefined
  const found = divided.get(paragraph.value)?.[Number(sentence.value) - 1]
  if (found === undefined) return undefined
  return [paragraph, { kind: 'uabs', value: found.uabs }, { kind: 'satz', value: found.satz }, ...rest]
}

/** The forms of a path: without sentences, without subparagraphs, and without both. */
function shortForms(path: string): string[] {
  const without = (kinds: RegExp) => path.replace(kinds, '').replace(/^\//, '')
  return [without(/(?:^|\/)satz:[^/]+/g), without(/(?:^|\/)uabs:[^/]+/g), without(/(?:^|\/)(?:uabs|satz):[^/]+/g)]
}
