/** The text of a norm, with links, notes, marks and numbers of sentences. */
import type { Norm, Relationship } from '../corpus/corpus.ts'
import { placeSubdivisions } from '../corpus/subdivisions.ts'
import { layOut } from '../layout/blocks.ts'
import { styledRuns } from '../layout/runs.ts'
import { t } from '../texts/texts.ts'
import { drawBlocks } from './draw-blocks.ts'
import { linkReferences, pointsOf } from './inlines.ts'
import type { Links } from './links.ts'
import { element, type Markup } from './markup.ts'
import { sentencesOf, withSentenceNumbers } from './sentences.ts'

/** @param cited relationships of type `cites`, drawn into the text as links */
export function normText(norm: Norm, cited: readonly Relationship[], links: Links): Markup {
  const attributes = { class: 'text', lang: norm.language }
  if (norm.text === '') return element('div', attributes, element('p', { class: 'quiet', lang: null }, emptyText(norm)))
  const placed = placeSubdivisions(norm.text, norm.subdivisions)
  const selected = norm.selection?.path ?? null
  const link = (path: string) => links.norm(norm.code, norm.norm, path)
  const sentences = sentencesOf(norm.text, placed)
  const inlines = {
    references: linkReferences(norm.text, cited, links),
    points: pointsOf(norm, sentences, link),
    runs: styledRuns(norm.text, withSentenceNumbers(norm.text, norm.spans, sentences, placed)),
    selection: placed.find(({ path }) => path === selected) ?? null,
  }
  const blocks = layOut(norm.text, placed, norm.tables)
  return element('div', attributes, drawBlocks(blocks, { text: norm.text, inlines, selected, link }))
}

const emptyText = ({ status }: Norm) =>
  status === 'repealed' ? t`This norm is repealed and has no text.` : t`This norm has no text of its own.`
