/** What the metadata of a law and of its norms say: names, dates, places of publication, and the state of a norm. */
import { customaryNameOf } from '../../citation/laws/customary-names.ts'
import { nameVariants } from '../../citation/laws/law-names.ts'
import type { NormStatus, Promulgation } from '../../model/corpus.ts'
import { ALIAS_RANKS, type Alias, type ParsedLaw, type ParsedNorm } from '../../model/parsed-law.ts'
import { isoDate } from '../../util/iso-date.ts'
import type { SourceDocument } from '../source.ts'
import { strongestAliases } from '../values.ts'
import { childElement, childElements, lineOfText, SourceFormatError, type XmlElement } from '../xml-tree.ts'
import curated from './curated-aliases.json' with { type: 'json' }
import { readLawState } from './state-notes.ts'

type LawMetadata = Pick<
  ParsedLaw,
  | 'abbreviation'
  | 'title'
  | 'aliases'
  | 'promulgatedOn'
  | 'promulgation'
  | 'statusDate'
  | 'statusNote'
  | 'statusNotes'
  | 'state'
>

/**
 * Reads the `metadaten` of a law's header.
 * @param abbreviations every `jurabk` of the document
 * @param notes on the law as a whole
 * @throws SourceFormatError if the law has no abbreviation
 */
export function readLawMetadata(
  metadata: XmlElement | undefined,
  { code, titles }: SourceDocument,
  abbreviations: ReadonlySet<string>,
  notes: string,
): LawMetadata {
  const text = (name: string, of = metadata) => lineOfText(childElement(of, name))
  const abbreviation = text('amtabk') || text('jurabk')
  if (abbreviation === '') throw new SourceFormatError('the header has no <jurabk>', 0, 0)
  const title = text('langue')
  const statusNotes = childElements(metadata, 'standangabe').map((note) => ({
    type: text('standtyp', note),
    text: text('standkommentar', note),
  }))
  return {
    abbreviation,
    title,
    aliases: lawAliases(code, [abbreviation, ...abbreviations], [text('kurzue'), title, ...titles]),
    promulgatedOn: dayOf(text('ausfertigung-datum')),
    promulgation: promulgationOf(metadata),
    ...readLawState(statusNotes, notes),
    statusNotes,
  }
}

/** Other names in general use that the data lacks, by code. */
const curatedAliases = new Map<string, string[]>(Object.entries(curated))

function lawAliases(code: string, abbreviations: string[], titles: string[]): Alias[] {
  return strongestAliases([
    ...[...abbreviations, customaryNameOf(code) ?? '', ...(curatedAliases.get(code) ?? [])].map((name) => ({
      name,
      rank: ALIAS_RANKS.abbreviation,
    })),
    // The `_` of a slug stands for a lost letter: `s_g` (SÜG) must not be found as `SG`.
    ...(code.includes('_') ? [] : [{ name: code, rank: ALIAS_RANKS.abbreviation }]),
    ...titles.map((name) => ({ name, rank: ALIAS_RANKS.title })),
    ...abbreviations.flatMap(nameVariants).map((name) => ({ name, rank: ALIAS_RANKS.derived })),
  ])
}

const REPEALED = /\((?:weggefallen|wegefallen|aufgehoben|gegenstandslos|entfallen|außer Kraft)\)\s*$/i
const NOT_YET = /\((?:bedingt )?zukünftig in Kraft\)\s*$/i
const MOVED = /^\(jetzt\b.*\)$/i

/**
 * Tells the state of a norm as of its document. It is not yet in force if its title, or its whole text, is `(zukünftig in
 * Kraft)`, or if a note on the whole norm names a day after the date of the document.
 * @param documentDate ISO date of the document, `null` if it is not known
 */
export function normState(
  norm: { heading: string; text: string; isRange: boolean; footnotes: string },
  documentDate: string | null,
): Pick<ParsedNorm, 'status' | 'inForceFrom'> {
  const day = dayOfEffect(norm.footnotes)
  const isMarked =
    NOT_YET.test(norm.heading) || (norm.text.length < 40 && /^[(]/.test(norm.text) && NOT_YET.test(norm.text))
  const isLater = day !== undefined && documentDate !== null && day > documentDate
  if (isMarked || isLater) return { status: 'not_yet_in_force', ...(day && { inForceFrom: day }) }
  return { status: normStatus(norm) }
}

/** `(+++ §§ 5 und 6: Treten gem. … am 1.7.2026 in Kraft +++)`: about a whole norm, not a part of it or a heading above. */
const EFFECT =
  /\(\+\+\+ (?:§§?|Art\.?|Artikel|Anlagen?|Anhang)(?: ?[\dIVX]+(?:\.\d+)?[a-z]{0,2}\b| bis| und| u\.|,)*: (?:Tritt|Treten) [^+]{0,300}?\b(?:am|mWv) (\d{1,2})\. ?(\d{1,2})\. ?(\d{4}) in Kraft/u

/** The ISO date that a note on a whole norm names as that of its effect; `undefined` if none does. */
export function dayOfEffect(footnotes: string): string | undefined {
  const [, day, month, year] = EFFECT.exec(footnotes) ?? []
  return isoDate(Number(year), Number(month), Number(day)) ?? undefined
}

/**
 * A norm is repealed if its title, or its whole text, is `(weggefallen)`, `(aufgehoben)` or the like. So is a range of norms
 * without title and text.
 */
function normStatus(norm: { heading: string; text: string; isRange: boolean }): NormStatus {
  const { heading, text, isRange } = norm
  const empty = /^[\s.–—-]*$/.test(text)
  if (REPEALED.test(heading) || (MOVED.test(heading) && empty)) return 'repealed'
  if (text.length < 40 && /^[(]/.test(text) && REPEALED.test(text)) return 'repealed'
  return isRange && heading === '' && empty ? 'repealed' : 'in_force'
}

/** Reads where the law was first published (`fundstelle`), `null` if the source does not say. */
function promulgationOf(metadata: XmlElement | undefined): Promulgation | null {
  const [first, ...also] = childElements(metadata, 'fundstelle').map((place) => ({
    gazette: lineOfText(childElement(place, 'periodikum')),
    reference: lineOfText(childElement(place, 'zitstelle')),
  }))
  return first === undefined ? null : { ...first, also }
}

/** Reads the date at the beginning of `2024-02-29` or `20240229220010`; `null` for none in the calendar. */
export function dayOf(text: string): string | null {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(text) ?? []
  return isoDate(Number(year), Number(month), Number(day))
}
