/** Small invented packages for tests, held in memory. */
import { createHash } from 'node:crypto'
import type { Input } from '../../../src/import/source.ts'

export type Json = Record<string, unknown>
/** Contents by file name: strings as they are, other values as JSON. */
export type Files = Record<string, unknown>

const RETRIEVED = '2026-02-03T04:05:06Z'

export const sha256 = (content: unknown) =>
  `sha256:${createHash('sha256')
    .update(typeof content === 'string' ? content : JSON.stringify(content))
    .digest('hex')}`

export function source(changes: Json = {}): Json {
  return {
    source_kind: 'inselrecht',
    source_identifier: 'quelle-1',
    source_url: 'https://recht.example/quelle.zip',
    retrieved_at: RETRIEVED,
    stand_date: null,
    stand_date_status: 'not_exposed',
    content_hash: 'a'.repeat(64),
    source_metadata: {},
    known_issues: [],
    ...changes,
  }
}

export function law(id: string, changes: Json = {}): Json {
  const name = `Gesetz über ${id}`
  return {
    canonical_id: id,
    display_code: id.toUpperCase(),
    display_name: name,
    source: source(),
    aliases: [],
    ...changes,
  }
}

export function norm(lawId: string, normId: string, changes: Json = {}): Json {
  const [unit, value] = (normId.split('/').at(-1) ?? '').split(':')
  return {
    canonical_id: `${lawId}/${normId}`,
    law_id: lawId,
    norm_id: normId,
    unit,
    value,
    title: `Titel von ${normId}`,
    text: `Text von ${normId}.`,
    status: 'active',
    url: `https://recht.example/${lawId}/${normId}.html`,
    source: source(),
    ...changes,
  }
}

/** Two lists: one of a container law and its sections, and one with a recital. */
export function lists(): { 'laws.json': Json[]; 'norms.json': Json[] } {
  return {
    'laws.json': [law('seeg', { norm_count: 3 }), law('deichg', { norm_count: 2 })],
    'norms.json': [
      norm('seeg', 'art:2', { status: 'container', text: undefined, children: ['seeg/art:2/par:1', 'art:2/par:2'] }),
      norm('seeg', 'art:2/par:1', { text: '(1) Das Meer ist weit. Es ist tief. (2) Nach § 2 gilt: 1. Salz; 2. Wind.' }),
      norm('seeg', 'art:2/par:2'),
      norm('deichg', 'recital:47'),
      norm('deichg', 'par:3a', { value: '3A' }),
    ],
  }
}

/** The lists with the files of a generated package and the hashes of all of them. */
export function generated(more: Files = {}): Files {
  const files: Files = {
    ...lists(),
    'manifest.json': { schema_version: 'corpus-manifest.v1', discovered_sources: [{}, {}] },
    'readiness.json': { state: 'ready' },
    'search-index.json': { count: 5 },
    ...more,
  }
  const content_hashes = Object.fromEntries(Object.entries(files).map(([name, content]) => [name, sha256(content)]))
  const record_counts = { laws: 2, norms: 5, discovered_sources: 2 }
  return { ...files, 'package.json': { schema_version: 'generated-package.v1', content_hashes, record_counts } }
}

/** A manifest with one file per law. */
export function lawFiles(laws: Record<string, unknown>): Files {
  const entries = Object.entries(laws).map(([id, content]) => ({ canonical_id: id, content_hash: sha256(content) }))
  return {
    'manifest.json': { schema_version: 2, bundle_id: 'b', entries },
    ...Object.fromEntries(Object.entries(laws).map(([id, content]) => [`laws/${id}.json`, content])),
  }
}

export function bytesOf(content: unknown): Buffer {
  return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
}

/** An input of these files, as returned by `openInput`. */
export function inputOf(files: Files, changes: Partial<Input> = {}): Input {
  const opened = Object.entries(files).map(([path, content]) => {
    const bytes = bytesOf(content)
    return { path, size: bytes.length, read: async () => bytes }
  })
  opened.sort((a, b) => (a.path < b.path ? -1 : 1))
  return { name: 'paket', files: opened, close: async () => {}, ...changes }
}
