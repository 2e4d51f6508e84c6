/** Reads the rows of norms of older states, and makes records of them. */
import type { Norm } from '../corpus/corpus.ts'
import { type NormRow, normFromParts, normFromRow } from './norm-row.ts'
import { type PackedText, unpackText } from './packed-text.ts'
import type { StoredContent } from './stored-records.ts'

/** A row of {@link SELECT_PAST_NORMS}. */
export type PastNormRow = Omit<NormRow, 'observed_to'> & { observed_to: string; answer: PackedText | null }

/** Selects norms of a line in a state. Parameters: line, state twice, then those of the condition. */
export const selectPastNorms = (condition: string) => `
SELECT line.code, law.abbreviation, law.title, law.status_date, law.state, law.language, version.path, version.label, version.heading, version.status,
       version.in_force_from, content.text, content.footnotes, structure.headings, content.subdivisions,
       content.attachments, content.marks, content.spans, content.tables, coalesce(version.source, law.source) AS source,
       version.document_id, version.html_url, version.version_from AS observed_from, version.version_to AS observed_to,
       version.valid_from, version.valid_to, version.previous, version.next, past_content.answer
FROM law_version AS law
JOIN line ON line.id = law.line
JOIN norm_version AS version ON version.line = law.line
JOIN structure ON structure.id = version.structure
LEFT JOIN content ON content.norm = version.norm
LEFT JOIN past_content ON past_content.id = version.past_content
WHERE law.id = ? AND version.observed_from <= ? AND version.observed_to >= ? AND ${condition}`

/** Makes the record of a norm from its row. @param newest day of the newest state */
export function pastNormFromRow({ answer, ...row }: PastNormRow, newest: string): Norm {
  const observed = { ...row, observed_to: row.observed_to >= newest ? null : row.observed_to }
  if (answer === null) return normFromRow(observed)
  const [text, footnotes, subdivisions, attachments, marks, spans, tables] = JSON.parse(
    unpackText(answer),
  ) as StoredContent
  return normFromParts({ ...observed, footnotes }, { text, subdivisions, attachments, marks, spans, tables })
}
