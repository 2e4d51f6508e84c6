/** Links and points in the text of a norm. Points are images, files, footnote marks and numbers of sentences. */
import { formatDesignation } from '../../citation/designation.ts'
import type { Attachment, Mark, Norm, Relationship } from '../../corpus/corpus.ts'
import type { Point } from '../../layout/pieces.ts'
import { placeReferences } from '../../layout/references.ts'
import type { Span } from '../../layout/spans.ts'
import { button, element, outerLink } from '../dom.ts'
import { normLink } from '../route.ts'
import type { Sentence } from './sentences.ts'

type Drawn = Point<() => Node>

/** The points in the order of the text. */
export function pointsOf(
  { attachments, marks, provenance }: Norm,
  sentences: readonly Sentence[],
  link: (path: string) => string,
): Drawn[] {
  const points = [
    ...sentences.filter(({ isNumbered }) => !isNumbered).map((sentence) => sentencePoint(sentence, link)),
    ...attachments.map((attachment) => attachmentPoint(attachment, provenance.html_url)),
    ...markPoints(marks),
  ]
  return points.sort((a, b) => a.offset - b.offset)
}

function sentencePoint({ path, number, start }: Sentence, link: (path: string) => string): Drawn {
  const label = { 'aria-label': `Satz ${number}`, 'data-number': number }
  return { offset: start, what: () => element('a', { class: 'sentence', href: link(path), ...label }) }
}

function attachmentPoint({ kind, name, offset, description }: Attachment, page: string | null): Drawn {
  const words = [`${kind === 'image' ? 'Image' : 'File'} ${name}`, description].filter(Boolean).join(': ')
  const title = `Not part of the corpus${page === null ? '' : '; see the official page'}`
  const what = () => element('span', { class: 'attachment', lang: 'en', title }, outerLink(page, words))
  return { offset, what }
}

/** Of several equal marks the last one stands at the footnote itself; the others link to it. */
function markPoints(marks: readonly Mark[]): Drawn[] {
  const notes = new Map<string, { mark: Mark; drawn: HTMLElement }>()
  for (const each of marks) {
    if (each.kind !== 'footnote' || each.mark === '') continue
    const isRepeated = marks.some((other) => other !== each && other.kind === 'footnote' && other.mark === each.mark)
    if (!isRepeated) continue
    notes.set(each.mark, {
      mark: each,
      drawn: element('span', { class: 'footnote-mark', tabindex: -1 }, each.mark, ' '),
    })
  }
  return marks.flatMap((mark) => {
    if (mark.mark === '') return []
    const note = mark.kind === 'footnote' ? notes.get(mark.mark) : undefined
    // Both marks of a footnote to the heading have the same place.
    if (note !== undefined && note.mark !== mark && note.mark.offset === mark.offset) return []
    return [{ offset: mark.offset, what: () => (note?.mark === mark ? note.drawn : drawMark(mark, note?.drawn)) }]
  })
}

function drawMark({ kind, mark }: Mark, note: HTMLElement | undefined): HTMLElement {
  if (kind === 'sign') return element('span', { class: 'sign' }, mark, ' ')
  if (kind === 'note') return element('span', { class: 'note-number', title: `Note ${mark} on this form` }, mark)
  if (note === undefined) return element('sup', {}, mark)
  const go = () => {
    note.scrollIntoView({ block: 'center' })
    note.focus({ preventScroll: true })
  }
  return element('sup', {}, button({ class: 'footnote-reference', 'aria-label': `Footnote ${mark}` }, go, mark))
}

export interface LinkedReference extends Span {
  /** `null` if the corpus does not have the cited norm. */
  href: string | null
  title: string
}

/** @param relationships those of type `cites` */
export function linkReferences(text: string, relationships: readonly Relationship[]): LinkedReference[] {
  return placeReferences(text, relationships).map(({ start, end, cited }) => {
    return { start, end, ...(cited.resolved ? resolvedLink(cited) : unresolvedLink(cited)) }
  })
}

type Link = Pick<LinkedReference, 'href' | 'title'>

function resolvedLink({ code, norm, label, heading, subdivision }: Relationship): Link {
  const title = [label, heading].filter(Boolean).join(' ')
  return { href: normLink(code ?? '', norm ?? '', subdivision), title: `${title} (${code})` }
}

function unresolvedLink({ code, norm, law }: Relationship): Link {
  if (code !== null && norm !== null)
    return { href: null, title: `Not in this corpus: ${formatDesignation(norm)} (${code})` }
  return { href: null, title: law === null ? 'Which law is meant is not known' : `Not in this corpus: ${law}` }
}
