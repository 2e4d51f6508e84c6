/** The text of a norm. */
import type { Relationship } from '../../corpus/corpus.ts'
import { layOut } from '../../layout/blocks.ts'
import { styledRuns } from '../../layout/runs.ts'
import { placeSubdivisions } from '../../layout/subdivisions.ts'
import type { NormAnswer } from '../api.ts'
import { element } from '../dom.ts'
import { normLink } from '../route.ts'
import { linkReferences, pointsOf } from './inlines.ts'
import { drawBlocks } from './render.ts'
import { sentencesOf, withSentenceNumbers } from './sentences.ts'

/** @param cited relationships of type `cites`, drawn into the text as links */
export function normText(norm: NormAnswer, cited: readonly Relationship[]): HTMLElement {
  const box = element('div', { class: 'text', lang: norm.language })
  if (norm.text === '') {
    box.append(element('p', { class: 'quiet', lang: 'en' }, emptyText(norm)))
    return box
  }
  const placed = placeSubdivisions(norm.text, norm.subdivisions)
  const selected = norm.selection?.path ?? null
  const link = (path: string) => normLink(norm.code, norm.norm, path)
  const sentences = sentencesOf(norm.text, placed)
  const inlines = {
    references: linkReferences(norm.text, cited),
    points: pointsOf(norm, sentences, link),
    runs: styledRuns(norm.text, withSentenceNumbers(norm.text, norm.spans, sentences, placed)),
    selection: placed.find(({ path }) => path === selected) ?? null,
  }
  box.append(...drawBlocks(layOut(norm.text, placed, norm.tables), { text: norm.text, inlines, selected, link }))
  return box
}

function emptyText({ status }: NormAnswer): string {
  return status === 'repealed' ? 'This norm is repealed and has no text.' : 'This norm has no text of its own.'
}
