/** Tells when what a dataset name stands for has changed. */
import { lstatSync, opendirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isUrl } from './dataset-name.ts'
import { STARTER } from './locate.ts'

/** How often to look, in milliseconds. Asking the file system works for links and mounted folders, too. */
const INTERVAL = 1000

/** Of a folder with more entries only the folder itself is looked at. */
const MOST_ENTRIES = 100

/**
 * Calls back when a file, or one directly in a folder, has changed and then stayed the same for a second.
 * @param dataset as in `provideBundle`; where none is named, the bundles of the cache are watched
 */
export function watchDataset(dataset: string | undefined, cache: string, onChange: () => void): { close(): void } {
  if (dataset === STARTER || isUrl(dataset ?? '')) return { close() {} }
  const path = dataset ?? join(cache, 'bundles')
  let told = stateOf(path)
  let before = told
  const timer = setInterval(() => {
    const state = stateOf(path)
    if (state === before && state !== told) {
      told = state
      onChange()
    }
    before = state
  }, INTERVAL)
  timer.unref()
  return { close: () => clearInterval(timer) }
}

function stateOf(path: string): string {
  try {
    const states = [statSync(path, { bigint: true })]
    if (states[0]?.isDirectory()) {
      for (const name of firstNames(path)) states.push(lstatSync(join(path, name), { bigint: true }))
    }
    return states.map(({ dev, ino, size, mtimeNs }) => `${dev} ${ino} ${size} ${mtimeNs}`).join('\n')
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}

/** The names in a folder; none where there are too many. */
function firstNames(folder: string): string[] {
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
