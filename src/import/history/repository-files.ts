/** Files of a git repository, by state. */

import { basename, resolve, sep } from 'node:path'
import { execa } from 'execa'
import { say } from '../../i18n/texts.ts'
import type { ObservedSpan } from '../../model/law-history.ts'
import type { State } from '../../model/versions.ts'
import { firstIndex } from '../../util/binary-search.ts'
import { LegalTextError } from '../../util/errors.ts'
import { isArchive, isHidden, unpackFiles } from '../input.ts'
import type { Input, InputFile, PastFile, Skipped } from '../source.ts'
import { compareText, isoTimestamp } from '../values.ts'
import { BlobReader } from './blob-reader.ts'
import { gitArguments, gitOptions } from './git-command.ts'
import type { OwnDays } from './own-days.ts'

/** A state, and its time (ISO 8601). */
export interface TimedState {
  state: State
  fetchedAt: string
}

/** A file in consecutive states. */
interface FileSpan extends ObservedSpan {
  file: InputFile
}

export class RepositoryFiles {
  readonly states: readonly TimedState[]
  readonly #name: string
  readonly #gitDirectory: string
  readonly #reader: BlobReader
  /** Files removed by a commit, except moved ones. */
  readonly #removed: readonly InputFile[]
  /** All versions of all files, oldest first. */
  readonly #versions: readonly InputFile[]
  #files: FileSpan[] = []

  /**
   * @param path of a bare repository or a work tree
   * @param named folder to which files are restricted; paths are relative to it
   * @throws LegalTextError as {@link openRepository}
   */
  static async open(path: string, named: string | undefined): Promise<RepositoryFiles> {
    const folder = named?.replaceAll(sep, '/')
    const repository = await openRepository(path, folder)
    const name = basename(resolve(path)).replace(/\.git$/, '')
    const opened = new RepositoryFiles(name, repository, folder)
    try {
      await opened.#unpack()
      return opened
    } catch (error) {
      await opened.close()
      throw error
    }
  }

  private constructor(name: string, { gitDirectory, commits, isShallow }: Repository, folder: string | undefined) {
    this.#name = name
    this.#gitDirectory = gitDirectory
    this.#reader = new BlobReader(gitDirectory)
    const prefix = folder === undefined ? '' : `${folder.replace(/^(\.?\/)+|\/+$/g, '')}/`
    const inOrder = dated(commits)
    this.#removed = commits.flatMap(({ changes }) => {
      const added = new Set(changes.map(({ blob }) => blob))
      const gone = changes.filter(({ blob, before }) => blob === undefined && !added.has(before))
      return gone.map(({ path, before }) => this.#file(withoutPrefix(path, prefix), before))
    })
    this.#versions = inOrder.flatMap(({ commit: { changes, effect }, day: on }) =>
      changes.flatMap(({ path, blob }) =>
        blob === undefined ? [] : [{ ...this.#file(withoutPrefix(path, prefix), blob), committed: { on, effect } }],
      ),
    )
    const notes = Map.groupBy(
      inOrder.filter(({ isMisdated }) => isMisdated),
      ({ day }) => day,
    )
    const lastOfEachDay = [...new Map(inOrder.map((each) => [each.day, each])).values()]
    this.states = lastOfEachDay.map(({ day, commit: { id, time } }, place): TimedState => {
      const misdated = notes.get(day)?.map(({ commit }) => `${commit.day} (${commit.id.slice(0, 12)})`)
      const shallow = isShallow && place === 0 ? say`the repository is shallow: it lacks the states before` : null
      const incomplete =
        misdated === undefined ? shallow : say`commits dated out of order count as of this day: ${listed(misdated)}`
      return {
        state: { observed_on: day, source: id, listing: 'cumulative', incomplete },
        fetchedAt: new Date(time).toISOString(),
      }
    })
    const all = this.states.map(({ state }) => state.observed_on)
    const places = new Map(all.map((day, place) => [day, place]))
    for (const [whole, changes] of changesByPath(inOrder)) {
      const path = withoutPrefix(whole, prefix)
      if (isHidden(path)) continue
      for (const [index, { day: from, blob }] of changes.entries()) {
        const next = changes[index + 1]
        const to = all.at(next === undefined ? -1 : (places.get(next.day) as number) - 1) as string
        if (blob !== undefined) this.#files.push({ from, to, file: this.#file(path, blob) })
      }
    }
    this.#files.sort((a, b) => compareText(a.file.path, b.file.path))
  }

  /** Replaces archives by their files. The state lists those that cannot be opened. */
  async #unpack(): Promise<void> {
    const unpacked: FileSpan[] = []
    for (const each of this.#files) {
      if (!isArchive(each.file.path)) {
        unpacked.push(each)
        continue
      }
      const { files, skipped } = await unpackFiles([each.file])
      unpacked.push(...files.map((file) => ({ ...each, file })))
      const state = this.states.find(({ state }) => state.observed_on === each.from)?.state
      for (const { path, reason } of skipped) if (state !== undefined) state.incomplete ??= say`${path}: ${reason}`
    }
    this.#files = unpacked
  }

  /** Returns all files, with their states. @param days of the repository that count, among all states */
  files(days: OwnDays): PastFile[] {
    const times = new Map(this.states.map(({ state, fetchedAt }) => [state.observed_on, fetchedAt]))
    return this.#files.flatMap(({ file, ...whole }) =>
      days.spans(whole).map((span) => ({ ...span, fetchedAt: times.get(span.from) as string, file })),
    )
  }

  /** Returns the files of a state, as an input. */
  input(day: string): Input {
    const files = this.#files.filter(({ from, to }) => from <= day && day <= to).map(({ file }) => file)
    return { name: this.#name, files: [...new Map(files.map((file) => [file.path, file])).values()], close }
  }

  /**
   * Returns all versions of the files as one input, oldest first, each with the days of its commit. Files that the last commit
   * lacks are reported as skipped.
   */
  versions(): Input {
    const last = this.states.at(-1)?.state.observed_on ?? ''
    const present = new Set(this.input(last).files.map(({ path }) => path))
    const files = this.#versions.filter(({ path }) => !isHidden(path))
    const gone = [...new Set(files.map(({ path }) => path))].filter((path) => !present.has(path))
    const reason = say`the last commit no longer has it`
    const skipped = gone.map((path): Skipped => ({ path, reason, terminalState: 'excluded_by_policy' }))
    return {
      name: this.#name,
      files: files.filter(({ path }) => present.has(path)),
      skipped,
      close: () => this.close(),
    }
  }

  /** Returns the removed files as an input. */
  async removed(): Promise<Input> {
    const files = this.#removed.filter(({ path }) => !isHidden(path))
    return { name: this.#name, files: (await unpackFiles(files)).files, close }
  }

  async close(): Promise<void> {
    await this.#reader.close()
  }

  #file(path: string, blob: string): InputFile {
    const read = () => this.#reader.read(blob)
    const location = { gitDirectory: this.#gitDirectory, blob }
    // git reports the size only with the content.
    return { path, size: 0, location, read, head: async (bytes) => (await read()).subarray(0, bytes) }
  }
}

const close = async () => {}

const withoutPrefix = (path: string, prefix: string) =>
  path.startsWith(prefix) ? path.slice(prefix.length) : basename(path)

/** Lists some names, and the number of the others. */
const listed = (names: readonly string[]) =>
  names.slice(0, 3).join(', ') + (names.length > 3 ? ` (+ ${names.length - 3})` : '')

interface DatedCommit {
  commit: Commit
  day: string
  /** True if its own date is out of order, so that it has the day of the previous commit. */
  isMisdated: boolean
}

/**
 * Assigns days to commits. As many as possible keep their own: the longest increasing run of dates. Dates ahead of the clock are
 * excluded, unless all are.
 */
function dated(commits: readonly Commit[]): DatedCommit[] {
  const limit = Date.now() + DAY
  const places = [...commits.keys()].filter((place) => Date.parse(commits[place]?.time ?? '') <= limit)
  const run = new Set(longestRun(commits, places.length > 0 ? places : [...commits.keys()]))
  let last = commits.find((_, place) => run.has(place))?.day ?? ''
  return commits.map((commit, place) => {
    if (run.has(place)) last = commit.day
    return { commit, day: last, isMisdated: !run.has(place) && commit.day !== last }
  })
}

/** In milliseconds. Allowance for clocks that run ahead, and time zones. */
const DAY = 86_400_000

/** Returns the longest run of days in order, by patience sorting. @returns a subset of the places */
function longestRun(commits: readonly Commit[], places: readonly number[]): number[] {
  const dayOf = (place: number | undefined) => commits[place as number]?.day ?? ''
  /** Last place of the best run of each length, and the place before each place. */
  const ends: number[] = []
  const before = new Map<number, number | undefined>()
  for (const place of places) {
    const length = firstIndex(ends.length, (index) => dayOf(ends[index]) > dayOf(place))
    before.set(place, ends[length - 1])
    ends[length] = place
  }
  const run: number[] = []
  for (let place = ends.at(-1); place !== undefined; place = before.get(place)) run.push(place)
  return run
}

type DatedChange = { day: string } & Pick<FileChange, 'blob'>

/** Groups changes by path. The last change of a file on a day counts. */
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

/** A changed file of a commit. */
interface FileChange {
  path: string
  /** Object name of the new content; `undefined` for a removed file. */
  blob: string | undefined
  /** Object name of the previous content. */
  before: string
}

interface Commit {
  id: string
  /** Committer's day and time, in the time zone of the commit: `2024-03-04`, `2024-03-04T08:00:00+01:00`. */
  day: string
  time: string
  /** Author's day, or that in the trailer `Source-Date`: git cannot store days before 1970. */
  effect: string
  changes: FileChange[]
}

export interface Repository {
  /** Absolute path of the git directory. */
  gitDirectory: string
  /** True if commits before the first one are missing. */
  isShallow: boolean
  /** First parents of the current branch, oldest first. */
  commits: Commit[]
}

/**
 * @param path of a bare repository or a work tree
 * @param folder restricts the files to this folder
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
      '--format=%H %cs %cI %as %(trailers:key=Source-Date,valueonly,separator=%x20)',
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
      say`the commit ${id} in ${path} has no date that can be read: ${time || 'none'}`,
    )
  }
  if (commits.length === 0) {
    const where = folder === undefined ? '' : say` that change files in ${folder}`
    throw new LegalTextError('invalid_input', say`${path} has no commits${where}`)
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
      const [id = '', day = '', time = '', authored = day, named = ''] = field.split(/\s+/)
      const effect = isoTimestamp(named) === undefined ? authored : named
      if (id !== '') commits.push({ id, day, time, effect, changes: [] })
      continue
    }
    const path = fields[++index] as string
    const [, mode = '', before = '', blob = '', status] = field.split(' ')
    const changes = commits.at(-1)?.changes
    if (mode.startsWith('100')) changes?.push({ path, blob, before })
    // A path that becomes a link or a submodule stops being a file.
    else if (status === 'D' || status === 'T') changes?.push({ path, blob: undefined, before })
  }
  return commits
}

/** Runs git. @returns its output, trimmed */
async function run(repository: string, command: string[]): Promise<string> {
  try {
    // Does not search parent folders: the repository is the named one.
    const options = gitOptions()
    const env = { ...options.env, GIT_CEILING_DIRECTORIES: resolve(repository, '..') }
    const { stdout } = await execa('git', command, { ...options, encoding: 'utf8', env, maxBuffer: MAX_OUTPUT })
    return stdout.trim()
  } catch (error) {
    const { code, stderr = '' } = error as { code?: string; stderr?: string }
    const said = stderr.split('\n')[0]?.replace(/^fatal: /, '') || (error as Error).message
    const reason = code === 'ENOENT' ? say`git is not installed` : said
    const message = say`cannot read the history in ${repository}: ${reason}`
    throw new LegalTextError('invalid_input', message, {}, { cause: error })
  }
}

/** The log of a hundred thousand changes has 20 MB. */
const MAX_OUTPUT = 1024 * 1024 * 1024
