/**
 * The states of the starter dataset. The newest one is `src/starter`. `src/starter-states` has a folder for each older state,
 * named by its day, with the files that differ from the next newer state; its `gii-toc.xml` lists the laws that it has.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from '../program/package.ts'

const NEWEST = join(packageRoot, 'src', 'starter')
const OLDER = join(packageRoot, 'src', 'starter-states')

/** Fixed: it is in the bundle and, as the date of the file, in the answers. */
export const STARTER_FETCHED_AT = '2026-01-01T00:00:00Z'

/** The days of the older states, oldest first. */
export const STARTER_DAYS: readonly string[] = readdirSync(OLDER).sort()

/** Copies all files of an older state to a folder. */
export function copyStarterState(day: string, folder: string): void {
  cpSync(NEWEST, folder, { recursive: true })
  for (const newer of STARTER_DAYS.filter((each) => each >= day).toReversed()) {
    cpSync(join(OLDER, newer), folder, { recursive: true })
  }
  const listed = readFileSync(join(folder, 'gii-toc.xml'), 'utf8')
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    if (!listed.includes(`/${name}/xml.zip<`)) rmSync(join(folder, name), { recursive: true })
  }
}

/** Provides the older states as inputs of a build, in folders that exist while `use` runs. */
export async function withStarterStates<Result>(
  use: (states: { observedOn: string; from: string }[]) => Promise<Result>,
): Promise<Result> {
  const root = mkdtempSync(join(tmpdir(), 'legal-text-starter-'))
  try {
    const states = STARTER_DAYS.map((day) => ({ observedOn: day, from: join(root, `starter-${day}`) }))
    for (const { observedOn, from } of states) copyStarterState(observedOn, from)
    return await use(states)
  } finally {
    rmSync(root, { recursive: true })
  }
}
