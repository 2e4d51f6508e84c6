/** The norms of a law, ready to be matched with designations. */
import { formatElements, type NormPath, type PathElement, parseNormPath } from '../citation/norm-path.ts'
import { type Numbered, normsInRange, singleNumber, valueMembers } from '../citation/ranges.ts'
import type { FoundNorm } from '../citation/text/find-designations.ts'
import type { Corpus, LawSummary, NormSummary } from '../corpus/corpus.ts'

/** One norm of a law. */
export interface LawNorm extends Numbered {
  norm: NormSummary
  path: NormPath
  /** The last element of the path, counters aside: what the norm itself is called. */
  own: PathElement
  /** Its place in the law. */
  place: number
}

export interface LawNorms {
  law: LawSummary
  norms: readonly LawNorm[]
  byPath: ReadonlyMap<string, NormSummary>
  /** Those that are called the same, by that. */
  byName: ReadonlyMap<string, LawNorm[]>
  /** Those of a kind in the order of their numbers; made for the first designation that misses one. */
  byNumber: Map<string, LawNorm[]>
}

/** How many norms are kept of each corpus, those of the laws that were asked for last. */
const CACHED_NORMS = 20_000

/** The laws that were read of each corpus, the one asked for last at the end. */
const lawNormsCache = new WeakMap<Corpus, Map<string, LawNorms>>()

/** What {@link import('./resolve-norm.ts').matchNorm} needs of a law. Reading 2,500 norms takes as long as resolving 100. */
export async function readLawNorms(corpus: Corpus, law: LawSummary): Promise<LawNorms> {
  const laws = lawNormsCache.get(corpus) ?? new Map<string, LawNorms>()
  lawNormsCache.set(corpus, laws)
  const known = laws.get(law.code) ?? lawNormsOf(law, await corpus.outline(law.code))
  laws.delete(law.code)
  laws.set(law.code, known)
  let count = [...laws.values()].reduce((sum, { norms }) => sum + norms.length, 0)
  for (const [code, { norms }] of laws) {
    if (count <= CACHED_NORMS || code === law.code) break
    laws.delete(code)
    count -= norms.length
  }
  return known
}

function lawNormsOf(law: LawSummary, outline: readonly NormSummary[]): LawNorms {
  const norms = outline.map((norm, place): LawNorm => {
    const path = parseNormPath(norm.norm) as NormPath
    const own = path.norm.findLast(({ kind }) => kind !== 'seq') as PathElement
    return { norm, path, own, place, number: singleNumber(own.value) }
  })
  return {
    law,
    norms,
    byPath: new Map(outline.map((norm) => [norm.norm, norm])),
    byName: Map.groupBy(norms, ({ own }) => formatElements([own])),
    byNumber: new Map(),
  }
}

/*FILEDOC Laws of which a corpus has no text, or only an extract: what they lack is neither there nor wrong. */

/** Of an extract fewer of the numbers up to the last are there; of all other laws nearly all, repealed ones included. */
const LEAST_SHARE = 0.6
/** With fewer numbers nothing can be told. */
const LEAST_NUMBERS = 4

/** No law has more numbers. */
const LONGEST_RANGE = 3000

const textGaps = new WeakMap<LawNorms, string | null>()

/** Why a law may have a norm that the corpus does not have; `null` if the corpus has its whole text. */
export function textGap(norms: LawNorms): string | null {
  const found = textGaps.get(norms) ?? findTextGap(norms)
  textGaps.set(norms, found)
  return found
}

function findTextGap({ law, norms }: LawNorms): string | null {
  const name = `${law.abbreviation} (${law.code})`
  if (norms.length === 0) return `the corpus has no text of ${name}: its source gives the title only`
  const numbered = norms.filter(({ own }) => own.kind === 'par' || own.kind === 'art' || own.kind === 'item')
  if (numbered.length === 0) return `the corpus has no numbered norm of ${name}: its source gives the text without any`
  for (const kind of ['par', 'art']) {
    const values = numbered.filter(({ own }) => own.kind === kind).map(({ own }) => own.value)
    if (isExtract(values)) return `the corpus has only an extract of ${name}`
  }
  return null
}

/** Whether many numbers are missing among these. */
function isExtract(values: readonly string[]): boolean {
  const numbers = new Set<number>()
  for (const value of values) {
    for (const member of wholeNumbersOf(value)) numbers.add(member)
  }
  const last = Math.max(0, ...numbers)
  return last >= LEAST_NUMBERS && numbers.size < last * LEAST_SHARE
}

/** The whole numbers that a value stands for: `3` of `3a`, `3` to `6` of `3-6`. */
function wholeNumbersOf(value: string): number[] {
  return (valueMembers(value) ?? [{ from: value, to: value }]).flatMap((range) => {
    const [first, last] = [Number.parseInt(range.from, 10), Number.parseInt(range.to, 10)]
    if (Number.isNaN(first) || Number.isNaN(last) || last - first > LONGEST_RANGE) return []
    return Array.from({ length: Math.max(1, last - first + 1) }, (_, place) => first + place)
  })
}

/*FILEDOC Which norms a range, or a norm with the one after it, stands for. */

/**
 * The norms that a range, or `§ 5 f.` with the one after it, means, as far as the law has them; `undefined` for what
 * is neither, or means none.
 */
export function seriesMembers({ norms }: LawNorms, norm: FoundNorm): NormPath['norm'][] | undefined {
  const elements = norm.readings[0]
  const first = elements?.at(-1)
  if (elements === undefined || first === undefined || (norm.to === undefined && norm.following !== 'f'))
    return undefined
  const above = formatElements(elements.slice(0, -1))
  const beside = norms.filter(({ path: { norm: own } }) => {
    return own.at(-1)?.kind === first.kind && (own.length > 1 ? formatElements(own.slice(0, -1)) : '') === above
  })
  const members = normsInRange(beside, first.value, norm.to)
  return members.length > 0 ? members.map(({ path }) => path.norm) : undefined
}
