/**
 * Draws citations of a bundle with a fixed seed and prints each in context with its interpretation, for a reader to judge. The
 * verdicts on 200 of federal law are in `docs/citations-sample.tsv`, those on 300 of seed 4711 in `relationships-verdicts.tsv`.
 *
 *     npm run eval:relationships -- --dataset FILE [--count 200] [--seed 1] [--unresolved | --missed]
 *
 * With `--missed`, draws signs of norms with a number (`§ 5`, `Art. 3`, `Anlage 2`) that no citation covers, outside tables of
 * contents, and prints their share: the missed citations among them are what recall lacks.
 */
import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { type PackedText, unpackText } from '../src/store/packed-text.ts'

const { values } = parseArgs({
  options: {
    dataset: { type: 'string' },
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    unresolved: { type: 'boolean', default: false },
    missed: { type: 'boolean', default: false },
  },
})
if (values.dataset === undefined) throw new Error('--dataset is missing: the file of a bundle')

/** Length of the context around a citation, in characters. */
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

/** A number after the sign or the word for a norm. */
const SIGN = /§§?\s*\d+|\b(?:Art\.|Artikels?|Anlage)\s+\d+/g

const database = new DatabaseSync(values.dataset, { readOnly: true })
if (values.missed) drawMissed()
else drawCitations()
database.close()

function drawCitations(): void {
  const condition = values.unresolved ? 'WHERE citation.norm IS NULL' : ''
  const all = database.prepare(`
    SELECT citing, place, law.code || ' ' || norm.path || ' ' || citation.start || ' ' || coalesce(citation.norm - norm.id, '') AS name
    FROM citation JOIN norm ON norm.id = citing JOIN law ON law.id = norm.law ${condition}`)
  const drawn = draw(all.all() as { citing: number; place: number; name: string }[])
  drawn.sort((a, b) => a.citing - b.citing || a.place - b.place)
  const select = database.prepare(`
    SELECT law.code, own.path, citation.start, citation.end, content.text, cited_law.code AS cited_code,
           cited.path AS cited_path, citation.path AS wanted, citation.name, citation.subdivision
    FROM citation JOIN norm AS own ON own.id = citation.citing JOIN law ON law.id = own.law JOIN content ON content.id = own.content
    LEFT JOIN norm AS cited ON cited.id = citation.norm LEFT JOIN law AS cited_law ON cited_law.id = coalesce(cited.law, citation.law)
    WHERE citing = ? AND place = ?`)
  for (const [number, { citing, place }] of drawn.entries()) {
    const row = select.get(citing, place) as unknown as Row
    const text = unpackText(row.text)
    const target = row.cited_path ?? `(not in the corpus: ${[row.name, row.wanted].filter(Boolean).join(' ')})`
    console.log(
      `${number + 1}\t${row.code} ${row.path}\t${row.start}-${row.end}\t${[row.cited_code, target].filter(Boolean).join(' ')}` +
        `\t${row.subdivision ?? '-'}\t${inContext(text, row.start, row.end)}`,
    )
  }
}

function drawMissed(): void {
  const select = database.prepare('SELECT start, end FROM citation WHERE citing = ? AND start IS NOT NULL')
  const norms = database.prepare(`
    SELECT norm.id, law.code, norm.path, content.text FROM norm JOIN law ON law.id = norm.law
    JOIN content ON content.id = norm.content WHERE norm.kind <> 'toc' ORDER BY norm.id`)
  const missed: { name: string; line: string }[] = []
  let signs = 0
  for (const row of norms.iterate() as Iterable<{ id: number; code: string; path: string; text: PackedText }>) {
    const text = unpackText(row.text)
    const found = [...text.matchAll(SIGN)]
    const cited = found.length === 0 ? [] : (select.all(row.id) as { start: number; end: number }[])
    signs += found.length
    for (const { index, 0: sign } of found) {
      if (cited.some(({ start, end }) => start <= index && index < end)) continue
      const name = `${row.code} ${row.path} ${index}`
      missed.push({ name, line: `${row.code} ${row.path}\t${index}\t${inContext(text, index, index + sign.length)}` })
    }
  }
  console.log(`${missed.length} of ${signs} signs (${((100 * missed.length) / signs).toFixed(2)} %) are in no citation`)
  for (const [number, { line }] of draw(missed).entries()) console.log(`${number + 1}\t${line}`)
}

/** Sample with the lowest hashes: if a later build reads a citation differently, only its own rows change. */
function draw<Item extends { name: string }>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, hash: createHash('sha256').update(`${values.seed} ${item.name}`).digest('hex') }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .slice(0, Number(values.count))
    .map(({ item }) => item)
}

function inContext(text: string, start: number, end: number): string {
  const words = `${text.slice(Math.max(0, start - BEFORE), start)}[[${text.slice(start, end)}]]${text.slice(end, end + AFTER)}`
  return words.replace(/\s+/g, ' ')
}
