/** Every command by its name, with a colon between a topic and its command, loaded on demand. */

import { join } from 'node:path'
import { packageDescription, packageRoot, readPackageFile } from '../program/package.ts'
import { editDistance } from '../util/edit-distance.ts'
import type { CommandDescription } from './description.ts'

const COMMANDS: Readonly<Record<string, () => Promise<{ default: CommandDescription }>>> = {
  authorities: () => import('./commands/authorities.ts'),
  browse: () => import('./commands/browse.ts'),
  changes: () => import('./commands/changes.ts'),
  check: () => import('./commands/check.ts'),
  cite: () => import('./commands/cite.ts'),
  completion: () => import('./commands/completion.ts'),
  'corpus:build': () => import('./commands/corpus/build.ts'),
  'corpus:check': () => import('./commands/corpus/check.ts'),
  'corpus:diff': () => import('./commands/corpus/diff.ts'),
  'corpus:export': () => import('./commands/corpus/export.ts'),
  'corpus:info': () => import('./commands/corpus/info.ts'),
  'corpus:keygen': () => import('./commands/corpus/keygen.ts'),
  'corpus:list': () => import('./commands/corpus/list.ts'),
  'corpus:new': () => import('./commands/corpus/new.ts'),
  'corpus:prune': () => import('./commands/corpus/prune.ts'),
  'corpus:publish': () => import('./commands/corpus/publish.ts'),
  'corpus:pull': () => import('./commands/corpus/pull.ts'),
  'corpus:sign': () => import('./commands/corpus/sign.ts'),
  'corpus:update': () => import('./commands/corpus/update.ts'),
  'corpus:verify': () => import('./commands/corpus/verify.ts'),
  coverage: () => import('./commands/coverage.ts'),
  define: () => import('./commands/define.ts'),
  diff: () => import('./commands/diff.ts'),
  doctor: () => import('./commands/doctor.ts'),
  grep: () => import('./commands/grep.ts'),
  history: () => import('./commands/history.ts'),
  http: () => import('./commands/http.ts'),
  'install-completion': () => import('./commands/install-completion.ts'),
  law: () => import('./commands/law.ts'),
  laws: () => import('./commands/laws.ts'),
  limitations: () => import('./commands/limitations.ts'),
  link: () => import('./commands/link.ts'),
  mcp: () => import('./commands/mcp.ts'),
  norm: () => import('./commands/norm.ts'),
  openapi: () => import('./commands/openapi.ts'),
  related: () => import('./commands/related.ts'),
  search: () => import('./commands/search.ts'),
  status: () => import('./commands/status.ts'),
  watch: () => import('./commands/watch.ts'),
}

export const COMMAND_IDS: readonly string[] = Object.keys(COMMANDS)

/** True for the first word of commands such as `corpus:build`. */
export function isTopic(word: string): boolean {
  return COMMAND_IDS.some((id) => id.startsWith(`${word}:`))
}

/** @throws Error for an unknown command */
export async function loadCommand(id: string): Promise<CommandDescription> {
  const load = COMMANDS[id]
  if (load === undefined) throw new Error(`there is no command ${id}`)
  return (await load()).default
}

export interface MatchedCommand {
  id: string
  /** The words after its name. */
  rest: readonly string[]
}

/** The command at the beginning of a line. */
export function commandOf(words: readonly string[]): MatchedCommand | undefined {
  for (const count of [1, 2]) {
    const id = words.slice(0, count).join(':')
    if (words.length >= count && Object.hasOwn(COMMANDS, id)) return { id, rest: words.slice(count) }
  }
  return undefined
}

/** A section sign, a number, or a word before one: a designation has one of them, and command names do not. */
const DESIGNATION =
  /[§\d]|(?<!\p{L})(?:pr(?:ä|ae)ambel|preamble|anlage|anhang|annex|eingangsformel|schlussformel)(?!\p{L})/iu

/**
 * The command of a line without one: a norm, if its words designate one (`bgb 433`, `§ 433 BGB`), or a law, if it is one word
 * (`bgb`). Any command or topic, even with a typo, takes precedence over a law of the same name.
 */
export function meantCommand(words: readonly string[]): MatchedCommand | undefined {
  const [first = ''] = words
  if (first.trim() === '' || first.startsWith('-') || isTopic(first) || isMistyped(first)) return undefined
  const named = wordsBeforeFlags(words)
  if (DESIGNATION.test(named.join(' '))) return { id: 'norm', rest: words }
  return named.length === 1 ? { id: 'law', rest: words } : undefined
}

/** Minimum length of a mistyped command: shorter words may be codes of laws (`AO`, `MOG`). */
const SHORTEST_MISTYPED = 4

/** True for a command with one extra, missing, wrong or transposed letter: `nrom`. */
function isMistyped(word: string): boolean {
  const letters = (text: string) => [...text].sort().join('')
  return (
    word.length >= SHORTEST_MISTYPED &&
    COMMAND_IDS.some((id) => letters(id) === letters(word) || editDistance(word, id, 1) <= 1)
  )
}

function wordsBeforeFlags(words: readonly string[]): readonly string[] {
  const flag = words.findIndex((word) => word.startsWith('-'))
  return flag < 0 ? words : words.slice(0, flag)
}

/** The words before `--`, which may be flags. */
export function withoutOperands(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--')
  return end < 0 ? words : words.slice(0, end)
}

/** True for an empty line, a topic alone, `help …`, and a line with --help. */
export function asksForHelp(words: readonly string[]): boolean {
  const [first] = words
  return (
    first === undefined ||
    first === 'help' ||
    (words.length === 1 && isTopic(first)) ||
    withoutOperands(words).some((word) => word === '--help' || word === '-h')
  )
}

export interface NamedDescription {
  /** As it is typed: `corpus build`. */
  name: string
  description: CommandDescription
}

/** All commands, in the order of their names. */
export async function allCommands(): Promise<NamedDescription[]> {
  const commands = COMMAND_IDS.map(async (id) => ({
    name: id.replaceAll(':', ' '),
    description: await loadCommand(id),
  }))
  return (await Promise.all(commands)).sort((a, b) => (a.name < b.name ? -1 : 1))
}

export interface Listed {
  id: string
  summary: string
}

/** All commands with their summaries, from the manifest, which is faster than loading them. */
export function listedCommands(): Listed[] {
  const { commands } = JSON.parse(readPackageFile(join(packageRoot, 'oclif.manifest.json'))) as {
    commands: Record<string, Listed>
  }
  return Object.values(commands).sort((a, b) => (a.id < b.id ? -1 : 1))
}

export const listedTopics = () => packageDescription().oclif.topics
