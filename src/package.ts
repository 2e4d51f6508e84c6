/** Where this package is on disk, and which version it is. The same code runs from `src` and, bundled, from `dist`. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

interface PackageDescription {
  name: string
  version: string
  oclif: { topics: Record<string, { description: string }> }
}

/** Walks up from a file to the folder that has a package.json. */
function findPackage(file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder
    if (folder === dirname(folder)) throw new Error(`${file} is not inside a package`)
  }
}

const thisFile = fileURLToPath(import.meta.url)

/** Folder that holds the package.json of legal-text. */
export const packageRoot = findPackage(thisFile)

/** The whole package.json, as oclif wants it. */
export function packageDescription(): PackageDescription {
  return JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))
}

const runsFromSource = thisFile.startsWith(join(packageRoot, 'src') + sep)

/**
 * URL of a module of this package that is started on its own (a worker thread).
 * @param name the module below `src`, without extension: `build/parse-worker`.
 */
export function moduleUrl(name: string): URL {
  const file = runsFromSource ? join('src', `${name}.ts`) : join('dist', `${name}.js`)
  return pathToFileURL(join(packageRoot, file))
}

/**
 * Path of a data file of this package.
 * @param name the file below `src`; the package build copies it to the same place below `dist`
 */
export function dataPath(name: string): string {
  return join(packageRoot, runsFromSource ? 'src' : 'dist', name)
}

/**
 * Path of a file that the package build puts into `dist`.
 * @param name the file below `dist`: `starter.sqlite`.
 */
export function assetPath(name: string): string {
  return join(packageRoot, 'dist', name)
}
