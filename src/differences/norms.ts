/** The differences of two norms: of one norm on two days, or of a renumbered one. */
import type { Norm, TextPart } from '../corpus/corpus.ts'
import { PartList } from './parts.ts'
import { Work } from './sequences.ts'
import { compareTexts } from './texts.ts'
import { compareWords, replaced } from './words.ts'

/** What of a norm can differ. */
export const COMPARED = ['label', 'heading', 'status', 'text', 'footnotes'] as const

export interface NormDifference {
  /** What differs. White space alone is no difference. */
  differs: (typeof COMPARED)[number][]
  /** Of the text, of the heading and of the footnotes. */
  parts: TextPart[]
  heading_parts: TextPart[]
  footnote_parts: TextPart[]
}

type ComparedNorm = Pick<Norm, (typeof COMPARED)[number] | 'subdivisions'>

const NONE: ComparedNorm = { label: '', heading: '', status: 'in_force', text: '', footnotes: '', subdivisions: [] }

/** @param work of the answer that has the difference */
export async function compareNorms(
  before: ComparedNorm | undefined,
  after: ComparedNorm | undefined,
  work = new Work(),
): Promise<NormDifference> {
  const [old, present] = [before ?? NONE, after ?? NONE]
  return {
    differs: differencesOf(old, present),
    parts: await compareTexts(old, present, work),
    heading_parts: compareShort(old.heading, present.heading, work),
    footnote_parts: compareShort(old.footnotes, present.footnotes, work),
  }
}

/** What two norms differ in. */
export function differencesOf(before: ComparedNorm, after: ComparedNorm): NormDifference['differs'] {
  return COMPARED.filter((field) => withoutSpace(before[field]) !== withoutSpace(after[field]))
}

/** A text for comparison. */
export const withoutSpace = (text: string) => text.replace(/\s+/g, '')

function compareShort(before: string, after: string, work: Work): TextPart[] {
  const parts = new PartList()
  if (before === after) parts.add('equal', before)
  else parts.addAll(compareWords(before, after, work) ?? replaced(before, after))
  return parts.toParts()
}
