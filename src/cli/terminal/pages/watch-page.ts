/** News of the cited norms of documents. */

import { counted } from '../../../i18n/readable.ts'
import { t, translated } from '../../../i18n/texts.ts'
import type { KnownPart, PartNews } from '../../../operations/cited-parts.ts'
import type { Place } from '../../../read-text/files/document.ts'
import { placeText } from '../../../render/check-verdict.ts'
import { newsText } from '../../../render/part-news.ts'
import { type Screen, styled } from '../screen.ts'
import { wrapText } from '../wrap.ts'

const INDENT = '  '

/** A place that cites a part: line and column, or the fields of a place in a document. */
type CitingPlace = { file: string } & ({ line: number; column: number } | Place)

/** A part with news, and the places that cite it. */
export interface WatchedPart extends Omit<KnownPart, 'hash' | 'coming'>, PartNews {
  places: CitingPlace[]
}

export interface WatchReport {
  /** The state file. */
  state: string
  /** True without a previous state: the present one is recorded. */
  first_run: boolean
  /** The day of the corpus. */
  corpus_date: string | null
  documents: { count: number; new: string[]; gone: string[]; unreadable: { file: string; message: string }[] }
  /** Number of distinct cited parts. */
  cited_parts: number
  changes: WatchedPart[]
}

/** Draws the result of a run: a block for each part, with its citing places, then the documents. */
export function watchPage({ first_run, documents, cited_parts, changes, state }: WatchReport, screen: Screen): string {
  const seen = t`${counted(cited_parts, 'part')} of norms cited in ${counted(documents.count, 'document')}`
  const wrapped = (text: string) => wrapText(text, screen.width, '', INDENT)
  const lines = [
    ...documents.unreadable.map(({ message }) => translated(message)),
    ...documents.new.map((file) => t`new document: ${file}`),
    ...documents.gone.map((file) => t`gone: ${file}`),
    first_run
      ? t`First run: recorded ${seen}, in ${state}.`
      : changes.length === 0
        ? t`${seen}: nothing new.`
        : t`${seen}: something new of ${counted(changes.length, 'part')}.`,
  ]
  const blocks = changes.map((part) => [...partLines(part, screen), ''].join('\n'))
  return [...blocks, ...lines.flatMap(wrapped)].join('\n')
}

function partLines(part: WatchedPart, screen: Screen): string[] {
  const places = part.places.map((place) => {
    const where = 'column' in place ? `${place.line}:${place.column}` : placeText(place)
    return `${place.file}:${where}`
  })
  return [
    styled(screen, 'heading', part.cite_as),
    ...wrapText(newsText(part), screen.width, INDENT, INDENT + INDENT),
    ...places.map((place) => INDENT + styled(screen, 'label', place)),
  ]
}
