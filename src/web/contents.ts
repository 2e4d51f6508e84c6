/** The table of contents: nested lists that open and close. A list is drawn when it is first opened. */
import type { NormSummary } from '../corpus/corpus.ts'
import { effectMark, uncertainMark } from '../layout/notes.ts'
import { buildToc, isHeading, type Toc, type TocEntry, type TocHeading } from '../layout/table-of-contents.ts'
import type { Law } from './api.ts'
import { element } from './dom.ts'
import { normLink } from './route.ts'
import { designationOf, readableDate } from './words.ts'

export class Contents {
  readonly list: HTMLElement
  readonly #code: string
  readonly #toc: Toc
  readonly #opened = new Map<TocHeading, { toggle: HTMLElement; fill(): void; inner: HTMLElement }>()
  readonly #links = new Map<string, HTMLElement>()
  #current: HTMLElement | undefined

  constructor(code: string, toc: Toc) {
    this.#code = code
    this.#toc = toc
    this.list = element('ul', { class: 'contents', role: 'list' })
    this.#fill(this.list, toc.entries)
    this.list.addEventListener('keydown', (event) => this.#onKey(event))
    if (toc.entries.length === 1) for (const entry of toc.entries) if (isHeading(entry)) this.#set(entry, true)
  }

  /** Opens the headings above a norm. @returns the element of the norm or, with `level`, of a heading above it */
  reveal(path: string, level: number | null = null): HTMLElement | undefined {
    const above = this.#toc.above(path)
    for (const heading of above) this.#set(heading, true)
    const wanted = level === null ? undefined : above[level]
    return (wanted && this.#opened.get(wanted)?.toggle) ?? this.#links.get(path)
  }

  /** Marks a norm as the current one. */
  mark(path: string): HTMLElement | undefined {
    this.#current?.removeAttribute('aria-current')
    this.#current = this.reveal(path)
    this.#current?.setAttribute('aria-current', 'page')
    return this.#current
  }

  /** Opens or closes everything. */
  setAll(open: boolean): void {
    const each = (entries: readonly TocEntry[]) => {
      for (const entry of entries) {
        if (!isHeading(entry)) continue
        this.#set(entry, open)
        if (open || this.#opened.has(entry)) each(entry.entries)
      }
    }
    each(this.#toc.entries)
  }

  #fill(list: HTMLElement, entries: readonly TocEntry[]): void {
    list.append(...entries.map((entry) => (isHeading(entry) ? this.#heading(entry) : this.#norm(entry))))
  }

  #norm(norm: NormSummary): HTMLElement {
    return element('li', {}, this.#link(norm))
  }

  /** The entry of a norm that is a heading, too. */
  #ownNorm(norm: NormSummary): HTMLElement {
    const whole = element('span', { class: 'quiet', lang: 'en' }, ' as a whole')
    const link = this.#link({ ...norm, heading: '' })
    link.append(whole)
    return element('li', {}, link)
  }

  #link(entry: NormSummary): HTMLElement {
    const { norm, label, heading, status } = entry
    const effect = [effectMark(entry, readableDate), uncertainMark(entry)].filter(Boolean).join('; ')
    const href = normLink(this.#code, norm)
    const designation = label || heading === '' ? designationOf({ norm, label }) : ''
    const link = element(
      'a',
      { href, lang: 'de', class: status === 'repealed' ? 'entry repealed' : 'entry' },
      designation && element('span', { class: 'designation' }, designation),
      designation && heading ? ' ' : null,
      heading && element('span', {}, heading),
      status === 'repealed' && element('span', { class: 'hidden', lang: 'en' }, ' (repealed)'),
      effect && element('span', { class: 'effect', lang: 'en' }, ` (${effect})`),
    )
    this.#links.set(norm, link)
    return link
  }

  #heading(entry: TocHeading): HTMLElement {
    const { heading, norm, range } = entry
    const inner = element('ul', { role: 'list', hidden: true })
    const words = [
      element('span', { class: 'arrow', 'aria-hidden': 'true' }),
      element(
        'span',
        { class: 'words', lang: 'de' },
        heading.label && element('span', { class: 'designation' }, heading.label),
        heading.label && heading.title ? ' ' : null,
        heading.title,
        range && element('span', { class: 'range' }, ' ', range),
      ),
    ]
    const toggle = element('button', { type: 'button', class: 'toggle', 'aria-expanded': 'false' }, ...words)
    toggle.addEventListener('click', () => this.#set(entry, toggle.getAttribute('aria-expanded') !== 'true'))
    let filled = false
    const fill = () => {
      if (filled) return
      filled = true
      if (norm !== null) inner.append(this.#ownNorm(norm))
      this.#fill(inner, entry.entries)
    }
    this.#opened.set(entry, { toggle, fill, inner })
    return element('li', {}, toggle, inner)
  }

  #set(entry: TocHeading, open: boolean): void {
    const drawn = this.#opened.get(entry)
    if (drawn === undefined) return
    if (open) drawn.fill()
    drawn.inner.hidden = !open
    drawn.toggle.setAttribute('aria-expanded', String(open))
  }

  /** Arrow up and down go from entry to entry, left closes, right opens. */
  #onKey(event: KeyboardEvent): void {
    const from = event.target as HTMLElement
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const isOpen = from.getAttribute('aria-expanded')
      if (isOpen !== null && (isOpen === 'true') === (event.key === 'ArrowLeft')) from.click()
      return
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const stops = [...this.list.querySelectorAll<HTMLElement>('a, button')].filter((stop) => stop.offsetParent !== null)
    stops[stops.indexOf(from) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
  }
}

let last: { law: Law; contents: Contents } | undefined

/** The table of contents of a law. It keeps its state while the reader goes from norm to norm. */
export function contentsOf(law: Law): Contents {
  if (last?.law !== law) last = { law, contents: new Contents(law.code, buildToc(law)) }
  return last.contents
}
