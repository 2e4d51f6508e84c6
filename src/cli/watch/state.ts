/** The record of a run of `watch` for the next one. */

import { existsSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import * as z from 'zod'
import { say } from '../../i18n/texts.ts'
import type { FeedEntry } from '../../render/atom.ts'
import { argumentError } from '../../util/arguments.ts'
import { tried } from '../../util/tried.ts'
import { KnownWordings, nameBeside, storedText, WORDINGS } from '../check/known-wordings.ts'
import { MAX_TEXT_BYTES, readBytes, STANDARD_INPUT } from '../read-text.ts'

/** Maximum number of feed entries; older ones are dropped. */
const MOST_ENTRIES = 200

const VERSION = 1

const STATE = z.object({
  version: z.literal(VERSION),
  documents: z.array(z.object({ file: z.string(), unreadable: z.literal(true).optional() })),
  wordings: WORDINGS,
  feed: z.array(
    z.object({
      name: z.array(z.string()),
      title: z.string(),
      updated: z.string(),
      links: z.array(z.never()),
      summary: z.string(),
    }),
  ),
})

export class WatchState {
  readonly file: string
  readonly wordings: KnownWordings
  /** Newest first. */
  feed: FeedEntry[] = []
  /** Readability of each document, by its name beside the state. */
  readonly #documents = new Map<string, boolean>()

  constructor(file: string) {
    this.file = file
    this.wordings = new KnownWordings(file)
  }

  /** @returns `undefined` for a missing file @throws LegalTextError `invalid_input` unless it is a state of `watch` */
  static async read(file: string): Promise<WatchState | undefined> {
    if (!existsSync(file)) return undefined
    const text = (await readBytes(file, MAX_TEXT_BYTES)).toString('utf8')
    const stored = STATE.safeParse(jsonOf(text))
    if (!stored.success)
      throw argumentError('--state', say`${file} is not a state of watch; move it away to begin anew`)
    const state = new WatchState(file)
    const { documents, wordings, feed } = stored.data
    for (const document of documents) state.#documents.set(document.file, document.unreadable !== true)
    state.wordings.addAll(wordings)
    state.feed = feed
    return state
  }

  /** Adds a document. @param isReadable false for an unreadable one */
  record(file: string, isReadable: boolean): void {
    this.#documents.set(nameBeside(this.file, file), isReadable)
  }

  /** Copies another state's record of a document that is unreadable now. */
  keep(file: string, { wordings }: WatchState): void {
    const name = nameBeside(this.file, file)
    this.wordings.addAll(wordings.items().filter((each) => each.file === name))
  }

  has(file: string): boolean {
    return this.#documents.has(nameBeside(this.file, file))
  }

  /** True for an unreadable document. */
  isUnreadable(file: string): boolean {
    return this.#documents.get(nameBeside(this.file, file)) === false
  }

  /** The documents, as paths from the working directory. */
  documents(): string[] {
    const folder = dirname(resolve(this.file))
    const pathOf = (name: string) => (name === STANDARD_INPUT ? name : relative('', resolve(folder, name)))
    return [...this.#documents.keys()].map(pathOf)
  }

  /** The content of its file. */
  toText(): string {
    const documents = [...this.#documents]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, isReadable]) => ({ file, ...(!isReadable && { unreadable: true }) }))
    const lists = { documents, wordings: this.wordings.items(), feed: this.feed.slice(0, MOST_ENTRIES) }
    return storedText(VERSION, lists)
  }
}

const jsonOf = (text: string): unknown => tried(() => JSON.parse(text), undefined)
