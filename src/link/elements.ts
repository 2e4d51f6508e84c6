/** Elements of marked-up text, and the stretches between them that can become links. */
import { firstIndex } from '../util/binary-search.ts'

/** An element of any markup. Offsets are those of the source, `[start, end)`. */
export interface Element {
  start: number
  /** The bounds of its content. */
  from: number
  to: number
  end: number
  /**
   * `keep`: nothing within it becomes a link: a link, code. `part`: it interrupts the surrounding text: a footnote. Absent: it
   * only changes the look of its content.
   */
  effect?: 'keep' | 'part'
}

export interface Stretch {
  start: number
  end: number
}

/** Finds the elements that overlap a stretch, among nested elements. */
export class Elements {
  readonly #elements: readonly Element[]
  /** For each element the number of its parent, -1 for the outermost. */
  readonly #around: number[] = []

  constructor(elements: readonly Element[]) {
    this.#elements = elements.toSorted((a, b) => a.start - b.start || b.end - a.end)
    const open: number[] = []
    for (const [index, { start }] of this.#elements.entries()) {
      while (open.length > 0 && (this.#elements[open.at(-1) as number] as Element).end <= start) open.pop()
      this.#around.push(open.at(-1) ?? -1)
      open.push(index)
    }
  }

  /** Yields the elements that overlap a stretch; of those with the same start, inner ones last. */
  *overlapping({ start, end }: Stretch): Generator<Element> {
    const first = firstIndex(this.#elements.length, (index) => (this.#elements[index] as Element).start >= start)
    for (let index = first - 1; index >= 0; index = this.#around[index] as number) {
      const element = this.#elements[index] as Element
      if (element.end > start) yield element
    }
    for (let index = first; index < this.#elements.length; index++) {
      const element = this.#elements[index] as Element
      if (element.start >= end) return
      yield element
    }
  }

  /** A stretch with the elements that share an end with it and otherwise lie within it: `§ 1 <b>BGB</b>`. */
  #withMarks({ start, end }: Stretch): Stretch {
    const marks = [...this.overlapping({ start, end })].filter(
      ({ effect, to, end }) => effect === undefined && to < end,
    )
    const span = { start, end }
    for (const mark of marks.sort((a, b) => a.end - a.start - (b.end - b.start))) {
      if (mark.to === span.end && mark.start >= start) span.end = mark.end
      else if (mark.from === span.start && mark.end <= end) span.start = mark.start
    }
    return span
  }

  /** Returns the stretches of a citation that become links, each with whole elements only; empty for a link or part of code. */
  linkable(source: string, cited: Stretch): Stretch[] {
    const cuts: Stretch[] = []
    const span = this.#withMarks(cited)
    /** The end of the last part that interrupts the citation; its content is ignored. */
    let interrupted = 0
    for (const { start, from, to, end, effect } of this.overlapping(span)) {
      if (end <= interrupted && start >= span.start) continue
      if (from <= span.start && to >= span.end && effect === undefined) continue
      if (effect === 'keep') return []
      const isWithin = start >= span.start && end <= span.end
      if (effect === 'part') {
        if (from <= span.start && to >= span.end) continue
        cuts.push({ start, end })
        interrupted = end
      } else if (!isWithin) cuts.push({ start, end: from }, { start: to, end })
    }
    const stretches: Stretch[] = []
    let at = span.start
    for (const cut of [...cuts.sort((a, b) => a.start - b.start), { start: span.end, end: span.end }]) {
      const stretch = trimmed(source, { start: at, end: Math.min(cut.start, span.end) })
      if (stretch !== undefined) stretches.push(stretch)
      at = Math.max(at, cut.end)
    }
    return stretches
  }
}

/** Without white space at both ends; `undefined` if only marks remain. */
function trimmed(source: string, { start, end }: Stretch): Stretch | undefined {
  if (start >= end) return undefined
  const text = source.slice(start, end)
  if (!/[§\p{L}\p{N}]/u.test(text)) return undefined
  return { start: start + text.length - text.trimStart().length, end: end - (text.length - text.trimEnd().length) }
}
