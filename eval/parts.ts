/**
 * Measures which references in the texts of a bundle name a part that cannot be selected, and why.
 *
 *     npm run eval:parts -- --dataset BUNDLE [--failures] [--most 10]
 *
 * A part in the text that is not a subdivision in the bundle is a failure of structure. A part missing from the text belongs to
 * an older version of the law, or to another law. The text decides: a label counts if a line, a table cell or, for an Absatz, a
 * sentence begins with it, within the parent part.
 */
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { type PathElement, parseNormPath, type SubdivisionKind, withoutSentences } from '../src/citation/norm-path.ts'
import { openEngine } from '../src/dataset/open-engine.ts'
import type { Norm } from '../src/model/corpus.ts'
import { selectSubdivision } from '../src/resolve/select-subdivision.ts'
import type { StoredSubdivision } from '../src/store/bundle-schema.ts'
import { type PackedText, unpackText } from '../src/store/packed-text.ts'
import { LegalTextError } from '../src/util/errors.ts'

type Part = PathElement<SubdivisionKind>

interface Row {
  id: number
  code: string
  path: string
  subdivision: string
  count: number
}

interface Failure extends Row {
  cause: string
}

/** Causes that the importer can fix. */
const STRUCTURE = 'structure: '

const { values: options } = parseArgs({
  options: {
    dataset: { type: 'string' },
    failures: { type: 'boolean', default: true },
    most: { type: 'string', default: '10' },
  },
  allowNegative: true,
})
const file = options.dataset ?? process.env.DATASET_PATH
if (file === undefined) throw new Error('name a bundle with --dataset or DATASET_PATH')

const corpus = await openEngine(file)
const database = new DatabaseSync(file, { readOnly: true })
const rows = database
  .prepare(
    `SELECT citation.norm AS id, law.code, norm.path, citation.subdivision, count(*) AS count
     FROM citation JOIN norm ON norm.id = citation.norm JOIN law ON law.id = norm.law
     WHERE citation.subdivision IS NOT NULL GROUP BY citation.norm, citation.subdivision ORDER BY citation.norm`,
  )
  .all() as unknown as Row[]
const numbered = sentenceNumbers()
database.close()

const failures: Failure[] = []
let norm: Norm | undefined
let total = 0
for (const [place, row] of rows.entries()) {
  total += row.count
  if (rows[place - 1]?.id !== row.id) norm = await corpus.norm(row.code, row.path)
  const cause = norm && causeOf(norm, row.subdivision)
  if (cause !== undefined) failures.push({ ...row, cause })
}
await corpus.close()
report()

/** The reason why a part cannot be selected; `undefined` if it can. */
function causeOf(norm: Norm, subdivision: string): string | undefined {
  const wanted = parseNormPath(`par:0/${subdivision}`)?.subdivision
  if (wanted === undefined) return `${STRUCTURE}the path cannot be read`
  try {
    selectSubdivision(norm, wanted)
    return undefined
  } catch (error) {
    if (!(error instanceof LegalTextError)) throw error
    if (error.kind === 'ambiguous') return 'it fits several parts'
  }
  if (norm.status !== 'in_force') return 'the norm is not in force'
  const { text, missing } = deepest(norm, wanted)
  if (text.replace(/[\s.–—-]/g, '') === '') return 'the norm has no text'
  if (missing.kind === 'satz') return 'the part above it has fewer sentences'
  const own = `/${missing.kind}:${missing.value}`
  const alike = norm.subdivisions.map(({ path }) => `/${path}`).filter((path) => path.endsWith(own))
  const without = alike.map(withoutSentences)
  if (without.includes(`/${withoutSentences(subdivision)}`)) return 'it stands in another sentence'
  if (missing.value.includes('.') && alike.length > 0) return `${STRUCTURE}a number of several levels is nested deeper`
  if (without.some((path) => path.endsWith(`/${withoutSentences(subdivision)}`)))
    return 'the Absatz above it is not named'
  const place = labelPlace(text, missing)
  return place === undefined ? `${missing.kind} is not in the text` : `${STRUCTURE}${missing.kind} ${place}`
}

/** The text of the innermost existing part, and the missing part below it. */
function deepest({ text, subdivisions }: Norm, wanted: readonly Part[]): { text: string; missing: Part } {
  let above = { text, path: '' }
  for (const part of wanted) {
    const path = `${above.path}${above.path && '/'}${part.kind}:${part.value}`
    const found = subdivisions.filter((one) => one.path === path || withoutSentences(one.path) === path)
    if (found.length === 0) return { text: above.text, missing: part }
    above = { path, text: found.map((one) => one.text).join('\n') }
  }
  return { text: above.text, missing: wanted.at(-1) as Part }
}

/** The offset of a part's label in a text; `undefined` if there is none. */
function labelPlace(text: string, { kind, value }: Part): string | undefined {
  const escaped = value.replace(/[.-]/g, '\\$&')
  const label = {
    abs: `\\(${escaped}\\)`,
    uabs: '',
    indent: '',
    satz: '',
    nr: `${escaped}[.)]*`,
    buchst: `\\(?${escaped}[.)]`,
  }[kind]
  const end = kind === 'abs' ? '' : '(?=\\s|$)'
  const row = new RegExp(`(?:^|\\t)[^\\S\\n\\t]*${label}[^\\S\\n\\t]*\\t`, 'imu')
  if (row.test(text)) return 'stands in a cell of a table'
  if (new RegExp(`^\\s*${label}${end}`, 'imu').test(text)) return 'begins a line'
  if (kind === 'abs' && new RegExp(`[.;:] ${label}`, 'iu').test(text)) return 'begins within a line'
  return undefined
}

/** Counts the official sentence numbers outside annexes, and those at which a Satz with this number starts. */
function sentenceNumbers(): { all: number; begin: number } {
  const counts = { all: 0, begin: 0 }
  const contents = database.prepare(
    `SELECT content.text, content.spans, content.subdivisions FROM content JOIN norm ON norm.id = content.id
     WHERE norm.kind <> 'annex'`,
  )
  for (const row of contents.iterate() as Iterable<Record<'text' | 'spans' | 'subdivisions', PackedText>>) {
    const spans = (JSON.parse(unpackText(row.spans)) as [string, number, number][]).filter(
      ([kind]) => kind === 'sentence',
    )
    if (spans.length === 0) continue
    const text = unpackText(row.text)
    const parts = JSON.parse(unpackText(row.subdivisions)) as StoredSubdivision[]
    for (const [, start, end] of spans) {
      const own = `satz:${text.slice(start, end).normalize('NFKC')}`
      counts.all++
      if (parts.some(([path, , from]) => path.split('/').at(-1) === own && from >= start && from <= end)) counts.begin++
    }
  }
  return counts
}

function report(): void {
  const share = (count: number) => `${((100 * count) / total).toFixed(2)} %`
  const sum = (list: readonly Failure[]) => list.reduce((count, one) => count + one.count, 0)
  const structure = failures.filter(({ cause }) => cause.startsWith(STRUCTURE))
  console.log(`references with a part ${total}`)
  console.log(`  cannot be selected   ${sum(failures)} (${share(sum(failures))})`)
  console.log(`  of these structure   ${sum(structure)} (${share(sum(structure))})`)
  console.log(`official numbers of sentences ${numbered.all}, a Satz begins at ${numbered.begin}`)
  const byCause = [...Map.groupBy(failures, ({ cause }) => cause)].sort(([, a], [, b]) => sum(b) - sum(a))
  for (const [cause, list] of byCause) {
    const byNorm = [...Map.groupBy(list, ({ code, path }) => `${code} ${path}`)].sort(([, a], [, b]) => sum(b) - sum(a))
    console.log(`\n${String(sum(list)).padStart(6)}  ${cause} (${byNorm.length} norms)`)
    if (!options.failures) continue
    for (const [name, own] of byNorm.slice(0, Number(options.most)))
      console.log(
        `        ${name} (${sum(own)}): ${own
          .slice(0, 4)
          .map(({ subdivision }) => subdivision)
          .join(', ')}`,
      )
  }
}
