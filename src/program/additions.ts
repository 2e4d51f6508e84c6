/** Loads modules of additions, in each process and each thread of a server. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { say } from '../i18n/texts.ts'
import { argumentError } from '../util/arguments.ts'

/**
 * Loads a module, which may call `addFormat` and `addSourceFamily`.
 * @param file path of the module; `undefined`: no-op
 * @returns its exports
 * @throws LegalTextError `invalid_input` if it cannot be loaded
 */
export async function loadAdditions(file: string | undefined): Promise<Record<string, unknown>> {
  if (file === undefined) return {}
  try {
    return await import(pathToFileURL(resolve(file)).href)
  } catch (error) {
    throw argumentError('ADDITIONS', say`cannot load ${file}: ${(error as Error).message}`, { cause: error })
  }
}
