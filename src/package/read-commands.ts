import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../package.ts'
import type { CommandDescription } from './reference-pages.ts'

/** The commands as the build described them in `oclif.manifest.json`, in the order of their names. */
export function readCommands(): CommandDescription[] {
  const manifest = readFileSync(join(packageRoot, 'oclif.manifest.json'), 'utf8')
  const { commands } = JSON.parse(manifest) as { commands: Record<string, CommandDescription> }
  return Object.values(commands).sort((a, b) => (a.id < b.id ? -1 : 1))
}
