/** The location of this package, and its files. The same code runs from `src` and, bundled, from `dist`. */

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { say } from '../i18n/texts.ts'
import { argumentError } from '../util/arguments.ts'
import { LegalTextError } from '../util/errors.ts'

interface PackageDescription {
  name: string
  version: string
  oclif: { topics: Record<string, { description: string }> }
}

/** The package that a file is in; empty in a bundle of another program. */
function findPackage(file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (isPackage(folder)) return folder
    if (folder === dirname(folder)) return ''
  }
}

function isPackage(folder: string): boolean {
  const file = join(folder, 'package.json')
  return existsSync(file) && /"name": *"(?:@[^"/]+\/)?legal-text"/.test(readFileSync(file, 'utf8'))
}

// A bundle in the form of CommonJS has no `import.meta`.
const thisFile = import.meta.url ? fileURLToPath(import.meta.url) : __filename

/** The directory of package.json. */
export const packageRoot = findPackage(thisFile)

let dataRoot: string | undefined

/** Where the data files are. @throws LegalTextError `not_ready` if that is not known */
const findData = () => {
  dataRoot ??= packageRoot || [join(dirname(thisFile), 'legal-text'), ...installed(dirname(thisFile))].find(isPackage)
  if (dataRoot !== undefined) return dataRoot
  const remedy = say`install legal-text there, copy its folder there, or name that: open({ assets })`
  throw new LegalTextError('not_ready', say`the data files of legal-text are not beside ${thisFile}: ${remedy}`)
}

const installed = (folder: string): string[] => [
  join(folder, 'node_modules', 'legal-text'),
  ...(folder === dirname(folder) ? [] : installed(dirname(folder))),
]

/** Names the folder of the package, for a program in which it is bundled. @throws LegalTextError `invalid_input` */
export function useAssets(folder: string): void {
  if (!isPackage(folder)) throw argumentError('assets', say`must be the folder of legal-text: ${folder} is another one`)
  dataRoot = folder
}

export function packageDescription(): PackageDescription {
  return JSON.parse(readFileSync(join(findData(), 'package.json'), 'utf8'))
}

const runsFromSource = packageRoot !== '' && thisFile.startsWith(join(packageRoot, 'src') + sep)

/**
 * The URL of a module that is started on its own (a worker thread).
 * @param name its path below `src`, without extension: `import/parse-worker`
 */
export function moduleUrl(name: string): URL {
  const file = runsFromSource ? join('src', `${name}.ts`) : join('dist', `${name}.js`)
  return pathToFileURL(join(findData(), file))
}

/**
 * The path of a data file.
 * @param name its path below `src`, the same as below `dist`
 */
export function dataPath(name: string): string {
  return join(findData(), runsFromSource ? 'src' : 'dist', name)
}

/** The path of a file in `dist`. */
export function assetPath(name: string): string {
  return join(findData(), 'dist', name)
}

/** Set by the build of the package. */
declare const PACKAGE_VERSION: string | undefined

/** Version of legal-text, `2.1.0`. */
export const version: string = typeof PACKAGE_VERSION === 'undefined' ? packageDescription().version : PACKAGE_VERSION
