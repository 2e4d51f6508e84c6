/**
 * One norm of a list as it is read, and what else its words may mean: only a corpus tells whether a bare number is a norm or a part,
 * a letter that of a number, a raised number a sentence.
 */
import type { Qualifier } from '../designation.ts'
import type { NormKind, PathElement } from '../norm-path.ts'
import { type List, numberOfNorm } from './listed-norm.ts'
import { continuedBy, type PartList } from './read-parts.ts'
import type { Tokens } from './tokens.ts'

/** One norm as it is written, or a range of them. Positions are tokens, `[first, next)`. */
export interface ReadNorm {
  elements: PathElement<NormKind>[]
  /** The last number of a range, and its token. */
  to?: { value: string; at: number }
  following?: 'f' | 'ff'
  /** Set if the number ends in an `f` apart from it, which may mean `f.`: `§ 433 f` */
  orFollowing?: true
  steps: Qualifier[]
  stepsTo?: string
  stepsFollowing?: 'f' | 'ff'
  /** Set if that `f` may be a letter: `Art. 6 I f`. */
  orLetter?: true
  first: number
  next: number
  /** What a number of a list means if the law lacks the norm, or the part, for which it was taken. */
  otherwise?: ReadNorm[]
}

/** A norm of a list as a part of the norm before it: `2` of `§§ 3, 5 Abs. 1, 2`. */
export function asPart(
  { elements, steps, to, following, orFollowing: _, ...norm }: ReadNorm,
  before: ReadNorm,
): ReadNorm | undefined {
  const above = continuedBy(before.steps, elements.at(-1)?.value ?? '')
  if (above === undefined) return undefined
  const range = { ...(to && { stepsTo: to.value }), ...(following && { stepsFollowing: following }) }
  return { ...norm, ...range, elements: before.elements, steps: [...above, ...steps] }
}

/** Parts that begin with bare numbers of a list, as norms: `3a` of `§§ 3 Abs. 1, 3a Satz 2 UWG`. */
export function asNorms(tokens: Tokens, parts: PartList, list: List, next: number): ReadNorm[] {
  const end = parts.next ?? next
  return (parts.bare ?? []).flatMap(({ step, at }): ReadNorm[] => {
    const number = numberOfNorm(tokens, at, list)
    if (number === undefined) return []
    // The letter of `Nr. 1, 3 a` is one more step.
    const steps = parts.steps.slice(number.value === parts.steps[step]?.value ? step + 1 : step + 2)
    const norm = { elements: [...list.above, { kind: list.head.kind, value: number.value }], first: at, next: end }
    if (steps.length > 0) return [{ ...norm, ...partsRead({ ...parts, steps }) }]
    const { to, following } = parts
    return [{ ...norm, steps, ...(to && { to: { value: to, at: end - 1 } }), ...(following && { following }) }]
  })
}

/** The parts of a norm. */
export const partsRead = ({ steps, to, following, orLetter }: PartList) => ({
  steps,
  ...(to && { stepsTo: to }),
  ...(following && { stepsFollowing: following }),
  ...(orLetter && ({ orLetter } as const)),
})

/**
 * Adds the other readings of a letter apart from its number (`Nr. 26 a` is Nr. 26a, else letter a of Nr. 26), and of a raised
 * number (`Abs. 1²` is Satz 2 if there is one).
 */
export function withOtherReadings(norm: ReadNorm): ReadNorm {
  const place = norm.steps.findIndex(({ isApart }) => isApart)
  const [number, letter] = norm.steps.slice(place - 1, place + 1)
  if (place < 1 || letter === undefined || number === undefined) return norm
  const { otherwise = [], stepsTo: to, ...rest } = norm
  if (letter.kind === 'satz') return { ...norm, otherwise: [{ ...norm, steps: norm.steps.toSpliced(place, 1) }] }
  const joined = { kind: number.kind, value: number.value + letter.value }
  const steps = norm.steps.toSpliced(place - 1, 2, joined)
  const stepsTo = to !== undefined && place + 1 === norm.steps.length ? number.value + to : to
  return { ...rest, steps, ...(stepsTo !== undefined && { stepsTo }), otherwise: [norm, ...otherwise] }
}
