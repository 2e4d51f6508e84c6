/** What is wrong with a bundle, as all who open one tell it. */
import { LegalTextError } from '../errors.ts'
import { SCHEMA_VERSION } from './bundle-schema.ts'

/** @throws LegalTextError `not_ready` with the reason */
export function refuseBundle(file: string, reason: string, cause?: unknown): never {
  throw new LegalTextError('not_ready', `cannot open ${file}: ${reason}`, {}, { cause })
}

/**
 * @param version schema version of the file; `undefined` where it is no bundle
 * @throws LegalTextError `not_ready` where that is not the one that is read
 */
export function assertReadable(file: string, version: number | undefined): void {
  if (version === undefined) refuseBundle(file, 'it is not a bundle of legal-text')
  if (version === SCHEMA_VERSION) return
  const advice = version > SCHEMA_VERSION ? 'a newer version of legal-text reads it' : 'build it anew'
  const reads = `this version of legal-text reads ${SCHEMA_VERSION}`
  refuseBundle(file, `its schema version is ${version}, ${reads}; ${advice}`)
}
