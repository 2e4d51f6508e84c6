/** JSON packages as a source family. The parser is loaded on demand. */

import { say } from '../../i18n/texts.ts'
import type { InputFile, SourceFamily } from '../source.ts'
import { PACKAGE_FAMILY } from '../values.ts'

export const jsonPackage: SourceFamily = {
  name: PACKAGE_FAMILY,
  form: say`a JSON package: laws.json and norms.json, or manifest.json and laws/<id>.json`,
  reads: (path) => /\.json$/i.test(path),
  take: async ({ files, skipped = [] }) => ({ files: packageFolder(files) === undefined ? [] : files, skipped }),
  isComplete: () => true,
  open: async (input) => (await import('./open-package.ts')).openPackage(input, packageFolder(input.files) ?? ''),
}

/** Files that mark a package. */
const PACKAGE_MARKS = new Set(['laws.json', 'norms.json', 'manifest.json', 'package.json'])
/** Mark for files below `laws/`. */
const LAW_FILES = 'laws/'

/**
 * Finds the package in an input: at the top, or in a subfolder, as in archives.
 * @returns the prefix of its paths, `''` or `folder/`; `undefined` without a package
 */
function packageFolder(files: readonly InputFile[]): string | undefined {
  const marks = new Map<string, Set<string>>()
  const add = (folder: string, mark: string) => marks.set(folder, (marks.get(folder) ?? new Set()).add(mark))
  let hasXml = false
  for (const { path } of files) {
    const parts = path.split('/')
    const name = parts.at(-1) ?? ''
    hasXml ||= /\.xml$/i.test(name)
    if (parts.length <= 2 && PACKAGE_MARKS.has(name)) add(path.slice(0, -name.length), name)
    if (!name.endsWith('.json')) continue
    if (parts.length >= 2 && parts[0] === 'laws') add('', LAW_FILES)
    if (parts.length >= 3 && parts[1] === 'laws') add(`${parts[0]}/`, LAW_FILES)
  }
  const folders = [...marks.keys()].sort()
  const find = (fits: (marks: Set<string>) => boolean) =>
    folders.find((folder) => fits(marks.get(folder) as Set<string>))
  // Half a package is a damaged one, unless there is something else to read.
  return find(isWhole) ?? (hasXml ? undefined : find((found) => !isOnly(found, 'package.json', LAW_FILES)))
}

const isWhole = (marks: Set<string>) =>
  (marks.has('laws.json') && marks.has('norms.json')) || (marks.has('manifest.json') && marks.has(LAW_FILES))

const isOnly = (marks: Set<string>, ...names: string[]) => [...marks].every((mark) => names.includes(mark))
