/** The files of a git repository in its states. */
import { basename, resolve } from 'node:path'
import type { State } from '../../corpus/versions.ts'
import type { Input, InputFile, PastFile } from '../source.ts'
import { compareText } from '../sources/values.ts'
import { BlobReader } from './blob-reader.ts'
import type { OwnDays } from './own-days.ts'
import { type Commit, openRepository } from './repository.ts'

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
