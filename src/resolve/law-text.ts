/** Laws of which a corpus has no text, or only an extract: what they lack is neither there nor wrong. */
import { valueMembers } from '../citation/value-range.ts'
import type { LawNorms } from './law-norms.ts'

/** Of an extract fewer of the numbers up to the last are there; of all other laws nearly all, repealed ones included. */
const LEAST_SHARE = 0.6
/** With fewer numbers nothing can be told. */
const LEAST_NUMBERS = 4

/** No law has more numbers. */
const LONGEST_RANGE = 3000

const known = new WeakMap<LawNorms, string | null>()

/** Why a law may have a norm that the corpus does not have; `null` if the corpus has its whole text. */
export function lackOfText(norms: LawNorms): string | null {
  const found = known.get(norms) ?? read(norms)
  known.set(norms, found)
  return found
}

function read({ law, norms }: LawNorms): string | null {
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
    for (const member of membersOf(value)) numbers.add(member)
  }
  const last = Math.max(0, ...numbers)
  return last >= LEAST_NUMBERS && numbers.size < last * LEAST_SHARE
}

/** The whole numbers that a value stands for: `3` of `3a`, `3` to `6` of `3-6`. */
function membersOf(value: string): number[] {
  return (valueMembers(value) ?? [{ from: value, to: value }]).flatMap((range) => {
    const [first, last] = [Number.parseInt(range.from, 10), Number.parseInt(range.to, 10)]
    if (Number.isNaN(first) || Number.isNaN(last) || last - first > LONGEST_RANGE) return []
    return Array.from({ length: Math.max(1, last - first + 1) }, (_, place) => first + place)
  })
}
