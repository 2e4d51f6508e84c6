import assert from 'node:assert/strict'
import type { Place } from './place.ts'

interface Audit {
  metadata?: { vulnerabilities: { total: number } }
  message?: string
}

/** Asks the registry for known vulnerabilities of the package and its dependencies; not every registry supports this. */
export function tryAudit(project: Place): void {
  const { metadata, message } = askAudit(project)
  if (metadata === undefined) console.log(`No audit: ${message}`)
  else assert.equal(metadata.vulnerabilities.total, 0, JSON.stringify(metadata))
}

/** npm also exits with an error if it finds some. */
function askAudit(project: Place): Audit {
  try {
    return JSON.parse(project.npm('audit', '--omit=dev', '--json'))
  } catch (error) {
    return JSON.parse((error as { stdout: string }).stdout)
  }
}
