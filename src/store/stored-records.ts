/** Records of laws and norms in the form in which a bundle stores them. */
import type { Attachment, Law, Mark, NormSummary, Provenance, TextTable } from '../model/corpus.ts'
import type { Origin, ParsedLaw, ParsedNorm } from '../model/parsed-law.ts'
import { type StoredSpan, type StoredSubdivision, storedSpan, storedSubdivision } from './bundle-schema.ts'
import { type PackedText, unpackText } from './packed-text.ts'

/** The common provenance of the norms of a law; for one norm, its language if it differs from that of its law. */
export type StoredSource = Omit<Provenance, 'html_url' | 'document_id'> & { language?: string }

/** @param fetchedAt time of the whole fetch (ISO 8601), for a text without one of its own */
export function storedSource(origin: Origin, parser: string, fetchedAt: string | null): StoredSource {
  return {
    source_url: origin.sourceUrl,
    fetch_timestamp: origin.fetchedAt ?? fetchedAt,
    content_hash: origin.contentHash,
    parser,
    source_version: origin.sourceVersion ?? null,
    ...origin.act,
    ...origin.conversion,
  }
}

/** As {@link storedSource}, for a norm whose origin differs from that of its law. */
export function storedNormSource(origin: Origin, parser: string, fetchedAt: string | null): StoredSource {
  const { language } = origin
  return { ...storedSource(origin, parser, fetchedAt), ...(language !== undefined && { language }) }
}

/** The answer of the law operation. @param norms of the law, as lists have them */
export function lawAnswer(
  law: Omit<ParsedLaw, 'norms' | 'account'>,
  norms: NormSummary[],
  fetchedAt: string | null,
): Law {
  return {
    code: law.code,
    abbreviation: law.abbreviation,
    title: law.title,
    aliases: law.aliases.map(({ name }) => name),
    jurisdiction: law.jurisdiction,
    source_family: law.sourceFamily,
    language: law.language,
    promulgated_on: law.promulgatedOn,
    promulgation: law.promulgation,
    status_date: law.statusDate,
    in_force_from: law.inForceFrom ?? null,
    in_force_to: law.inForceTo ?? null,
    ...law.state,
    status_notes: law.statusNotes,
    notes: law.notes,
    norm_count: norms.length,
    provenance: {
      ...storedSource(law, law.parser, fetchedAt),
      html_url: law.htmlUrl,
      document_id: law.documentId,
    },
    structure: law.structure,
    norms,
  }
}

/** The columns of `content`. */
export interface ContentRow {
  text: PackedText
  footnotes: string
  subdivisions: PackedText
  attachments: string
  marks: PackedText
  spans: PackedText
  tables: PackedText
}

/** Reads the content of a norm from its row. */
export function contentOf(row: ContentRow) {
  return {
    text: unpackText(row.text),
    footnotes: row.footnotes,
    subdivisions: JSON.parse(unpackText(row.subdivisions)) as StoredSubdivision[],
    attachments: JSON.parse(row.attachments) as Attachment[],
    marks: JSON.parse(unpackText(row.marks)) as Mark[],
    spans: JSON.parse(unpackText(row.spans)) as StoredSpan[],
    tables: JSON.parse(unpackText(row.tables)) as TextTable[],
  }
}

/** A citation in `text_citations`, without trailing `null` and 0. */
export type StoredCitation = [
  start: number,
  length: number,
  /** `null` if no law of any state has the name. */
  law?: number | null,
  /** Of one norm, or of a range (`par:3-6`). */
  path?: string | null,
  subdivision?: string | null,
  name?: string | null,
  /** 1 if the text does not name the law: it is this one only if it has such a norm. */
  isGuess?: 0 | 1,
]

/** The parts of a norm that may be long. */
export type PackedNorm = Record<'text' | 'subdivisions' | 'marks' | 'spans' | 'tables', PackedText>

/** @param pack packs what may be long @throws LegalTextError as {@link packText} */
export function packNorm(
  { text, subdivisions, marks, spans, tables }: ParsedNorm,
  pack: (text: string) => PackedText,
): PackedNorm {
  return {
    text: pack(text),
    subdivisions: pack(JSON.stringify(subdivisions.map(storedSubdivision))),
    marks: pack(JSON.stringify(marks)),
    spans: pack(JSON.stringify(spans.map(storedSpan))),
    tables: pack(JSON.stringify(tables)),
  }
}
