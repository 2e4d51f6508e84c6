/** Links and points in the text of a norm. Points are images, files, footnote marks and numbers of sentences. */
import { formatDesignation } from '../../citation/designation.ts'
import { t } from '../../i18n/texts.ts'
import type { Point } from '../../layout/pieces.ts'
import { placeReferences } from '../../layout/references.ts'
import type { Span } from '../../layout/spans.ts'
import type { Attachment, Mark, Norm, Relationship } from '../../model/corpus.ts'
import type { Links } from './links.ts'
import { type Child, element, type Markup, outerLink } from './markup.ts'
import type { Sentence } from './sentences.ts'

type Drawn = Point<() => Child>

/** The points in the order of the text. */
export function pointsOf(
  { norm, attachments, marks, provenance }: Norm,
  sentences: readonly Sentence[],
  link: (path: string) => string,
  prefix: string,
  links: Links,
): Drawn[] {
  const points = [
    ...sentences.map((sentence) => sentencePoint(sentence, link, prefix)),
    ...attachments.map((attachment) => attachmentPoint(attachment, provenance.html_url, links)),
    ...markPoints(marks, norm),
  ]
  return points.sort((a, b) => a.offset - b.offset)
}

/** A sentence, by its number; one that has its number in the text needs only a place to go to. */
function sentencePoint(
  { path, number, start, isNumbered }: Sentence,
  link: (path: string) => string,
  prefix: string,
): Drawn {
  const id = prefix + path
  if (isNumbered) return { offset: start, what: () => element('span', { id }) }
  const label = { 'aria-label': `Satz ${number}`, 'data-number': number }
  return { offset: start, what: () => element('a', { class: 'sentence', id, href: link(path), ...label }) }
}

/** An image; one that the corpus does not have, and a file, by its description: its name says nothing to readers. */
function attachmentPoint(attachment: Attachment, page: string | null, links: Links): Drawn {
  const { kind, name, offset, description, image } = attachment
  const what = description || (kind === 'image' ? t`Image` : t`File`)
  if (image !== undefined) {
    const { sha256, width, height } = image
    const shown = { src: links.file(`images/${sha256}`), alt: what, width, height, loading: 'lazy' }
    return { offset, what: () => element('img', shown) }
  }
  const words = page === null ? what : t`${what} (at the source)`
  return { offset, what: () => element('span', { class: 'attachment', title: name }, outerLink(page, words)) }
}

/** Of several equal marks the last one stands at the footnote itself; the others link to it. */
function markPoints(marks: readonly Mark[], norm: string): Drawn[] {
  const notes = new Map<string, Mark>()
  for (const each of marks) {
    const isRepeated = marks.some((other) => other !== each && other.kind === 'footnote' && other.mark === each.mark)
    if (each.kind === 'footnote' && each.mark !== '' && isRepeated) notes.set(each.mark, each)
  }
  return marks.flatMap((mark) => {
    if (mark.mark === '') return []
    const note = mark.kind === 'footnote' ? notes.get(mark.mark) : undefined
    // Both marks of a footnote to the heading have the same place.
    if (note !== undefined && note !== mark && note.offset === mark.offset) return []
    return [{ offset: mark.offset, what: () => drawMark(mark, note, norm) }]
  })
}

/** @param norm whose footnotes they are: a page may have several norms */
function drawMark(mark: Mark, note: Mark | undefined, norm: string): Markup {
  if (mark.kind === 'sign') return element('span', { class: 'sign' }, mark.mark, ' ')
  if (mark.kind === 'note') {
    return element('span', { class: 'note-number', title: t`Note ${mark.mark} on this form` }, mark.mark)
  }
  if (note === undefined) return element('sup', {}, mark.mark)
  const id = `${norm}-footnote-${note.offset}`
  if (note === mark) return element('span', { class: 'footnote-mark', id, tabindex: -1 }, mark.mark, ' ')
  const label = t`Footnote ${mark.mark}`
  return element(
    'sup',
    {},
    element('a', { class: 'footnote-reference', href: `#${id}`, 'aria-label': label }, mark.mark),
  )
}

export interface LinkedReference extends Span {
  /** `null` if the corpus does not have the cited norm. */
  href: string | null
  title: string
}

/** @param relationships those of type `cites` */
export function linkReferences(text: string, relationships: readonly Relationship[], links: Links): LinkedReference[] {
  return placeReferences(text, relationships).map(({ start, end, cited }) => {
    return { start, end, ...(cited.resolved ? resolvedLink(cited, links) : unresolvedLink(cited)) }
  })
}

type Link = Pick<LinkedReference, 'href' | 'title'>

function resolvedLink({ code, norm, label, heading, subdivision }: Relationship, links: Links): Link {
  const title = [label, heading].filter(Boolean).join(' ')
  return { href: links.norm(code ?? '', norm ?? '', subdivision), title: `${title} (${code})` }
}

function unresolvedLink({ code, norm, law }: Relationship): Link {
  if (code !== null && norm !== null)
    return { href: null, title: t`Not in this corpus: ${formatDesignation(norm)} (${code})` }
  return { href: null, title: law === null ? t`Which law is meant is not known` : t`Not in this corpus: ${law}` }
}
