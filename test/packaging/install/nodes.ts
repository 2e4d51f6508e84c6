/** Downloads the versions of Node.js for the package tests. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The oldest supported version, and the newest of other lines with current or future long-term support. */
const VERSIONS = ['22.15.0', '24', '26']

/** The package that the install script of the package `node` fetches for this machine. */
const PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

/**
 * Installs each version.
 * @param folder is created
 * @returns the paths of the programs, oldest version first
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
