/** What a norm is called where it is listed. */
import type { NormSummary } from '../corpus/corpus.ts'

/** Its designation; of text without any, that it is one: `Text 1`. */
export function designationOf({ norm, label }: Pick<NormSummary, 'norm' | 'label'>): string {
  const number = /^text:(.+)$/.exec(norm)?.[1]
  return label || (number === undefined ? norm : `Text ${number}`)
}
