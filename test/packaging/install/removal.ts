import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from './place.ts'

/** Files of the package and of one of its dependencies. */
const INSTALLED = /\/node_modules\/(legal-text|@oclif)\/|[/.]bin\//

/** Empties the cache, which must exist. */
export function tryPrune(place: Place): void {
  const cache = join(place.own('cache'), 'legal-text')
  assert(existsSync(cache))
  place.legalText('corpus', 'prune', '--all')
  assert(!existsSync(cache), 'nothing is left of the cache')
}

/** Uninstalls the package. Only the cache may remain. */
export function tryUninstall(place: Place, ...options: string[]): void {
  place.npm('uninstall', '--no-audit', '--no-fund', ...options, 'legal-text')
  assert(!existsSync(place.program))
  // npm leaves an empty folder after removing the last package of a scope.
  const left = readdirSync(place.folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => !entry.isDirectory(),
  )
  assert.deepEqual(
    left.map(({ parentPath, name }) => join(parentPath, name)).filter((path) => INSTALLED.test(path)),
    [],
  )
  assert.deepEqual(readdirSync(place.own('home')), [])
  // npm has Node.js keep its own compile cache there.
  const temporary = readdirSync(place.own('tmp')).filter((name) => name !== 'node-compile-cache')
  assert.deepEqual(temporary, [])
}
