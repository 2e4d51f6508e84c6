import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../package.ts'
import type { Manifest } from './reference-pages.ts'

/** The description of all commands that the package build wrote. */
export function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(packageRoot, 'oclif.manifest.json'), 'utf8'))
}
