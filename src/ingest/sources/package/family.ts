/** JSON packages as a source family. What reads them is loaded only for them. */

import type { InputFile } from '../../input.ts'
import type { SourceFamily } from '../../source.ts'
import { PACKAGE_FAMILY } from './finding.ts'

export const jsonPackage: SourceFamily = {
  name: PACKAGE_FAMILY,
  form: 'a JSON package: laws.json and norms.json, or manifest.json and laws/<id>.json',
  async recognise({ files }) {
    return packageFolder(files) !== undefined
  },
  async open(input) {
    const { openPackage } = await import('./open-package.ts')
    return openPackage(input)
  },
}

/*FILEDOC Tells JSON packages by the names of their files. */

/** Names by which a package is known. */
const PACKAGE_MARKS = new Set(['laws.json', 'norms.json', 'manifest.json', 'package.json'])
/** Stands for the files below `laws/`. */
const LAW_FILES = 'laws/'

/**
 * Where in an input a package lies: at its top, or in one subfolder, as archives have it.
 * @returns the path in front of its files, `''` or `folder/`; `undefined` where there is no package
 */
export function packageFolder(files: readonly InputFile[]): string | undefined {
  const marks = new Map<string, Set<string>>()
  const add = (folder: string, mark: string) => {
    const known = marks.get(folder)
    if (known === undefined) marks.set(folder, new Set([mark]))
    else known.add(mark)
  }
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
  // Half a package is one that is damaged, unless there is something else to read.
  return find(isWhole) ?? (hasXml ? undefined : find((found) => !isOnly(found, 'package.json', LAW_FILES)))
}

const isWhole = (marks: Set<string>) =>
  (marks.has('laws.json') && marks.has('norms.json')) || (marks.has('manifest.json') && marks.has(LAW_FILES))

const isOnly = (marks: Set<string>, ...names: string[]) => [...marks].every((mark) => names.includes(mark))
