/** Watches a dataset for changes. */
import { lstatSync, opendirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isDatabaseAddress, isUrl, STARTER } from './dataset-name.ts'

/** How often to look, in milliseconds. Unlike notifications, polling works for links and mounted folders, too. */
const INTERVAL = 1000

/** In a folder with more entries, changes of its files go unnoticed. */
const MOST_ENTRIES = 100

/**
 * Calls back when a file, or one directly in a folder, has changed and then stayed the same for a second.
 * @param dataset as in `locateBundle`; if undefined, the bundles of the cache are watched
 * @param onChange gets the id of the bundle that is current in a database
 */
export function watchDataset(
  dataset: string | undefined,
  cache: string,
  onChange: (id?: string) => void,
): { close(): void } {
  if (isDatabaseAddress(dataset ?? '')) return watchDatabase(dataset as string, onChange)
  if (dataset === STARTER || isUrl(dataset ?? '')) return { close() {} }
  const path = dataset ?? join(cache, 'bundles')
  let reported = stateOf(path)
  let before = reported
  const timer = setInterval(() => {
    const state = stateOf(path)
    if (state === before && state !== reported) {
      reported = state
      onChange()
    }
    before = state
  }, INTERVAL)
  timer.unref()
  return { close: () => clearInterval(timer) }
}

/** The client of the database is loaded only here. */
function watchDatabase(address: string, onChange: (id: string) => void): { close(): void } {
  const watching = import('../postgres/watch-current.ts').then(({ watchCurrent }) => watchCurrent(address, onChange))
  // What is wrong with the address is said where it is opened.
  watching.catch(() => undefined)
  return {
    close() {
      watching.then((watch) => watch.close()).catch(() => undefined)
    },
  }
}

function stateOf(path: string): string {
  try {
    const states = [statSync(path, { bigint: true })]
    if (states[0]?.isDirectory()) {
      for (const name of namesToWatch(path)) states.push(lstatSync(join(path, name), { bigint: true }))
    }
    return states.map(({ dev, ino, size, mtimeNs }) => `${dev} ${ino} ${size} ${mtimeNs}`).join('\n')
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}

/** The names in a folder; none if there are too many. */
function namesToWatch(folder: string): string[] {
  const entries = opendirSync(folder)
  try {
    const names: string[] = []
    for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
      if (names.push(entry.name) > MOST_ENTRIES) return []
    }
    return names.sort()
  } finally {
    entries.closeSync()
  }
}
