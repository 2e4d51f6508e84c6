/** The versions of norms: what counts as another wording. */
import { createHash } from 'node:crypto'
import type { NormRecord } from '../../corpus/law-history.ts'
import type { ParsedNorm } from '../../corpus/parsed-law.ts'
import type { LawTimeline } from './timeline.ts'

/** White space, build dates and markup make no version. */
export function wordingOf({ label, heading, status, text, footnotes }: ParsedNorm): string {
  return [label, heading, status, text, footnotes].map(withoutSpace).join('\n')
}

/** A text for comparison. */
export function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '')
}

/** Sets the version of each record. @param records of one norm, oldest first */
export function setVersions(records: readonly NormRecord[], timeline: LawTimeline): void {
  let before: NormRecord | undefined
  let wording = ''
  for (const record of records) {
    // Most norms have but one.
    const own = records.length === 1 ? '' : wordingOf(record.norm)
    const isSame = before !== undefined && own === wording && timeline.isContinued(before, record)
    if (before !== undefined && isSame) {
      record.version = before.version
      record.version.to = record.to
    } else record.version = { from: record.from, to: record.to, movedFrom: null }
    before = record
    wording = own
  }
}

/** Texts shorter than this are alike by chance: `(weggefallen)`. */
const MIN_MOVED_LENGTH = 40

/** A text by which a moved norm is recognised; `undefined` if it is too short to tell. */
export function movedText({ text }: ParsedNorm): string | undefined {
  const plain = withoutSpace(text)
  return plain.length < MIN_MOVED_LENGTH ? undefined : createHash('sha256').update(plain).digest('base64')
}
