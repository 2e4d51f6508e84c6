/** The reader of plain lines gives what the parser of oclif gives, for every form of line that it reads. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Parser } from '@oclif/core'
import { parsePlainLine } from '../../src/cli/command-line.ts'
import { allCommands, type NamedDescription } from '../../src/cli/commands.ts'
import { type CommandDescription, flagsOf } from '../../src/cli/description.ts'
import { oclifCommand } from '../../src/cli/oclif.ts'

const starter = 'starter.sqlite'
const commands = await allCommands()

/** Arguments and flags as oclif reads them. */
async function readByOclif(description: CommandDescription, words: string[]) {
  const { args, flags } = oclifCommand(description)
  const read = await Parser.parse(words, { args, flags })
  return { args: given(read.args), flags: given(read.flags) }
}

const given = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** Arguments of each command. */
const ARGUMENTS: Record<string, string[]> = {
  browse: ['msgb', '14', '--list'],
  changes: ['--since', '2024-01-01'],
  diff: ['msgb', '12'],
  history: ['msgb', '12'],
  'corpus diff': [starter, starter],
  'corpus export': ['msverf'],
  check: ['-'],
  cite: ['§ 1 Abs. 2 MSGB'],
  completion: ['bash'],
  'corpus build': ['--from', 'not-there'],
  'corpus info': [starter],
  'corpus keygen': ['--out', '/dev/null/keys'],
  'corpus list': [],
  'corpus prune': [],
  'corpus publish': ['--to', 'ftp://not.there'],
  'corpus pull': ['--url', 'ftp://not.there'],
  'corpus sign': ['not-there', '--key', 'not-there'],
  'corpus update': ['--url', 'ftp://not.there'],
  'corpus verify': [starter],
  coverage: [],
  grep: ['Hafen'],
  http: ['--port', 'none'],
  law: ['msverf'],
  laws: [],
  limitations: [],
  mcp: [],
  norm: ['msgb', '14'],
  openapi: [],
  related: ['msgbeg', 'art:5'],
  search: ['Hafen'],
  status: [],
}

/** Values for flags, right and wrong ones. */
const VALUES: Record<string, string[]> = {
  'as-of': ['2024-06-01', 'x'],
  from: ['2024-06-01', 'x'],
  to: ['2025-06-01', 'x'],
  until: ['2025-06-01', 'x'],
  codes: ['msgb', 'nix'],
  context: ['1', '101'],
  depth: ['1', '0'],
  part: ['Buch 1', 'nix'],
  'fetched-at': ['2026-01-01T00:00:00Z', 'then'],
  format: ['json', 'md', 'text', 'plain'],
  keep: ['2', 'x'],
  limit: ['2', '0', 'x'],
  offset: ['1', '-'],
  type: ['cites', 'x'],
  query: ['hafen', '§'],
}

/** A line without flags, and one for each flag with each of its values. */
function linesOf({ name, description }: NamedDescription): string[][] {
  const base = [...name.split(' '), ...(ARGUMENTS[name] ?? [])]
  const corpus = 'dataset' in flagsOf(description) ? ['--dataset', 'starter'] : []
  const flags = Object.entries(flagsOf(description)).filter(
    ([flag]) => flag !== 'dataset' && !base.includes(`--${flag}`),
  )
  const lines = flags.flatMap(([flag, { helpValue, options }]) => {
    if (helpValue === undefined) return [[`--${flag}`]]
    return [...new Set([...(options ?? []), ...(VALUES[flag] ?? ['x'])])].map((each) => [`--${flag}`, each])
  })
  return [[], ...lines].map((line) => [...base, ...line, ...corpus])
}

test('there is a line for every command', () => {
  assert.deepEqual(
    Object.keys(ARGUMENTS).sort(),
    commands.map(({ name }) => name),
  )
})

for (const { name, description } of commands) {
  test(`${name}: both give the same`, async () => {
    let plain = 0
    for (const line of linesOf({ name, description })) {
      const words = line.slice(name.split(' ').length)
      const read = parsePlainLine(description, words)
      if (read === undefined) continue
      plain++
      assert.deepEqual({ ...read }, await readByOclif(description, words), line.join(' '))
    }
    assert(plain > 0)
  })
}

describe('lines that are not plain are left to oclif', () => {
  const norm = commands.find(({ name }) => name === 'norm')?.description
  assert(norm)
  const lines: [what: string, words: string[]][] = [
    ['an unknown flag', ['msgb', '1', '--jsn']],
    ['a value after an equals sign', ['msgb', '1', '--format=json']],
    ['no value', ['msgb', '1', '--format']],
    ['a value that is none of the options', ['msgb', '1', '--format', 'x']],
    ['a value that may be a flag', ['msgb', '1', '--dataset', '--json']],
    ['a flag given twice', ['msgb', '1', '--dataset', 'a', '--dataset', 'b']],
    ['a switch given twice', ['msgb', '1', '--json', '--json']],
    ['the end of flags', ['msgb', '1', '--', '--json']],
    ['a short flag', ['msgb', '1', '-x']],
    ['an empty word', ['msgb', '']],
    ['an argument that is missing', []],
  ]
  for (const [what, words] of lines) test(what, () => assert.equal(parsePlainLine(norm, words), undefined))

  test('too many arguments', () => {
    const status = commands.find(({ name }) => name === 'status')?.description
    assert(status)
    assert.equal(parsePlainLine(status, ['a']), undefined)
  })
})
