/** Whether a designation can name the norm with a given path. */
import type { Designation } from './designation.ts'
import { formatElements, type NormPath, type PathElement } from './norm-path.ts'
import { valueIncludes } from './value-range.ts'

/**
 * How a designation fits a path: `exact`, the path is the one that it spells out; `suffix`, it leaves out what stands
 * in front of the norm or its counter (`§ 1` and `art:246a/par:1`, `book:2/par:1`, `par:1/seq:2`); `range`, it names one
 * of those that the norm stands for (`§ 4` and `par:3-6`).
 */
export type Fit = 'exact' | 'suffix' | 'range'

/** The strongest way in which any reading of the designation fits; `undefined` where none does. */
export function fits(designation: Designation, path: NormPath): Fit | undefined {
  const own = path.norm.filter(({ kind }) => kind !== 'seq')
  let best: Fit | undefined
  for (const elements of designation.norm) {
    const fit = fitOf(elements, path.norm, own)
    if (fit === 'exact') return fit
    if (best !== 'suffix') best = fit ?? best
  }
  return best
}

function fitOf(elements: PathElement[], whole: PathElement[], own: PathElement[]): Fit | undefined {
  if (formatElements(elements) === formatElements(whole)) return 'exact'
  const last = elements.at(-1)
  const tail = own.slice(-elements.length)
  if (last === undefined || tail.length < elements.length) return undefined
  if (formatElements(elements.slice(0, -1)) !== formatElements(tail.slice(0, -1))) return undefined
  const norm = tail.at(-1) as PathElement
  if (norm.kind !== last.kind) return undefined
  if (norm.value === last.value) return 'suffix'
  return valueIncludes(norm.value, last.value) ? 'range' : undefined
}
