/**
 * The location of this package, and its files. The same code runs from `src`, bundled from `dist`, and in the single
 * executable, which has the files inside: their paths begin with its own.
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

/** Set by the build of the executable. */
declare const IS_EXECUTABLE: boolean | undefined

/** True in the single executable. */
export const isExecutable: boolean = typeof IS_EXECUTABLE !== 'undefined'

// Without /proc the executable is known by the words that it was started with. A bundle in the form of CommonJS has no `import.meta`.
const thisFile = isExecutable
  ? resolve(process.execPath)
  : import.meta.url
    ? fileURLToPath(import.meta.url)
    : __filename

/** The directory of package.json. */
export const packageRoot = isExecutable ? thisFile : findPackage(thisFile)

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
  return JSON.parse(readPackageFile(join(findData(), 'package.json')))
}

/** The text of a file of the package. @param path as the functions below return it */
export const readPackageFile = (path: string): string =>
  isExecutable ? embedded().getAsset(embeddedName(path), 'utf8') : readFileSync(path, 'utf8')

/** The bytes of a file in the executable, which must not be changed; `undefined` for every other path. */
export function embeddedBytes(path: string): Uint8Array | undefined {
  const name = isExecutable && path.startsWith(packageRoot + sep) ? embeddedName(path) : ''
  return name !== '' && embedded().getAssetKeys().includes(name)
    ? new Uint8Array(embedded().getRawAsset(name))
    : undefined
}

/** The file that has the bytes of a path: the executable itself, of what is inside. */
export const fileOf = (path: string): string => (embeddedBytes(path) === undefined ? path : packageRoot)

const embedded = () => process.getBuiltinModule('node:sea')

const embeddedName = (path: string) => relative(packageRoot, path).replaceAll(sep, '/')

const runsFromSource = packageRoot !== '' && thisFile.startsWith(join(packageRoot, 'src') + sep)

const modulePath = (name: string) =>
  join(findData(), runsFromSource ? join('src', `${name}.ts`) : join('dist', `${name}.js`))

/**
 * A module that runs in a thread, as `new Worker` takes it.
 * @param name its path below `src`, without extension: `import/parse-worker`
 */
export function threadModule(name: string): { code: string | URL; eval: boolean } {
  const path = modulePath(name)
  return { code: isExecutable ? readPackageFile(path) : pathToFileURL(path), eval: isExecutable }
}

/** The first word of a command line that runs a module of the executable as a process. */
export const RUN_MODULE = '__run'

/** A module that runs as a process, as `fork` takes it. @param name as in {@link threadModule} */
export const processModule = (name: string): [file: string, words: string[]] =>
  isExecutable ? [RUN_MODULE, [name]] : [modulePath(name), []]

/** The command that runs this program again. */
export const ownCommand = (): string[] =>
  isExecutable ? [process.execPath] : [process.execPath, process.argv[1] ?? '']

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

/** Set by the build of the package from `"project"` in `package.json`. */
declare const RELEASED_CORPUS: { url: string; key: string } | null | undefined

/** The folder with published corpora of this release, and the public key of its catalogue; `null` if it has none. */
export const releasedCorpus = typeof RELEASED_CORPUS === 'undefined' ? null : RELEASED_CORPUS

/** Version of legal-text, `2.1.0`. */
export const version: string = typeof PACKAGE_VERSION === 'undefined' ? packageDescription().version : PACKAGE_VERSION
