import assert from 'node:assert/strict'
import type { Place } from './place.ts'

interface Audit {
  metadata?: { vulnerabilities: { total: number } }
  message?: string
}

/** Asks the registry whether anything that comes with the package is known to be vulnerable; not every registry tells. */
export function tryAudit(project: Place): void {
  const { metadata, message } = askAudit(project)
  if (metadata === undefined) console.log(`No audit: ${message}`)
  else assert.equal(metadata.vulnerabilities.total, 0, JSON.stringify(metadata))
}

/** npm ends with an error where it finds something, too. */
function askAudit(project: Place): Audit {
  try {
    return JSON.parse(project.npm('audit', '--omit=dev', '--json'))
  } catch (error) {
    return JSON.parse((error as { stdout: string }).stdout)
  }
}
