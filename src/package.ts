/** Where this package is on disk, and which version it is. The same code runs from `src` and, bundled, from `dist`. */
import { readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

interface PackageDescription {
  name: string
  version: string
}

/** Walks up from a file to the folder whose package.json is that of legal-text. */
function findPackage(file: string): { root: string; description: PackageDescription } {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const description = readDescription(join(folder, 'package.json'))
    if (description?.name === 'legal-text') return { root: folder, description }
    if (folder === dirname(folder)) throw new Error(`${file} is not inside the package legal-text`)
  }
}

function readDescription(file: string): PackageDescription | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const thisFile = fileURLToPath(import.meta.url)
const found = findPackage(thisFile)

/** Folder that holds the package.json of legal-text. */
export const packageRoot = found.root

/** Version of legal-text, `2.1.0`. */
export const version = found.description.version

/** The whole package.json, as oclif wants it. */
export const packageDescription = found.description

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
 * Path of a file that the package build puts into `dist`.
 * @param name the file below `dist`: `starter.sqlite`.
 */
export function assetPath(name: string): string {
  return join(packageRoot, 'dist', name)
}
