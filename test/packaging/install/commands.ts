import assert from 'node:assert/strict'
import { join } from 'node:path'
import { COMMAND_IDS } from '../../../src/cli/commands.ts'
import { packageRoot, version } from '../../../src/program/package.ts'
import { SCHEMA_VERSION } from '../../../src/store/bundle-schema.ts'
import type { Place } from './place.ts'

/** What each command is asked. */
const COMMANDS: Record<string, string[]> = {
  browse: ['msgb', '14', '--list'],
  changes: ['--since', '2024-06-01'],
  check: ['-'],
  cite: ['§ 1 Abs. 2 MSGB'],
  'corpus:build': ['--from', join(packageRoot, 'src', 'starter'), '--out', 'sample.sqlite'],
  'corpus:diff': ['old.sqlite', 'sample.sqlite'],
  'corpus:export': ['--out', 'norms.csv', '--replace'],
  'corpus:info': ['starter'],
  coverage: [],
  diff: ['§ 16 MSGB', '--from', '2024-06-01'],
  grep: ['Hafen'],
  history: ['§ 1 MSGB'],
  law: ['msgb'],
  laws: [],
  limitations: [],
  norm: ['§ 1 MSGB'],
  openapi: [],
  related: ['msgbeg', 'art:5'],
  search: ['Kündigung'],
  status: [],
}
const WITHOUT_DATASET = ['corpus:build', 'corpus:diff', 'openapi']
/** These write no JSON. */
const SCRIPTS: Record<string, string[]> = { completion: ['bash'] }
/** Commands that go together, and are asked by `publishing.ts` and `database.ts`; `http` and `mcp` are by `server.ts`. */
const ELSEWHERE = [
  'http',
  'mcp',
  'corpus:publish',
  ...['keygen', 'sign', 'verify', 'pull', 'update', 'list', 'prune'].map((name) => `corpus:${name}`),
]

/** Asks every command for its page and its JSON; the sample is enough for them. */
export function tryCommands(place: Place): void {
  const ids = COMMAND_IDS.filter((id) => !ELSEWHERE.includes(id))
  assert.deepEqual(ids.sort(), [...Object.keys(COMMANDS), ...Object.keys(SCRIPTS)].sort())
  const old = join(packageRoot, 'src', 'starter-states', '2025-06-01')
  place.legalText('corpus', 'build', '--from', old, '--out', 'old.sqlite')
  for (const [id, args] of Object.entries(COMMANDS)) {
    const command = [...id.split(':'), ...args, ...(WITHOUT_DATASET.includes(id) ? [] : ['--dataset', 'starter'])]
    assert.notEqual(place.legalText(...command).trim(), '', id)
    assert.equal(typeof JSON.parse(place.legalText(...command, '--json')), 'object', id)
  }
  for (const [id, args] of Object.entries(SCRIPTS)) assert.notEqual(place.legalText(id, ...args).trim(), '', id)
}

/** Whether the program tells its own version, and what it runs on. */
export function tryVersion(place: Place): void {
  const said = place.legalText('--version')
  const node = place.run(place.node, ['-p', 'process.version']).trim()
  for (const part of [version, node, process.platform, process.arch, `bundle-schema-${SCHEMA_VERSION}`])
    assert(said.includes(part), said)
}
