/** Collects the norms of an act, each with what is above it, and checks that nothing of it is lost. */
import type { NormKind, PathElement, StructureKind } from '../../../citation/norm-path.ts'
import type { SentenceLanguage } from '../../../citation/sentences.ts'
import type { StructureElement } from '../../../corpus/corpus.ts'
import type { NormRange, ParsedNorm } from '../../../corpus/parsed-law.ts'
import type { PathDraft } from '../norm-paths.ts'
import { SourceFormatError, type XmlElement } from '../xml-tree.ts'
import { isWhole } from './act-parts.ts'
import { isDeleted } from './designations.ts'
import { LIMITS } from './format.ts'
import { type DocumentContext, FormexText } from './formex-text.ts'
import { NoteMarks } from './notes.ts'
import { subdivisionsOf } from './parts.ts'
import { countVisible } from './visible-count.ts'

/** A norm before all norms of the act get their paths. */
export interface DraftNorm extends Omit<ParsedNorm, 'path' | 'documentId' | 'htmlUrl'> {
  paths: PathDraft
}

/** A heading above the current place. */
export interface OpenHeading {
  element: StructureElement
  path: PathElement<StructureKind> | undefined
}

/** What is known of a norm before its text is read. */
export interface NormInput {
  kind: NormKind
  own: PathElement[]
  /** Elements that precede them if two norms would share a path; without them, those of the headings. */
  above?: PathElement[]
  label: string
  heading: string
  /** True if the source has the label. */
  isNamed?: boolean
  ranges?: NormRange[]
  container?: number | undefined
}

export class NormCollector {
  readonly list: DraftNorm[] = []
  /** Of the document that is read. */
  context: DocumentContext = { notes: new NoteMarks(), unknown: new Set() }
  /** Visible characters of the source that norms have, as `countVisible` counts. */
  visible = 0
  #open: OpenHeading[] = []
  #above: StructureElement[] = []

  /** Number of headings above the current place. */
  get depth(): number {
    return this.#open.length
  }

  /** Reads what is below a heading. */
  within(heading: OpenHeading, read: () => void): void {
    const [open, above] = [this.#open, this.#above]
    this.#open = [...open, heading]
    this.#above = this.#open.map(({ element }) => element)
    read()
    this.#open = open
    this.#above = above
  }

  /**
   * Adds a norm, unless there is nothing in it.
   * @param source what the text was written from; all its characters must be in it
   * @param language of its sentences; `undefined` for lists and tables
   * @param isKept true to add it even if it is empty
   * @throws SourceFormatError if a character is lost or added
   */
  add(
    { kind, own, above, label, heading, isNamed = false, ranges = [], container }: NormInput,
    write: (text: FormexText) => void,
    source: readonly XmlElement[],
    language?: SentenceLanguage,
    isKept = false,
  ): boolean {
    for (const [text, most] of [
      [label, LIMITS.designation],
      [heading, LIMITS.title],
    ] as const) {
      if (text.length > most) throw new SourceFormatError(`a heading has more than ${most} characters`, 0, 0)
    }
    const reader = new FormexText(this.context)
    write(reader)
    if (reader.isEmpty && !isKept) return false
    const content = reader.finish()
    if (!isWhole(content, source)) {
      throw new SourceFormatError(
        `the text of ${label || own.map(({ value }) => value).join(' ')} could not be read without loss`,
        0,
        0,
      )
    }
    const { whole, ...texts } = content
    for (const read of [isNamed ? label : '', heading, texts.text, texts.footnotes]) this.visible += countVisible(read)
    this.list.push({
      kind,
      label,
      heading,
      status: isDeleted(kind, heading, texts) ? 'repealed' : 'in_force',
      ...texts,
      structure: this.#above,
      subdivisions: subdivisionsOf(texts.text, whole, language),
      ranges,
      container,
      paths: { own, above: above ?? this.#open.flatMap(({ path }) => path ?? []) },
    })
    return true
  }
}
