/**
 * Builds federal law with all states of an archive, and compares sampled norms as of a day with an import of that day's file
 * alone. `LEGAL_TEXT_CORPUS` names the folder of the newest state, `LEGAL_TEXT_HISTORY` the bare git repository of the others.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { openEngine } from '../../src/dataset/open-engine.ts'
import { buildBundle } from '../../src/import/build-bundle.ts'
import { readHead } from '../../src/import/gii/documents.ts'
import { identify } from '../../src/import/gii/official-site.ts'
import { parseDocument } from '../../src/import/gii/parse-document.ts'
import { BlobReader } from '../../src/import/history/blob-reader.ts'
import { openRepository, type Repository } from '../../src/import/history/repository-files.ts'
import type { Corpus, Norm } from '../../src/model/corpus.ts'
import { stateOfNorm } from '../../src/model/law-state.ts'
import type { ParsedLaw, ParsedNorm } from '../../src/model/parsed-law.ts'
import { goneParts } from '../../src/model/subdivisions.ts'
import { type PackedText, unpackText } from '../../src/store/packed-text.ts'

const { LEGAL_TEXT_CORPUS: newest, LEGAL_TEXT_HISTORY: archive, LEGAL_TEXT_VERSIONS: built } = process.env

/** Sample size, in documents; the sample is deterministic. */
const DRAWN = 500

/** A file of the archive, and the date of its commit. */
interface Drawn {
  path: string
  blob: string
  day: string
}

describe('federal law with all states of an archive', {
  skip: (newest === undefined || archive === undefined) && 'set LEGAL_TEXT_CORPUS and LEGAL_TEXT_HISTORY',
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-versions-'))
  let repository: Repository
  let corpus: Corpus
  before(async () => {
    repository = await openRepository(archive as string, undefined)
    const out = built ?? join(folder, 'laws.sqlite')
    const history = { repository: { path: archive as string } }
    if (built === undefined) {
      await buildBundle({ from: newest, fetchedAt: '2026-04-29T00:00:00Z', out, history, search: false })
    }
    corpus = await openEngine(out)
  })
  after(async () => {
    await corpus.close()
    rmSync(folder, { recursive: true })
  })

  it('has the norms of each day as the importer reads them from the file of that day', async () => {
    const reader = new BlobReader(repository.gitDirectory)
    let norms = 0
    for (const { path, blob, day } of drawn(repository)) {
      const bytes = (await reader.read(blob)) as Uint8Array
      const alone = importAlone(path, bytes)
      const state = corpus.atState(day)
      const [law] = await state.findLaws(alone.code)
      assert(law !== undefined, `${path} of ${day}`)
      assert.equal(law.title, alone.title)
      const found: Norm[] = []
      for await (const some of state.norms(law.code)) found.push(...some)
      assert.deepEqual(
        found.map(withoutTime),
        alone.norms.map((norm, index) => expectedNorm(alone, norm, index)),
        `${path} of ${day}`,
      )
      norms += found.length
    }
    await reader.close()
    console.log(`${DRAWN} documents, ${norms} norms`)
  })

  it('has no version without a difference, and no difference without a version', () => {
    const database = new DatabaseSync(corpus.bundle.file, { readOnly: true })
    const told = new Set(
      (database.prepare(CHANGES).all() as unknown as { line: number; path: string; observed_on: string }[]).map(
        ({ line, path, observed_on }) => `${line} ${path} ${observed_on}`,
      ),
    )
    const heads = { rows: 0, versions: 0, changed: 0 }
    let before: VersionRow | undefined
    for (const row of database.prepare(ROWS).iterate() as IterableIterator<VersionRow>) {
      heads.rows++
      const isSameNorm = before?.line === row.line && before.path === row.path
      if (!isSameNorm || before?.version_from !== row.version_from) heads.versions++
      if (isSameNorm && before !== undefined) {
        const isSame = wording(before) === wording(row)
        const where = `${row.path} of line ${row.line}, ${before.observed_to} and ${row.observed_from}`
        if (before.version_from === row.version_from) assert(isSame, `one version of two wordings: ${where}`)
        else {
          const isTold = told.has(`${row.line} ${row.path} ${row.observed_from}`)
          assert(isTold, `a version that no change tells: ${where}`)
          assert(!isSame || row.returns, `two versions of one wording: ${where}`)
          heads.changed++
        }
      }
      before = row
    }
    database.close()
    console.log(`${heads.rows} records, ${heads.versions} versions, ${heads.changed} of them replace others`)
  })
})

interface VersionRow {
  line: number
  path: string
  observed_from: string
  observed_to: string
  version_from: string
  label: string
  heading: string
  status: string
  /** 1 if the norm was removed before. */
  returns: number
  text: PackedText
  footnotes: string
}

const ROWS = `
SELECT norm.law AS line, norm.path, norm.state_from AS observed_from, norm.state_to AS observed_to, norm.version_from,
       norm.label, norm.heading, norm.status, content.text, content.footnotes,
       EXISTS (SELECT 1 FROM change WHERE change.law = norm.law AND change.path = norm.path
               AND change.observed_on = norm.state_from AND change.type IN ('added', 'moved')) AS returns
FROM norm JOIN content ON content.id = norm.content WHERE norm.state_from IS NOT NULL
ORDER BY norm.law, norm.path, norm.state_from`

/** Changes of a norm itself, and moves to its place. */
const CHANGES = `
SELECT law AS line, path, observed_on FROM change WHERE path IS NOT NULL
UNION SELECT law AS line, moved_to, observed_on FROM change WHERE moved_to IS NOT NULL`

/** Text compared between two versions: without white space. */
function wording({ label, heading, status, text, footnotes }: VersionRow): string {
  return JSON.stringify([label, heading, status, unpackText(text), footnotes].map((part) => part.replace(/\s/g, '')))
}

/** Files of commits, sampled by name. If a day has a file twice, the last one counts. */
function drawn({ commits }: Repository): Drawn[] {
  const files = new Map<string, Drawn>()
  for (const { day, changes } of commits) {
    for (const { path, blob } of changes) if (blob !== undefined) files.set(`${day} ${path}`, { path, blob, day })
  }
  const order = (name: string) => createHash('sha256').update(name).digest('hex')
  const names = [...files.keys()].sort((a, b) => (order(a) < order(b) ? -1 : 1))
  return names.slice(0, DRAWN).map((name) => files.get(name) as Drawn)
}

function importAlone(path: string, bytes: Uint8Array): ParsedLaw {
  const head = readHead(bytes)
  const [stem = '', folder] = path
    .replace(/\.xml$/, '')
    .split('/')
    .toReversed()
  const candidate = {
    folder,
    stem,
    number: head?.attributes.doknr ?? '',
    abbreviation: head?.abbreviation ?? '',
    version: head?.attributes.builddate ?? '',
  }
  const { code, sourceUrl, pages } = identify([candidate], new Map(), '').get(candidate) ?? {
    code: '',
    sourceUrl: null,
    pages: undefined,
  }
  const parsed = parseDocument({ code, path, sourceUrl, pages, titles: [] }, () => bytes)
  assert('law' in parsed, path)
  return parsed.law
}

/** A norm without the data that depends on the state. */
function withoutTime({ version: _version, ...norm }: Norm) {
  return { ...norm, provenance: { ...norm.provenance, fetch_timestamp: null } }
}

function expectedNorm(law: ParsedLaw, norm: ParsedNorm, index: number): ReturnType<typeof withoutTime> {
  const gone = goneParts(norm.text, norm.subdivisions)
  return {
    code: law.code,
    abbreviation: law.abbreviation,
    title: law.title,
    status_date: law.statusDate,
    in_force_from: norm.inForceFrom ?? null,
    in_force_to: null,
    ...stateOfNorm(law.state, norm.path),
    language: norm.origin?.language ?? law.language,
    norm: norm.path,
    label: norm.label,
    heading: norm.heading,
    text: norm.text,
    status: norm.status,
    structure: norm.structure,
    subdivisions: norm.subdivisions.map(({ path, label, start, end }) => ({
      path,
      label,
      text: norm.text.slice(start, end),
      status: norm.status === 'repealed' || gone.has(path) ? 'repealed' : 'in_force',
    })),
    footnotes: norm.footnotes,
    attachments: norm.attachments,
    marks: norm.marks,
    spans: norm.spans,
    tables: norm.tables,
    provenance: {
      source_url: law.sourceUrl,
      html_url: norm.htmlUrl,
      fetch_timestamp: null,
      content_hash: law.contentHash,
      parser: law.parser,
      document_id: norm.documentId,
      source_version: law.sourceVersion ?? null,
    },
    previous: law.norms[index - 1]?.path ?? null,
    next: law.norms[index + 1]?.path ?? null,
    selection: null,
  }
}
