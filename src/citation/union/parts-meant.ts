/**
 * Which parts of a norm of an act of the European Union a citation means. Their paths have subparagraphs
 * (`abs:1/uabs:2/satz:1`), which people often leave out, or count the sentences across.
 */
import { formatElements, type PathElement, type SubdivisionKind } from '../norm-path.ts'
import { parseRoman } from '../numerals.ts'

type Parts = readonly PathElement<SubdivisionKind>[]

/** The parts of a norm. */
export interface NormParts {
  paths: readonly string[]
  /** True if its paragraphs have no numbers: their paths count them. */
  isCounted: boolean
}

/** @param parts path and label of each */
export function normParts(parts: readonly { path: string; label: string }[]): NormParts {
  const isCounted = parts.some(({ path, label }) => path === 'abs:1' && label === '1')
  return { paths: parts.map(({ path }) => path), isCounted }
}

/** Returns the parts that are meant: those of the first reading that fits any. */
export function partsMeant({ paths, isCounted }: NormParts, wanted: Parts): string[] {
  const path = formatElements(wanted)
  if (paths.includes(path)) return [path]
  for (const reading of [...otherReadings({ paths, isCounted }, wanted), wanted]) {
    const named = formatElements(reading)
    if (paths.includes(named)) return [named]
    const short = paths.filter((own) => shortForms(own).includes(named))
    if (short.length > 0) return short
  }
  return isCounted && wanted[0]?.kind !== 'abs' ? partsInCounted(paths, wanted) : []
}

/** The parts of an article without numbers of paragraphs: `Satz 2` counts all its sentences, `Buchst. a` is that of any paragraph. */
function partsInCounted(paths: readonly string[], wanted: Parts): string[] {
  const [first, ...rest] = wanted
  if (first?.kind !== 'satz') {
    const named = formatElements(wanted)
    return paths.filter((own) => {
      const below = own.replace(/^abs:[^/]+\//, '')
      return below === named || shortForms(below).includes(named)
    })
  }
  const sentence = paths.filter((own) => /^abs:[^/]+\/satz:[^/]+$/.test(own))[Number(first.value) - 1]
  const named = [sentence, formatElements(rest)].filter(Boolean).join('/')
  return sentence !== undefined && paths.includes(named) ? [named] : []
}

/**
 * What a citation may mean besides its own path, the likeliest first:
 * - `Abs. 1 Satz 2` counts the sentences of all subparagraphs;
 * - `UAbs. 1` is all of a paragraph that is not divided;
 * - `UAbs. 2` of an article without numbered paragraphs is its second one;
 * - `(11)` of an article without paragraphs is its point 11;
 * - `(i)` may be a number or a letter;
 * - `Abs. 1 a` may be letter a of paragraph 1.
 */
function otherReadings({ paths, isCounted }: NormParts, wanted: Parts): Parts[] {
  const [first, ...rest] = wanted
  const readings: Parts[] = []
  const counted = sentenceOfAll(paths, wanted)
  if (counted !== undefined) readings.push(counted)
  const place = wanted.findIndex(({ kind }) => kind === 'uabs')
  const isDivided = paths.includes(formatElements([...wanted.slice(0, place), { kind: 'uabs', value: '1' }]))
  if (place >= 0 && wanted[place]?.value === '1' && !isDivided) readings.push(wanted.toSpliced(place, 1))
  if (first?.kind === 'uabs' && isCounted) readings.push([{ kind: 'abs', value: first.value }, ...rest])
  const hasParagraphs = paths.some((path) => path.startsWith('abs:'))
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
function sentenceOfAll(paths: readonly string[], wanted: Parts): Parts | undefined {
  const [paragraph, sentence, ...rest] = wanted
  if (paragraph?.kind !== 'abs' || sentence?.kind !== 'satz' || !/^\d+$/.test(sentence.value)) return undefined
  const above = `abs:${paragraph.value}/`
  const sentences = paths.flatMap((path) => {
    const [, uabs, satz] = (path.startsWith(above) && OF_SUBPARAGRAPH.exec(path.slice(above.length))) || []
    return uabs === undefined || satz === undefined ? [] : [{ uabs, satz }]
  })
  const found = sentences[Number(sentence.value) - 1]
  if (found === undefined) return undefined
  return [paragraph, { kind: 'uabs', value: found.uabs }, { kind: 'satz', value: found.satz }, ...rest]
}

const OF_SUBPARAGRAPH = /^uabs:([^/]+)\/satz:([^/]+)$/

/** The ways in which a path is written: without sentences, without subparagraphs, and without both. */
function shortForms(path: string): string[] {
  const without = (kinds: RegExp) => path.replace(kinds, '').replace(/^\//, '')
  return [without(/(?:^|\/)satz:[^/]+/g), without(/(?:^|\/)uabs:[^/]+/g), without(/(?:^|\/)(?:uabs|satz):[^/]+/g)]
}
