/** The files of a git repository in its states. */
import { basename, resolve } from 'node:path'
import { execa } from 'execa'
import type { State } from '../../corpus/versions.ts'
import { LegalTextError } from '../../errors.ts'
import type { Input, InputFile, PastFile } from '../source.ts'
import { compareText, isoTimestamp } from '../sources/values.ts'
import { BlobReader } from './blob-reader.ts'
import { gitArguments, gitOptions } from './git-command.ts'
import type { OwnDays } from './own-days.ts'

/** A state, and when it was made (ISO 8601). */
export interface TimedState {
  state: State
  fetchedAt: string
}

export class RepositoryFiles {
  readonly states: readonly TimedState[]
  readonly #name: string
  readonly #gitDirectory: string
  /** What became of each file, oldest first. */
  readonly #changes: ReadonlyMap<string, readonly DatedChange[]>
  readonly #reader: BlobReader

  /**
   * @param path of a bare repository or a work tree
   * @param folder only files in this folder of it
   * @throws LegalTextError as {@link openRepository}
   */
  static async open(path: string, folder: string | undefined): Promise<RepositoryFiles> {
    const { gitDirectory, isShallow, commits } = await openRepository(path, folder)
    const name = basename(resolve(path)).replace(/\.git$/, '')
    return new RepositoryFiles(name, gitDirectory, commits, isShallow)
  }

  private constructor(name: string, gitDirectory: string, commits: readonly Commit[], isShallow: boolean) {
    this.#name = name
    this.#gitDirectory = gitDirectory
    const inOrder = dated(commits)
    this.#changes = changesByPath(inOrder)
    this.#reader = new BlobReader(gitDirectory)
    const removes = commits.some(({ changes }) => changes.some(({ blob }) => blob === undefined))
    const listing = removes ? 'complete' : 'cumulative'
    this.states = lastOfEachDay(inOrder).map(({ day, commit: { id, time }, note }, place): TimedState => {
      const shallow = isShallow && place === 0 ? 'the repository is shallow: it lacks the states before' : null
      return {
        state: { observed_on: day, source: id, listing, incomplete: note ?? shallow },
        fetchedAt: new Date(time).toISOString(),
      }
    })
  }

  /** All files, with the states that had them. @param days of the repository that count, among all states */
  files(days: OwnDays): PastFile[] {
    const all = this.states.map(({ state }) => state.observed_on)
    const places = new Map(all.map((day, place) => [day, place]))
    const times = new Map(this.states.map(({ state, fetchedAt }) => [state.observed_on, fetchedAt]))
    const files: PastFile[] = []
    for (const [path, changes] of this.#changes) {
      for (const [index, { day: from, blob }] of changes.entries()) {
        if (blob === undefined) continue
        const file = this.#file(path, blob)
        const next = changes[index + 1]
        const to = all.at(next === undefined ? -1 : (places.get(next.day) as number) - 1) as string
        for (const span of days.spans({ from, to }))
          files.push({ ...span, fetchedAt: times.get(span.from) as string, file })
      }
    }
    return files
  }

  /** The files of the last state, as an input. @returns `undefined` if it is of another day */
  newest(day: string): { input: Input; fetchedAt: string } | undefined {
    const last = this.states.at(-1)
    if (last?.state.observed_on !== day) return undefined
    const files: InputFile[] = []
    for (const [path, changes] of this.#changes) {
      const blob = changes.at(-1)?.blob
      if (blob !== undefined) files.push(this.#file(path, blob))
    }
    files.sort((a, b) => compareText(a.path, b.path))
    return { input: { name: this.#name, files, close: async () => {} }, fetchedAt: last.fetchedAt }
  }

  async close(): Promise<void> {
    await this.#reader.close()
  }

  #file(path: string, blob: string): InputFile {
    const read = () => this.#reader.read(blob)
    const location = { gitDirectory: this.#gitDirectory, blob }
    // git tells the size with the content only.
    return { path, size: 0, location, read, head: async (bytes) => (await read()).subarray(0, bytes) }
  }
}

interface DatedCommit {
  commit: Commit
  day: string
  note: string | null
}

/** The commits with their days. A clock that ran backwards is set to the day before. */
function dated(commits: readonly Commit[]): DatedCommit[] {
  let last = ''
  return commits.map((commit) => {
    const isBackwards = commit.day < last
    const note = isBackwards ? `it is dated ${commit.day}, before the commit that it follows` : null
    last = isBackwards ? last : commit.day
    return { commit, day: last, note }
  })
}

function lastOfEachDay(commits: readonly DatedCommit[]): DatedCommit[] {
  return [...new Map(commits.map((each) => [each.day, each])).values()]
}

interface DatedChange {
  day: string
  /** Name of the new content, `undefined` for a removed file. */
  blob: string | undefined
}

/** Of several changes of a file on one day the last one counts. */
function changesByPath(commits: readonly DatedCommit[]): Map<string, DatedChange[]> {
  const byPath = new Map<string, DatedChange[]>()
  for (const { commit, day } of commits) {
    for (const { path, blob } of commit.changes) {
      const changes = byPath.get(path) ?? []
      if (changes.at(-1)?.day === day) changes.pop()
      changes.push({ day, blob })
      byPath.set(path, changes)
    }
  }
  return byPath
}

/** What a commit changed. */
interface FileChange {
  path: string
  /** Name of the new content, `undefined` for a removed file. */
  blob: string | undefined
}

interface Commit {
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
 * @throws LegalTextError `invalid_input` if it is not a repository, has no commits, or git is not installed
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
    // A path that becomes a link or a submodule stops being a file.
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
