/** How git is run: on a repository from anywhere, which must not run programs, reach the network or change. */
import type { Options } from 'execa'

/** Settings of a repository that name programs, or change what git prints. */
const SETTINGS = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'log.showSignature=false', 'protocol.allow=never']

/** @param gitDirectory absolute path */
export function gitArguments(gitDirectory: string, ...command: string[]): string[] {
  return [
    '--no-optional-locks',
    '--no-replace-objects',
    '--literal-pathspecs',
    ...SETTINGS.flatMap((setting) => ['-c', setting]),
    `--git-dir=${gitDirectory}`,
    ...command,
  ]
}

export const GIT_OPTIONS = {
  env: { GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1', LC_ALL: 'C' },
  encoding: 'buffer',
  stdin: 'ignore',
} as const satisfies Options
