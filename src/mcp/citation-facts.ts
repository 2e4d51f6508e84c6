/** Citations of a text in structured answers: non-null fields, and a wording of bounded length. */
import * as z from 'zod'
import { citation } from '../operations/cite.ts'
import { text } from '../operations/operation.ts'
import type { Citation } from '../resolve/citation.ts'
import { lazy } from '../util/lazy.ts'
import { normAddress } from './addresses.ts'
import type { Facts } from './answer.ts'
import { beginning, withoutNulls } from './text.ts'

export const citationFacts = lazy(() => {
  const { shape } = citation()
  const named = text.exactOptional()
  return z.object({
    text: shape.text,
    start: shape.start,
    end: shape.end,
    status: shape.status,
    class: shape.class,
    code: named,
    abbreviation: named,
    norm: named,
    subdivision: named,
    label: named,
    heading: named,
    cite_as: named,
    edition: named,
    message: named,
    wording: named,
    wording_left_out: z.int().exactOptional().describe('Characters of the wording that get_norm has besides.'),
    as_of: named,
    version: shape.version,
    successors: shape.successors,
    candidates: shape.candidates,
    suggestions: shape.suggestions,
    address: named,
  })
})

/**
 * The facts of a citation, and the beginning of its wording, if present.
 * @param most maximum characters of the wording
 */
export function factsOfCitation(
  citation: Omit<Citation, 'status'> & { status: string },
  most = 0,
): Facts & { wording?: string; wording_left_out?: number } {
  const { code, norm, subdivision, wording } = citation
  const shown = wording === null ? undefined : beginning(wording, most)
  const path = [norm, subdivision].filter(Boolean).join('/')
  return withoutNulls({
    ...citation,
    wording: shown?.text,
    wording_left_out: shown && shown.leftOut > 0 ? shown.leftOut : undefined,
    address: code !== null && norm !== null ? normAddress(code, path) : undefined,
  })
}
