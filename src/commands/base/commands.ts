/** Every command by its name, with a colon between a topic and its command. Each is loaded when it is needed. */
import type { CommandDescription } from './description.ts'

const COMMANDS: Readonly<Record<string, () => Promise<{ default: CommandDescription }>>> = {
  check: () => import('../check.ts'),
  cite: () => import('../cite.ts'),
  completion: () => import('../completion.ts'),
  'corpus:build': () => import('../corpus/build.ts'),
  'corpus:info': () => import('../corpus/info.ts'),
  'corpus:keygen': () => import('../corpus/keygen.ts'),
  'corpus:list': () => import('../corpus/list.ts'),
  'corpus:prune': () => import('../corpus/prune.ts'),
  'corpus:pull': () => import('../corpus/pull.ts'),
  'corpus:sign': () => import('../corpus/sign.ts'),
  'corpus:update': () => import('../corpus/update.ts'),
  'corpus:verify': () => import('../corpus/verify.ts'),
  coverage: () => import('../coverage.ts'),
  http: () => import('../http.ts'),
  law: () => import('../law.ts'),
  laws: () => import('../laws.ts'),
  limitations: () => import('../limitations.ts'),
  norm: () => import('../norm.ts'),
  openapi: () => import('../openapi.ts'),
  related: () => import('../related.ts'),
  search: () => import('../search.ts'),
  status: () => import('../status.ts'),
}

export const COMMAND_IDS: readonly string[] = Object.keys(COMMANDS)

/** Whether commands have this word in front of their names. */
export function isTopic(word: string): boolean {
  return COMMAND_IDS.some((id) => id.startsWith(`${word}:`))
}

/** The description of a command. @throws Error where there is none of this name */
export async function loadCommand(id: string): Promise<CommandDescription> {
  const load = COMMANDS[id]
  if (load === undefined) throw new Error(`there is no command ${id}`)
  return (await load()).default
}

export interface NamedCommand {
  id: string
  /** The words behind its name. */
  rest: readonly string[]
}

/** The command that a line names. */
export function commandOf(words: readonly string[]): NamedCommand | undefined {
  for (const count of [1, 2]) {
    const id = words.slice(0, count).join(':')
    if (words.length >= count && Object.hasOwn(COMMANDS, id)) return { id, rest: words.slice(count) }
  }
  return undefined
}
