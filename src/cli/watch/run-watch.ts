/** Compares the cited parts of norms with their state in the last run. */

import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import { writeFilesAtomic } from '../../files/write-atomic.ts'
import { currentLanguage, t, translated } from '../../i18n/texts.ts'
import type { Corpus } from '../../model/corpus.ts'
import { check } from '../../operations/check.ts'
import { CitedParts, citedPart, hasNews } from '../../operations/cited-parts.ts'
import { cacheFolder } from '../../program/cache-path.ts'
import { atomFeed, type FeedEntry } from '../../render/atom.ts'
import { newsText } from '../../render/part-news.ts'
import { ERROR_KINDS, LegalTextError } from '../../util/errors.ts'
import { findInputs, leftOutNote, readInput } from '../check/inputs.ts'
import { withCorpus } from '../open-corpus.ts'
import { writeNote, writeReport } from '../output.ts'
import type { WatchedPart, WatchReport } from '../terminal/pages/watch-page.ts'
import { WatchState } from './state.ts'

export interface WatchOptions {
  /** Default: a file in the cache, specific to these words. */
  state: string | undefined
  /** File of the feed, if one is to be written. */
  feed: string | undefined
  jurisdiction: string | undefined
  dataset: string | undefined
  json: boolean | undefined
}

/** Sets the exit code: 3 if there is news. */
export async function runWatch(words: readonly string[], options: WatchOptions): Promise<void> {
  const file = options.state ?? defaultState(words)
  const before = await WatchState.read(file)
  const { files, leftOut } = await findInputs(words)
  const own = [file, options.feed].flatMap((each) => (each === undefined ? [] : [resolve(each)]))
  const documents = files.filter((each) => !own.includes(resolve(each)))
  const note = leftOutNote(leftOut)
  if (note !== undefined) await writeNote(note)
  await withCorpus(options.dataset, !options.json, async (corpus) => {
    const after = new WatchState(file)
    const report = await compare(corpus, documents, { before, after, jurisdiction: options.jurisdiction })
    after.feed = [...report.changes.map(entryOf), ...(before?.feed ?? [])]
    const feed = options.feed === undefined ? [] : [{ path: options.feed, text: feedOf(after.feed) }]
    // Unrecorded news is reported again: better twice than never.
    await writeReport(options, report, async () => (await import('../terminal/pages/watch-page.ts')).watchPage)
    await writeFilesAtomic([{ path: file, text: after.toText(), mode: 0o600 }, ...feed], true)
    if (report.changes.length > 0) process.exitCode = ERROR_KINDS.not_found.exitCode
  })
}

function defaultState(words: readonly string[]): string {
  const name = createHash('sha256')
    .update(words.map((word) => resolve(word)).join('\n'))
    .digest('hex')
  return join(cacheFolder(), 'watch', `${name.slice(0, 16)}.json`)
}

interface Comparison {
  before: WatchState | undefined
  /** Records the present state. */
  after: WatchState
  jurisdiction: string | undefined
}

/** Documents are read one by one: an unreadable one does not prevent the comparison of the others. */
async function compare(
  corpus: Corpus,
  files: readonly string[],
  { before, after, jurisdiction }: Comparison,
): Promise<WatchReport> {
  const parts = await CitedParts.of(corpus)
  const found = new Map<string, WatchedPart>()
  const unreadable: WatchReport['documents']['unreadable'] = []
  for (const file of files) {
    const input = await readInput(file, {}).catch((error: unknown) => {
      if (error instanceof LegalTextError && error.kind === 'invalid_input') return error
      throw error
    })
    if (input instanceof LegalTextError) {
      if (!before?.isUnreadable(file)) unreadable.push({ file, message: input.message })
      after.record(file, false)
      if (before !== undefined) after.keep(file, before)
      continue
    }
    after.record(file, true)
    const { text, format, placeAt } = input
    const asked = { text, format, ...(jurisdiction !== undefined && { jurisdiction }) }
    for (const finding of (await check.run(corpus, asked)).findings) {
      const part = await citedPart(parts, finding)
      if (part !== undefined) after.wordings.record(file, finding, part)
      const known = before?.wordings.of(file, finding)
      const news = known && (await parts.newsOf(known))
      if (known === undefined || news === undefined || !hasNews(news)) continue
      const { hash: _hash, coming: _coming, ...place } = known
      const key = JSON.stringify(known)
      const watched = found.get(key) ?? { ...place, ...news, places: [] }
      const { line, column, start, end } = finding
      watched.places.push({ file, ...(placeAt?.(start, end) ?? { line, column }) })
      found.set(key, watched)
    }
  }
  return {
    state: after.file,
    first_run: before === undefined,
    corpus_date: parts.day,
    documents: {
      count: files.length,
      new: before === undefined ? [] : files.filter((file) => !before.has(file)),
      gone: before?.documents().filter((file) => !after.has(file)) ?? [],
      unreadable,
    },
    cited_parts: new Set(after.wordings.items().map(({ cite_as, code }) => `${code} ${cite_as}`)).size,
    changes: [...found.values()],
  }
}

function entryOf(part: WatchedPart): FeedEntry {
  const { code, norm, subdivision, cite_as, as_of, change, coming, places } = part
  const files = [...new Set(places.map(({ file }) => file))]
  const what = newsText(part)
  return {
    name: ['watch', code, norm, subdivision ?? '', as_of ?? '', change?.type ?? '', ...coming.map(({ key }) => key)],
    title: `${cite_as}: ${change === null ? t`to come` : translated(change.type)}`,
    updated: `${new Date().toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`,
    links: [],
    summary: t`${cite_as}: ${what}. Cited in ${files.join(', ')}.`,
  }
}

function feedOf(entries: readonly FeedEntry[]): string {
  return atomFeed({
    name: ['watch'],
    language: currentLanguage(),
    title: t`Changes of cited norms`,
    subtitle: t`Norms that documents cite: what has changed, and what is to come.`,
    updated: entries[0]?.updated ?? new Date(0).toISOString(),
    links: [],
    entries,
  })
}
