/** A norm as an item of an answer: its wording as a quotation, between what it is and where it comes from. */

import type * as z from 'zod'
import { nameOfNorm } from '../citation/designation.ts'
import { stateOfVersion } from '../layout/notes.ts'
import { quotationOf } from '../layout/quotation.ts'
import type { Span } from '../layout/spans.ts'
import type { State } from '../model/corpus.ts'
import { placeSubdivisions } from '../model/subdivisions.ts'
import type { NormAnswer } from '../operations/norm-answers.ts'
import type {} from '../operations/operation.ts'
import { footnotesMarkdown, wordingMarkdown } from '../render/markdown.ts'
import { type NormDocument, normDocument, placeOf } from '../render/norm-document.ts'
import { addressOf, sourceOf } from '../render/source-facts.ts'
import { argumentError } from '../util/arguments.ts'
import { today } from '../util/iso-date.ts'
import { normAddress } from './addresses.ts'
import { type Item, paragraphs, quoted, sizeOf } from './answer.ts'
import { observedSpan } from './observed.ts'
import type { normFacts } from './schemas.ts'
import { words } from './text.ts'

export type NormFacts = z.output<ReturnType<typeof normFacts>>

export interface NormItem extends Item {
  facts: NormFacts
}

/** The share of the room that the first attempt to shorten a text uses: the text is in the answer twice. */
const FIRST_SHARE = 0.45
const SHRINKING = 0.9

/** What an answer says of a norm besides the norm itself. */
export interface NormSurroundings {
  /** The states of the corpus. */
  states: readonly State[]
  /** Sentences on its law. */
  notes: readonly string[]
}

/**
 * @param answer of the operation `norm`
 * @param offset leave out so many characters (UTF-16 code units) of its wording
 * @throws LegalTextError `invalid_input` for an offset after the end
 */
export function normItem(answer: NormAnswer, surroundings: NormSurroundings, offset = 0): NormItem {
  const { length } = shownText(answer)
  if (offset > 0 && offset >= length)
    throw argumentError('from_character', `the wording of ${answer.code} ${answer.norm} has ${length} characters`)
  const part = (end: number) => partItem(answer, surroundings, { start: offset, end })
  return {
    ...part(length),
    shortened(room) {
      for (let taken = Math.floor(room * FIRST_SHARE); ; taken = Math.floor(taken * SHRINKING)) {
        const item = part(endOfPart(shownText(answer), offset, taken))
        if (sizeOf(item) <= room || taken < SHORTEST) return item
      }
    },
  }
}

/** A part is no shorter than this, in characters. */
const SHORTEST = 200

const shownText = ({ text, selection }: NormAnswer) => selection?.text ?? text

/** The end of a part of at most so many characters: after a line, else after a word. */
function endOfPart(text: string, start: number, taken: number): number {
  const end = start + Math.max(taken, 1)
  if (end >= text.length) return text.length
  for (const sign of ['\n', ' ']) {
    const place = text.lastIndexOf(sign, end)
    if (place > start + taken / 2) return place + 1
  }
  return end
}

/** A part of what is shown of a norm. */
function partItem(answer: NormAnswer, { states, notes: ofLaw }: NormSurroundings, { start, end }: Span): NormItem {
  const shown = shownText(answer)
  const isWhole = start === 0 && end === shown.length
  const whole = normDocument(answer, today())
  const part = shown.slice(start, end)
  const path = answer.selection?.path ?? ''
  const document = isWhole ? whole : normDocument({ ...answer, selection: { path: `${path}#`, text: part } })
  // Footnotes come once, with the beginning.
  const footnotes = start === 0 ? whole.footnotes : []
  const notes = [
    ...whole.notes,
    ...ofLaw,
    ...notesOn(answer),
    ...(isWhole
      ? []
      : [`Characters ${start + 1} to ${end} of the ${shown.length} of this wording${placeOfPart(answer, start)}.`]),
  ]
  const facts = {
    ...factsOf(answer),
    text: part,
    footnotes: footnotes.join('\n'),
    notes,
    ...extentOf(start, end, shown.length),
  }
  return { facts, text: textOf(answer, { ...document, notes, footnotes }, states) }
}

/** Where older and further texts are. */
function notesOn({ status, version, text, norm, next, as_of }: NormAnswer): string[] {
  const isOlder = version !== undefined && version.observed_to !== null
  return [
    status === 'repealed' && version !== undefined ? 'norm_history lists the wordings that it had.' : '',
    text === '' && next?.startsWith(`${norm}/`) ? `Its text is in the norms within it; the first is ${next}.` : '',
    as_of !== undefined && isOlder ? 'The page of the source has the text of today.' : '',
  ].filter(Boolean)
}

/** The innermost subdivision in which a part begins. */
function placeOfPart({ label, norm, text, subdivisions, selection }: NormAnswer, start: number): string {
  if (start === 0) return ''
  const placed = placeSubdivisions(text, subdivisions)
  const at = start + (placed.find(({ path }) => path === selection?.path)?.start ?? 0)
  const around = placed.filter((part) => part.start <= at && at < part.end)
  const innermost = around.toSorted((a, b) => a.end - a.start - (b.end - b.start))[0]
  return innermost === undefined ? '' : `; it begins within ${nameOfNorm({ norm, label }, innermost.path)}`
}

const extentOf = (start: number, end: number, length: number) => ({
  ...(start > 0 && { offset: start }),
  ...(end < length && { left_out: length - end }),
})

function factsOf(answer: NormAnswer): Omit<NormFacts, 'text' | 'notes' | 'footnotes'> {
  const { code, abbreviation, title, norm, label, heading, status, in_force_from, structure, selection } = answer
  const { attachments, version, previous, next, provenance, as_of, newest_state } = answer
  return {
    code,
    abbreviation,
    cite_as: answer.cite_as,
    title,
    norm,
    ...(selection && { subdivision: selection.path }),
    label,
    heading,
    status,
    ...(in_force_from !== undefined && { in_force_from }),
    structure: structure.map((each) => `${each.label} ${each.title}`.trim()),
    attachments: attachments.map(({ name, description }) => (description ? `${name}: ${description}` : name)),
    ...(version !== undefined && { version }),
    previous,
    next,
    cited_by: answer.citation_counts.cited_by.total,
    address: addressOfNorm(answer),
    source: {
      html_url: provenance.html_url,
      status_date: answer.status_date,
      documented_to: answer.documented_to,
      fetch_timestamp: provenance.fetch_timestamp,
      content_hash: provenance.content_hash,
    },
    ...(as_of !== undefined && { as_of }),
    ...(newest_state !== undefined && { newest_state }),
  }
}

const pathOf = ({ norm, selection }: NormAnswer) => (selection ? `${norm}/${selection.path}` : norm)

/** The address of the wording: that of an older one has the day. */
function addressOfNorm(answer: NormAnswer): string {
  const isOlder = answer.version !== undefined && answer.version.observed_to !== null
  return normAddress(answer.code, pathOf(answer), isOlder ? answer.as_of : undefined)
}

function textOf(answer: NormAnswer, document: NormDocument, states: readonly State[]): string {
  const name = [document.label || answer.norm, document.law.abbreviation, document.heading].filter(Boolean).join(' ')
  const footnotes = footnotesMarkdown(document)
  const wording = wordingMarkdown(document).join('\n\n')
  const published =
    answer.version === undefined
      ? ''
      : ` ${stateOfVersion(answer.version) === 'valid' ? 'Valid' : 'Published'} ${observedSpan(answer.version, states)}.`
  return paragraphs([
    `## ${words(name)}`,
    placeOf(document)
      .map((place) => words(place))
      .join(' › '),
    document.published && `**${document.published}**`,
    ...document.notes.map((note) => `*${words(note)}*`),
    wording === '' ? '' : quoted(wording),
    footnotes.length > 0 ? `Footnotes:\n\n${quoted(footnotes.join('\n'))}` : '',
    `Cite as: ${quotationOf(answer)
      .source.map((line) => words(line))
      .join(' ')}`,
    `Source: ${addressOf(document)} (${sourceOf(document)}).${published} Address: ${addressOfNorm(answer)}`,
  ])
}
