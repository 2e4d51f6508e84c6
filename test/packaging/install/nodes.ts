/** Gets the versions of Node.js that the package is tried on. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The oldest that is supported, and the newest of the other lines that have, or get, long-term support. */
const VERSIONS = ['22.15.0', '24', '26']

/** What the package `node` has its install script fetch for this machine. */
const PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

/**
 * Installs each version.
 * @param folder is made
 * @returns the files of the programs, the oldest version first
 */
export function installNodes(folder: string): string[] {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "name": "nodes", "private": true }')
  const names = VERSIONS.map((version) => `node-${version}`)
  const packages = VERSIONS.map((version, index) => `${names[index]}@npm:${PACKAGE}@${version}`)
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return names.map((name) => join(folder, 'node_modules', name, 'bin', 'node'))
}
