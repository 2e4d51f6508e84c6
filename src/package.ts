/** The location of this package, and its files. The same code runs from `src` and, bundled, from `dist`. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

interface PackageDescription {
  name: string
  version: string
  oclif: { topics: Record<string, { description: string }> }
}

function findPackage(file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder
    if (folder === dirname(folder)) throw new Error(`${file} is not inside a package`)
  }
}

const thisFile = fileURLToPath(import.meta.url)

/** The directory of package.json. */
export const packageRoot = findPackage(thisFile)

export function packageDescription(): PackageDescription {
  return JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))
}

const runsFromSource = thisFile.startsWith(join(packageRoot, 'src') + sep)

/**
 * The URL of a module that is started on its own (a worker thread).
 * @param name its path below `src`, without extension: `ingest/parse-worker`
 */
export function moduleUrl(name: string): URL {
  const file = runsFromSource ? join('src', `${name}.ts`) : join('dist', `${name}.js`)
  return pathToFileURL(join(packageRoot, file))
}

/**
 * The path of a data file.
 * @param name its path below `src`, the same as below `dist`
 */
export function dataPath(name: string): string {
  return join(packageRoot, runsFromSource ? 'src' : 'dist', name)
}

/** The path of a file in `dist`. */
export function assetPath(name: string): string {
  return join(packageRoot, 'dist', name)
}
