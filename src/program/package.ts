/**
 * Locates this package and its files. The same code runs from `src`, bundled from `dist`, and in the single executable, which
 * embeds the files: their paths begin with its own.
 */

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { say } from '../i18n/texts.ts'
import { argumentError } from '../util/arguments.ts'
import { LegalTextError } from '../util/errors.ts'

interface PackageDescription {
  name: string
  version: string
  oclif: { topics: Record<string, { description: string }> }
}

/** Returns the package folder of a file; empty if the file is bundled into another program. */
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

/** Set by the build of the executable. */
declare const IS_EXECUTABLE: boolean | undefined

/** True in the single executable. */
export const isExecutable: boolean = typeof IS_EXECUTABLE !== 'undefined'

// Without /proc, `argv[0]` locates the executable. A CommonJS bundle has no `import.meta`.
const thisFile = isExecutable
  ? resolve(process.execPath)
  : import.meta.url
    ? fileURLToPath(import.meta.url)
    : __filename

/** The directory of package.json. */
export const packageRoot = isExecutable ? thisFile : findPackage(thisFile)

let dataRoot: string | undefined

/** Returns the folder of the data files. @throws LegalTextError `not_ready` if it is unknown */
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

/** Sets the folder of the package, for programs that bundle it. @throws LegalTextError `invalid_input` */
export function useAssets(folder: string): void {
  if (!isPackage(folder)) throw argumentError('assets', say`must be the folder of legal-text: ${folder} is another one`)
  dataRoot = folder
}

export function packageDescription(): PackageDescription {
  return JSON.parse(readPackageFile(join(findData(), 'package.json')))
}

/** Reads a file of the package. @param path as returned by the functions below */
export const readPackageFile = (path: string): string =>
  isExecutable ? embedded().getAsset(embeddedName(path), 'utf8') : readFileSync(path, 'utf8')

/** Returns the bytes of an embedded file, which must not be modified; `undefined` for every other path. */
export function embeddedBytes(path: string): Uint8Array | undefined {
  const name = isExecutable && path.startsWith(packageRoot + sep) ? embeddedName(path) : ''
  return name !== '' && embedded().getAssetKeys().includes(name)
    ? new Uint8Array(embedded().getRawAsset(name))
    : undefined
}

/** Returns the file on disk that contains a path: the executable itself for embedded files. */
export const fileOf = (path: string): string => (embeddedBytes(path) === undefined ? path : packageRoot)

const embedded = () => process.getBuiltinModule('node:sea')

const embeddedName = (path: string) => relative(packageRoot, path).replaceAll(sep, '/')

const runsFromSource = packageRoot !== '' && thisFile.startsWith(join(packageRoot, 'src') + sep)

const modulePath = (name: string) =>
  join(findData(), runsFromSource ? join('src', `${name}.ts`) : join('dist', `${name}.js`))

/**
 * Returns a module for a thread, as `new Worker` takes it.
 * @param name its path below `src`, without extension: `import/parse-worker`
 */
export function threadModule(name: string): { code: string | URL; eval: boolean } {
  const path = modulePath(name)
  return { code: isExecutable ? readPackageFile(path) : pathToFileURL(path), eval: isExecutable }
}

/** First word of a command line that runs a module of the executable as a process. */
export const RUN_MODULE = '__run'

/** Returns a module for a process, as `fork` takes it. @param name as in {@link threadModule} */
export const processModule = (name: string): [file: string, words: string[]] =>
  isExecutable ? [RUN_MODULE, [name]] : [modulePath(name), []]

/** Returns the command that starts this program again. */
export const ownCommand = (): string[] =>
  isExecutable ? [process.execPath] : [process.execPath, process.argv[1] ?? '']

/**
 * Returns the path of a data file.
 * @param name its path below `src`, the same as below `dist`
 */
export function dataPath(name: string): string {
  return join(findData(), runsFromSource ? 'src' : 'dist', name)
}

/** Returns the path of a file in `dist`. */
export function assetPath(name: string): string {
  return join(findData(), 'dist', name)
}

/** Set by the build of the package. */
declare const PACKAGE_VERSION: string | undefined

/** Set by the build of the package from `"project"` in `package.json`. */
declare const RELEASED_CORPUS: { url: string; key: string } | null | undefined

/** Folder with the published corpora of this release, and the public key of its catalogue; `null` if the release has none. */
export const releasedCorpus = typeof RELEASED_CORPUS === 'undefined' ? null : RELEASED_CORPUS

/** Version of legal-text: `2.1.0`. */
export const version: string = typeof PACKAGE_VERSION === 'undefined' ? packageDescription().version : PACKAGE_VERSION
