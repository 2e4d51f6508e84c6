import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { packageRoot } from '../../../src/program/package.ts'

/** Maximum size of the package in bytes, without dependencies. */
const LARGEST = 4_200_000

/** Packs the built package. @returns its file */
export function pack(folder: string): string {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const [{ filename, size, files }] = JSON.parse(execFileSync('npm', args, { cwd: packageRoot, encoding: 'utf8' }))
  console.log(`${filename}: ${files.length} files, ${size} bytes`)
  const paths: string[] = files.map(({ path }: { path: string }) => path)
  const strange = paths.filter((path) => !/^(bin|dist|docs)\/|^[^/]+\.(json|md)$|^LICENSE$/.test(path))
  assert.deepEqual(strange, [])
  assert(size < LARGEST, `${size} bytes are too many`)
  return join(folder, filename)
}
