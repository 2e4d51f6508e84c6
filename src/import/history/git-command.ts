/** Runs git on untrusted repositories, which must not run programs, access the network or change. */
import { parse } from 'node:path'
import type { Options } from 'execa'

/** Settings of a repository that name programs, or change the output of git. */
const SETTINGS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'log.showSignature=false',
  'log.showRoot=true',
  'log.follow=false',
  'diff.relative=false',
  'protocol.allow=never',
]

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

/** Variables that override the settings of a repository. Inherited ones are dropped: a hook sets them for another one. */
const ENVIRONMENT = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '',
  GIT_GRAFT_FILE: '/dev/null',
  LC_ALL: 'C',
}

/** Options of every run. Paths in commands are relative to the repository, so git does not run in a work tree. */
export function gitOptions() {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  return {
    env: { ...Object.fromEntries(inherited), ...ENVIRONMENT },
    extendEnv: false,
    cwd: parse(process.cwd()).root,
    encoding: 'buffer',
    stdin: 'ignore',
  } as const satisfies Options
}
