/** The parts of a quotation of a norm for a brief, the same in every output. */
import { citationWithDay } from '../citation/citation-text.ts'
import type { Norm, Selection } from '../model/corpus.ts'
import { stateOfNorm } from '../model/law-state.ts'

export interface Quoted extends Norm {
  cite_as: string
  as_of?: string | undefined
  in_force_on?: string | undefined
}

/** @returns the lines of the wording, and the citation with its day and source, followed by official notes on its figures */
export function quotationOf(norm: Quoted): { wording: string[]; source: string[] } {
  const { selection, cite_as, footnotes } = norm
  // A repealed norm has only a substitute: `(weggefallen)`.
  const text = selection === null ? norm.text || norm.heading || norm.label : inItsSentence(norm, selection)
  return {
    wording: text.trim().split(/[\n\u2028]/),
    source: [citationWithDay(cite_as, norm, stateOf(norm)), ...notesOnFigures(footnotes, selection?.path ?? '')],
  }
}

/** The state of a norm, or of the requested part. */
export function stateOf(norm: Quoted) {
  const { selection } = norm
  const { in_force_from, in_force_to } = selection?.in_force_from === undefined ? norm : selection
  return {
    ...norm,
    ...stateOfNorm(norm, [norm.norm, selection?.path].filter(Boolean).join('/')),
    in_force_from,
    in_force_to,
  }
}

/** The part with its lead-in and closing words; `[…]` stands for its siblings. */
function inItsSentence({ subdivisions }: Norm, { path, text, lead_in, tail }: Selection): string {
  const siblingOf = (own: string) => own.replace(/[^:/]+$/, '')
  const siblings = subdivisions.filter((other) => siblingOf(other.path) === siblingOf(path))
  const place = siblings.findIndex((other) => other.path === path)
  const before = lead_in ? [lead_in, place > 0 ? OMITTED : ''] : []
  const after = tail ? [place < siblings.length - 1 ? OMITTED : '', tail] : []
  return [...before, text, ...after].filter(Boolean).join('\n')
}

const OMITTED = '[…]'

/** `(+++ Hinweis: Unpfändbare Beträge nach § 850c … vgl. Bek. v. 10.5.2021 I 1099 +++)` */
const NOTE = /\(\+\+\+ (Hinweis: (?:(?!\+\+\+)[\s\S])*?) ?\+\+\+\)/g
const FIGURES = /Betr[aä]g|Höhe|[Ss]ätze\b|[Ss]atzes\b/
/** The only Absatz that a note concerns. */
const OF_ABSATZ = /nach (?:Absatz|Abs\.) (\d+[a-z]?)(?! ?(?:bis|u\.|und|,))/

/** Official notes that replace figures of the text. @param part that is quoted; empty for the whole norm */
function notesOnFigures(footnotes: string, part: string): string[] {
  const absatz = /^abs:([^/]+)/.exec(part)?.[1]
  return [...footnotes.matchAll(NOTE)].flatMap(([, note = '']) => {
    const about = OF_ABSATZ.exec(note)?.[1]
    const isOfOther = absatz !== undefined && about !== undefined && about !== absatz
    return FIGURES.test(note) && !isOfOther ? [note.replace(/\s+/g, ' ').trim()] : []
  })
}
