import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot, version } from '../../../src/program/package.ts'
import { SCHEMA_VERSION } from '../../../src/store/bundle-schema.ts'
import type { Place } from './place.ts'

/** Arguments that each command is tried with. */
const COMMANDS: Record<string, string[]> = {
  authorities: ['cited.md'],
  browse: ['msgb', '14', '--list'],
  changes: ['--since', '2024-06-01'],
  check: ['-'],
  cite: ['§ 1 Abs. 2 MSGB'],
  'corpus:build': ['--from', join(packageRoot, 'src', 'starter'), '--out', 'sample.sqlite'],
  'corpus:diff': ['old.sqlite', 'sample.sqlite'],
  'corpus:export': ['--out', 'norms.csv', '--replace'],
  'corpus:info': ['starter'],
  coverage: [],
  define: ['--codes', 'msgb'],
  diff: ['§ 16 MSGB', '--from', '2024-06-01'],
  doctor: [],
  grep: ['Hafen'],
  history: ['§ 1 MSGB'],
  law: ['msgb'],
  laws: [],
  limitations: [],
  link: ['cited.md'],
  norm: ['§ 1 MSGB'],
  openapi: [],
  related: ['msgbeg', 'art:5'],
  search: ['Kündigung'],
  status: [],
  watch: ['cited.md', '--state', 'seen.json'],
}
const WITHOUT_DATASET = ['corpus:build', 'corpus:diff', 'openapi']
/** Commands without JSON output. */
const SCRIPTS: Record<string, string[]> = { completion: ['bash'] }
/** Commands tried together in `tryMarkdown`, `publishing.ts` and `database.ts`; `http` and `mcp` in `server.ts`. */
const ELSEWHERE = [
  'http',
  'install-completion',
  'mcp',
  'corpus:publish',
  ...['new', 'check'].map((name) => `corpus:${name}`),
  ...['keygen', 'sign', 'verify', 'pull', 'update', 'list', 'prune'].map((name) => `corpus:${name}`),
]

/** Every command that the installation test tries; a test compares them with the existing ones. */
export const TRIED_COMMANDS = [...Object.keys(COMMANDS), ...Object.keys(SCRIPTS), ...ELSEWHERE]

/** Runs every command for its page and its JSON, on the sample. */
export function tryCommands(place: Place): void {
  writeFileSync(place.path('cited.md'), 'Nach § 1 Abs. 2 MSGB gilt das.\n')
  const old = join(packageRoot, 'src', 'starter-states', '2025-06-01')
  place.legalText('corpus', 'build', '--from', old, '--out', 'old.sqlite')
  for (const [id, args] of Object.entries(COMMANDS)) {
    const command = [...id.split(':'), ...args, ...(WITHOUT_DATASET.includes(id) ? [] : ['--dataset', 'starter'])]
    assert.notEqual(place.legalText(...command).trim(), '', id)
    assert.equal(typeof JSON.parse(place.legalText(...command, '--json')), 'object', id)
  }
  for (const [id, args] of Object.entries(SCRIPTS)) assert.notEqual(place.legalText(id, ...args).trim(), '', id)
  const HOME = place.path('home')
  const said = place.run(place.program, ['install-completion', 'fish', '--yes', '--json'], { ...place.env, HOME })
  const files: { file: string }[] = JSON.parse(said).files
  assert(files.length === 3 && files.every(({ file }) => file.startsWith(HOME) && readFileSync(file).length > 0))
}

/** Writes a law in Markdown from the template, checks it and builds a bundle of it. */
export function tryMarkdown(place: Place): void {
  const made = ['corpus', 'new', 'by-law.md']
  assert.equal(typeof JSON.parse(place.legalText(...made, '--json')), 'object')
  assert.match(place.legalText('corpus', 'check', 'by-law.md'), /§ 1/)
  const { outline } = JSON.parse(place.legalText('corpus', 'check', 'by-law.md', '--json'))
  assert.notEqual(outline.length, 0)
  place.legalText('corpus', 'build', '--from', 'by-law.md', '--out', 'by-law.sqlite')
  const [law] = JSON.parse(place.legalText('laws', '--json', '--dataset', 'by-law.sqlite')).laws
  assert.equal(law.source_family, 'markdown')
}

/** Whether the program reports its own version and its runtime. */
export function tryVersion(place: Place): void {
  const said = place.legalText('--version')
  const node = place.run(place.node, ['-p', 'process.version']).trim()
  for (const part of [version, node, process.platform, process.arch, `bundle-schema-${SCHEMA_VERSION}`])
    assert(said.includes(part), said)
}
