/** Reads the states of a git repository whose commits are states of a source. */

import { resolve } from 'node:path'
import { execa } from 'execa'
import { LegalTextError } from '../../errors.ts'
import { isoTimestamp } from '../sources/values.ts'
import { gitArguments, gitOptions } from './git-command.ts'

/** What a commit changed. */
export interface FileChange {
  path: string
  /** Name of the new content, `undefined` for a removed file. */
  blob: string | undefined
}

export interface Commit {
  id: string
  /** Day and time of the committer, in the time zone that the commit gives: `2024-03-04`, `2024-03-04T08:00:00+01:00`. */
  day: string
  time: string
  changes: FileChange[]
}

export interface Repository {
  /** Absolute path of the git directory. */
  gitDirectory: string
  /** True if commits before the first one are missing. */
  isShallow: boolean
  /** The first parents of the current branch, oldest first. */
  commits: Commit[]
}

/**
 * @param path of a bare repository or a work tree
 * @param folder only files in this folder of it
 * @throws LegalTextError `invalid_input` if it is no repository, has no commits, or git is not installed
 */
export async function openRepository(path: string, folder: string | undefined): Promise<Repository> {
  const gitDirectory = await run(path, [
    '-C',
    resolve(path),
    '-c',
    'core.fsmonitor=false',
    'rev-parse',
    '--absolute-git-dir',
  ])
  const shallow = await run(path, gitArguments(gitDirectory, 'rev-parse', '--is-shallow-repository'))
  const log = await run(
    path,
    gitArguments(
      gitDirectory,
      'log',
      '--first-parent',
      '-m',
      '--reverse',
      '--raw',
      '-r',
      '-z',
      '--no-renames',
      '--no-abbrev',
      '--no-show-signature',
      '--encoding=UTF-8',
      '-O/dev/null',
      '--format=%H %cs %cI',
      'HEAD',
      '--',
      ...(folder === undefined ? [] : [folder]),
    ),
  )
  const commits = readLog(log)
  for (const { id, day, time } of commits) {
    if (isoTimestamp(day) !== undefined && !Number.isNaN(Date.parse(time))) continue
    throw new LegalTextError(
      'invalid_input',
      `the commit ${id} in ${path} has no date that can be read: ${time || 'none'}`,
    )
  }
  if (commits.length === 0) {
    const where = folder === undefined ? '' : ` that change files in ${folder}`
    throw new LegalTextError('invalid_input', `${path} has no commits${where}`)
  }
  return { gitDirectory, isShallow: shallow === 'true', commits }
}

/** Parses the output of `git log --raw -z`: the line of a commit, then two fields for each file, the second its path. */
function readLog(log: string): Commit[] {
  const commits: Commit[] = []
  const fields = log.split('\0')
  for (let index = 0; index < fields.length; index++) {
    const field = (fields[index] as string).trim()
    if (!field.startsWith(':')) {
      const [id = '', day = '', time = ''] = field.split(' ')
      if (id !== '') commits.push({ id, day, time, changes: [] })
      continue
    }
    const path = fields[++index] as string
    const [, mode = '', , blob = '', status] = field.split(' ')
    const changes = commits.at(-1)?.changes
    if (mode.startsWith('100')) changes?.push({ path, blob })
    // What becomes a link or a submodule is no file any more.
    else if (status === 'D' || status === 'T') changes?.push({ path, blob: undefined })
  }
  return commits
}

/** Runs git. @returns what it prints, without the white space around it */
async function run(repository: string, command: string[]): Promise<string> {
  try {
    // The folders above are not searched: the repository is the one that was named.
    const options = gitOptions()
    const env = { ...options.env, GIT_CEILING_DIRECTORIES: resolve(repository, '..') }
    const { stdout } = await execa('git', command, { ...options, encoding: 'utf8', env, maxBuffer: MAX_OUTPUT })
    return stdout.trim()
  } catch (error) {
    const { code, stderr } = error as { code?: string; stderr?: string }
    const reason = code === 'ENOENT' ? 'git is not installed' : (firstLine(stderr) ?? (error as Error).message)
    const message = `cannot read the history in ${repository}: ${reason}`
    throw new LegalTextError('invalid_input', message, {}, { cause: error })
  }
}

/** The log of a hundred thousand changes has 20 MB. */
const MAX_OUTPUT = 1024 * 1024 * 1024

function firstLine(text = ''): string | undefined {
  return text.split('\n')[0]?.replace(/^fatal: /, '') || undefined
}
