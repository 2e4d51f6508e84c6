/** The commands and topics with their summaries. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageDescription, packageRoot } from '../../../package.ts'

export interface Listed {
  id: string
  summary: string
}

/** All commands with their summaries, from the manifest: to load them all would take longer than to show this. */
export function listedCommands(): Listed[] {
  const { commands } = JSON.parse(readFileSync(join(packageRoot, 'oclif.manifest.json'), 'utf8')) as {
    commands: Record<string, Listed>
  }
  return Object.values(commands).sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** The topics with their summaries. */
export function listedTopics(): Record<string, { description: string }> {
  return packageDescription().oclif.topics
}
