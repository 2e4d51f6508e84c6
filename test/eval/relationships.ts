/**
 * Draws citations of a bundle with a fixed seed and prints each in its context, with what it was taken to mean: to be
 * read and judged. The verdicts on 200 of federal law are in `docs/citations-sample.tsv`.
 *
 *   node test/eval/relationships.ts --dataset FILE [--count 200] [--seed 1] [--unresolved]
 */
import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { type PackedText, unpackText } from '../../src/corpus/packed-text.ts'

const { values } = parseArgs({
  options: {
    dataset: { type: 'string' },
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    unresolved: { type: 'boolean', default: false },
  },
})
if (values.dataset === undefined) throw new Error('--dataset is missing: the file of a bundle')

/** How much of the text is shown around a citation. */
const BEFORE = 160
const AFTER = 90

interface Row {
  code: string
  path: string
  start: number
  end: number
  text: PackedText
  cited_code: string | null
  cited_path: string | null
  wanted: string | null
  name: string | null
  subdivision: string | null
}

const database = new DatabaseSync(values.dataset, { readOnly: true })
const condition = values.unresolved ? 'WHERE citation.norm IS NULL' : ''
const all = database.prepare(`
  SELECT citing, place, law.code || ' ' || norm.path || ' ' || citation.start || ' ' || coalesce(citation.norm - norm.id, '') AS name
  FROM citation JOIN norm ON norm.id = citing JOIN law ON law.id = norm.law ${condition}`)
// Those with the lowest hashes: what a later build reads otherwise changes only its own rows of the sample.
const hashed = (all.all() as { citing: number; place: number; name: string }[]).map((row) => ({
  ...row,
  hash: createHash('sha256').update(`${values.seed} ${row.name}`).digest('hex'),
}))
const drawn = hashed
  .sort((a, b) => (a.hash < b.hash ? -1 : 1))
  .slice(0, Number(values.count))
  .sort((a, b) => a.citing - b.citing || a.place - b.place)
const select = database.prepare(`
  SELECT law.code, own.path, citation.start, citation.end, content.text, cited_law.code AS cited_code,
         cited.path AS cited_path, citation.path AS wanted, citation.name, citation.subdivision
  FROM citation JOIN norm AS own ON own.id = citation.citing JOIN law ON law.id = own.law JOIN content ON content.norm = own.id
  LEFT JOIN norm AS cited ON cited.id = citation.norm LEFT JOIN law AS cited_law ON cited_law.id = coalesce(cited.law, citation.law)
  WHERE citing = ? AND place = ?`)
for (const [number, { citing, place }] of drawn.entries()) {
  const row = select.get(citing, place) as unknown as Row
  const text = unpackText(row.text)
  const before = text.slice(Math.max(0, row.start - BEFORE), row.start)
  const words = `${before}[[${text.slice(row.start, row.end)}]]${text.slice(row.end, row.end + AFTER)}`
  const target = row.cited_path ?? `(not in the corpus: ${[row.name, row.wanted].filter(Boolean).join(' ')})`
  console.log(
    `${number + 1}\t${row.code} ${row.path}\t${row.start}-${row.end}\t${[row.cited_code, target].filter(Boolean).join(' ')}` +
      `\t${row.subdivision ?? '-'}\t${words.replace(/\s+/g, ' ')}`,
  )
}
