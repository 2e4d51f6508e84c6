/** Writes the citations of a text as links in its markup. */
import type { Corpus } from '../model/corpus.ts'
import type { TextFormat } from '../read-text/format.ts'
import { escapedXml } from '../util/escape.ts'
import { Elements, type Stretch } from './elements.ts'
import { findLinks, type Link, type LinkedCitations, type LinkOptions } from './links.ts'

/** Formats of texts that have links, or receive them. */
export const LINKED_FORMATS = ['plain', 'markdown', 'html', 'latex'] as const satisfies TextFormat[]
export type LinkedFormat = (typeof LINKED_FORMATS)[number]

export interface TextLinkOptions extends LinkOptions {
  /** The markup for a plain text. Default: Markdown. */
  as?: 'markdown' | 'html' | undefined
}

export interface LinkedText extends LinkedCitations {
  /** The text with links. */
  text: string
  /** Its format; for a plain text the added one. */
  format: Exclude<LinkedFormat, 'plain'>
}

/** Links the right citations of a text. Other citations and existing links stay unchanged. */
export async function linkText(
  corpus: Corpus,
  source: string,
  format: LinkedFormat,
  { as = 'markdown', ...options }: TextLinkOptions = {},
): Promise<LinkedText> {
  const found = await findLinks(corpus, source, format, options)
  const edits = new Edits()
  if (format === 'plain') {
    for (const link of found.links) wrap(edits, link, WRITERS[as](link))
    return { ...found, format: as, text: as === 'html' ? htmlPage(source, edits) : edits.apply(source, escapedLines) }
  }
  const { linkable, isHtml } = await readerOf(source, format)
  const links = found.links.filter((link) => {
    const stretches = linkable(link)
    for (const stretch of stretches) wrap(edits, stretch, WRITERS[isHtml(link) ? 'html' : format](link))
    return stretches.length > 0
  })
  const kept = found.kept + found.links.length - links.length
  return { ...found, links, kept, format, text: edits.apply(source) }
}

interface MarkupReader {
  /** The stretches of a citation that become links. */
  linkable(span: Stretch): Stretch[]
  /** True for a place with links in HTML form. */
  isHtml(span: Stretch): boolean
}

async function readerOf(source: string, format: Exclude<LinkedFormat, 'plain'>): Promise<MarkupReader> {
  if (format === 'markdown') {
    const { elementsOfMarkdown } = await import('./markdown-elements.ts')
    const { elements, html } = elementsOfMarkdown(source)
    const [all, blocks] = [
      new Elements(elements),
      new Elements(html.map((each) => ({ ...each, from: each.start, to: each.end }))),
    ]
    const isHtml = (span: Stretch) => blocks.overlapping(span).next().done === false
    return {
      isHtml,
      linkable(span) {
        const stretches = all.linkable(source, span)
        return isHtml(span) || stretches.every((each) => canBeLink(source, each)) ? stretches : []
      },
    }
  }
  const elements =
    format === 'html'
      ? (await import('./html-elements.ts')).elementsOfHtml(source)
      : (await import('./latex-elements.ts')).elementsOfLatex(source)
  const all = new Elements(elements)
  return { linkable: (span) => all.linkable(source, span), isHtml: () => false }
}

const MARK_BEFORE = /[\p{L}\p{N}][*_]+$/u
const MARK_AFTER = /^[*_]+[\p{L}\p{N}]/u

/** False if brackets in it would end the link, or the link's brackets would end an adjacent emphasis (CommonMark 6.2, 6.3). */
function canBeLink(source: string, { start, end }: Stretch): boolean {
  let depth = 0
  for (const [bracket] of source.slice(start, end).matchAll(/\\[\s\S]|[[\]]/g)) {
    if (bracket === '[') depth++
    else if (bracket === ']' && --depth < 0) return false
  }
  const [before, after] = [source.slice(Math.max(start - 5, 0), start), source.slice(end, end + 5)]
  return depth === 0 && !MARK_BEFORE.test(before) && !MARK_AFTER.test(after)
}

/** The markup before and after the words of a link. */
type Wrapping = readonly [before: string, after: string]

const WRITERS: Record<Exclude<LinkedFormat, 'plain'>, (link: Link) => Wrapping> = {
  html: ({ address, title }) => [
    `<a href="${escapedXml(address)}"${title === null ? '' : ` title="${escapedXml(title)}"`}>`,
    '</a>',
  ],
  markdown: ({ address, title }) => {
    const named = title === null ? '' : ` "${title.replace(/["\\|<>&*_[\]`~]/g, '\\$&')}"`
    return ['[', `](${address.replaceAll('(', '%28').replaceAll(')', '%29')}${named})`]
  },
  latex: ({ address }) => [`\\href{${address.replace(/[%#&]/g, '\\$&').replace(/[{}\\]/g, encodeURIComponent)}}{`, '}'],
}

function wrap(edits: Edits, { start, end }: Stretch, [before, after]: Wrapping): void {
  edits.insert(start, before)
  edits.insert(end, after)
}

/** Insertions into a source. Those at the same place keep the order of their creation. */
export class Edits {
  readonly #insertions: { at: number; text: string; skipped: number }[] = []

  get isEmpty(): boolean {
    return this.#insertions.length === 0
  }

  /** @param skipped number of code units of the source to replace */
  insert(at: number, text: string, skipped = 0): void {
    this.#insertions.push({ at, text, skipped })
  }

  /** @param copied writes the text between the insertions. Default: unchanged */
  apply(source: string, copied = (text: string, _at: number) => text): string {
    const parts: string[] = []
    let at = 0
    // The sort is stable.
    for (const { at: place, text, skipped } of this.#insertions.toSorted((a, b) => a.at - b.at)) {
      parts.push(copied(source.slice(at, place), at), text)
      at = place + skipped
    }
    parts.push(copied(source.slice(at), at))
    return parts.join('')
  }
}

/** Escapes characters that Markdown would read as markup. Indented lines would be code. */
function escapedLines(text: string, at: number): string {
  const escaped = text.replace(/[\\`*_[\]<&~|]/g, '\\$&').replace(/\n[ \t]{4,}/g, '\n   ')
  const atLines = escaped.replace(/(\n[ \t]*)(#{1,6}(?=\s)|[-+>=](?=[\s=-]|$)|\d{1,9}(?=[.)]\s))/g, escapedMark)
  return at > 0 ? atLines : `\n${atLines}`.replace(/^(\n[ \t]*)(#{1,6}(?=\s)|[-+>](?=\s))/, escapedMark).slice(1)
}

const escapedMark = (_: string, space: string, mark: string) =>
  /^\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`

/** A whole page, since a fragment would not be recognised as HTML. Its title is the first line of the text. */
function htmlPage(source: string, edits: Edits): string {
  const title = escapedXml((/\S.{0,80}/.exec(source)?.[0] ?? '').trim())
  const body = edits.apply(source, escapedXml)
  return `<!doctype html>\n<meta charset="utf-8">\n<title>${title}</title>\n<pre style="white-space: pre-wrap; font-family: inherit">\n${body}</pre>\n`
}
