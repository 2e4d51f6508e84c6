import { extname } from 'node:path'
import { say } from '../../../i18n/texts.ts'
import type { Corpus } from '../../../model/corpus.ts'
import type {} from '../../../operations/operation.ts'
import {
  EXPORT_FORMATS,
  EXPORTED_TABLES,
  type ExportFormat,
  isBinary,
  type TableName,
} from '../../../render/export-corpus.ts'
import { resolveLaw } from '../../../resolve/resolve-law.ts'
import { argumentError } from '../../../util/arguments.ts'
import { DATASET, defineCommand, JSON_FLAG } from '../../description.ts'
import { withCorpusOfDay } from '../../open-corpus.ts'
import { writeRendered, writeReport } from '../../output.ts'

const TABLES = Object.keys(EXPORTED_TABLES) as TableName[]

/** Formats by file extension. */
const ENDINGS: Readonly<Record<string, ExportFormat>> = {
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.csv': 'csv',
  '.md': 'md',
  '.parquet': 'parquet',
  '.sqlite': 'sqlite',
  '.db': 'sqlite',
}

export default defineCommand({
  summary: 'Export the corpus, or some laws, for other tools.',
  description:
    'Writes every norm with its text and provenance, in the order of the laws: as NDJSON, CSV or Parquet a record a norm, as ' +
    'Markdown a document a law, as SQLite a database. The other tables of the database (laws, parts, citations, versions) are ' +
    'written as NDJSON, CSV or Parquet with --table. docs/scripting.md lists the columns. ' +
    'The corpus is read as it is written, however large it is. A file is complete or not there.',
  arguments: [
    {
      name: 'codes',
      description: 'Laws to export, each by its code or name. Default: all.',
      multiple: true,
      completes: 'code',
    },
  ],
  flags: {
    format: {
      char: 'f',
      description: `Format: ${EXPORT_FORMATS.join(', ')}. Default: by the ending of FILE; on standard output ndjson.`,
      helpValue: 'FORMAT',
      options: EXPORT_FORMATS,
    },
    table: {
      description: `Kind of record in NDJSON, CSV or Parquet: ${TABLES.join(', ')}. Default: norm.`,
      helpValue: 'TABLE',
      options: TABLES,
    },
    out: {
      char: 'o',
      description: 'File to write. Default: standard output, for formats of text.',
      helpValue: 'FILE',
      completes: 'file',
    },
    json: { ...JSON_FLAG, description: 'Write what was exported to FILE as one JSON document; errors too.' },
    replace: { description: 'Replace FILE if it exists.' },
    'as-of': { description: 'Export the texts published on this day (ISO date).', helpValue: 'DATE' },
    dataset: DATASET,
  },
  examples: [
    ['Everything, for pandas or DuckDB', 'legal-text corpus export --dataset starter -o norms.csv'],
    ['The same, smaller and with types', 'legal-text corpus export --dataset starter -o norms.parquet'],
    ['The citations', 'legal-text corpus export --table citation --dataset starter -o citations.csv'],
    ['Two laws, a record a line', 'legal-text corpus export msgb msverf --dataset starter | jq -r .label'],
    ['A database', 'legal-text corpus export --dataset starter -o laws.sqlite --replace'],
    ['A law as a document', 'legal-text corpus export msverf --format md --dataset starter'],
  ],
  environment: ['datasetPath', 'XDG_CACHE_HOME'],
  errors: ['not_found', 'ambiguous', 'not_ready'],
  async run({ args, flags }) {
    const { out } = flags
    const format = formatOf(flags.format, out)
    if (flags.json && out === undefined) {
      throw argumentError('--json', say`reports on a file, --out; lines of JSON are --format ndjson`)
    }
    const table = TABLES.find((each) => each === flags.table)
    if (table !== undefined && (format === 'md' || format === 'sqlite')) {
      throw argumentError('--table', say`is for --format ndjson, csv and parquet`)
    }
    await withCorpusOfDay(flags, false, async (corpus) => {
      const { exportedText } = await import('../../../render/export-corpus.ts')
      const codes = await codesOf(corpus, args.codes)
      if (out !== undefined) {
        const report = await writeExport(corpus, codes, { format, table, out, replace: flags.replace ?? false })
        await writeReport(flags, report, async () => (await import('../../terminal/pages/bundle-pages.ts')).exportPage)
      } else if (!isBinary(format)) await writeRendered(exportedText(corpus, codes, format, table), format === 'ndjson')
    })
  },
})

/** @throws LegalTextError `invalid_input` for a database without a file, and for a file with an unknown extension */
function formatOf(format: string | undefined, out: string | undefined): ExportFormat {
  const asked = EXPORT_FORMATS.find((each) => each === format)
  if (out === '-') throw argumentError('--out', say`is for files; without it, standard output is written to`)
  if (out === undefined) {
    if (!isBinary(asked)) return asked ?? 'ndjson'
    throw argumentError('--out', say`is missing: ${asked} is written to a file, --out laws.${asked}`)
  }
  const meant = asked ?? ENDINGS[extname(out).toLowerCase()]
  if (meant !== undefined) return meant
  const endings = Object.keys(ENDINGS).join(', ')
  throw argumentError('--out', say`must end with ${endings}, or come with a --format`)
}

/** The codes of laws by their names, without duplicates; without names those of all laws. @throws LegalTextError as `resolveLaw` */
async function codesOf(corpus: Corpus, names: readonly string[] | undefined): Promise<string[]> {
  const laws =
    names === undefined
      ? (await corpus.laws({})).items
      : await Promise.all(names.map((name) => resolveLaw(corpus, name)))
  return [...new Set(laws.map(({ code }) => code))]
}

interface Target {
  format: ExportFormat
  table: TableName | undefined
  out: string
  replace: boolean
}

/** @returns the number of laws, and the size of the file in bytes */
async function writeExport(corpus: Corpus, codes: readonly string[], { format, table, out, replace }: Target) {
  const [{ writeLargeFile }, { exportedRows, exportedText }] = await Promise.all([
    import('../../../files/write-atomic.ts'),
    import('../../../render/export-corpus.ts'),
  ])
  // The temporary file is removed on exit.
  const terminate = (_signal: string, number: number) => process.exit(128 + number)
  process.once('SIGTERM', terminate).once('SIGHUP', terminate)
  const { stat, writeFile } = await import('node:fs/promises')
  await writeLargeFile(out, replace, async (temporary) => {
    if (format === 'sqlite') {
      const { exportDatabase } = await import('../../../dataset/export-database.ts')
      return exportDatabase(temporary, EXPORTED_TABLES, exportedRows(corpus, codes))
    }
    if (format === 'parquet') {
      const { exportParquet } = await import('../../../dataset/export-parquet.ts')
      const name = table ?? 'norm'
      return exportParquet(temporary, EXPORTED_TABLES[name].columns, exportedRows(corpus, codes, [name]))
    }
    await writeFile(temporary, exportedText(corpus, codes, format, table), { flag: 'wx' })
  }).finally(() => process.off('SIGTERM', terminate).off('SIGHUP', terminate))
  return { file: out, format, laws: codes.length, bytes: (await stat(out)).size }
}
