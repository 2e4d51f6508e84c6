/** Names of datasets as they are shown and kept. */

import { LegalTextError } from '../errors.ts'
import { withoutSecrets } from '../settings.ts'

/** Whether a dataset is named by a URL that can be asked. */
export const isUrl = (dataset: string) => /^https?:/i.test(dataset)

/**
 * A URL without user name and password, and with a hash in the place of its query, which may hold a key: `?…1a2b3c4d`. Other
 * names of datasets, such as paths, stay as they are.
 */
export function redactUrl(dataset: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(dataset)) return dataset
  if (!URL.canParse(dataset)) return withoutSecrets(dataset)
  const bare = new URL(dataset)
  bare.username = ''
  bare.password = ''
  const { search } = bare
  bare.search = ''
  const { createHash } = process.getBuiltinModule('node:crypto')
  return bare.href.replace(
    /(?=#|$)/,
    search === '' ? '' : `?…${createHash('sha256').update(search).digest('hex').slice(0, 8)}`,
  )
}

/** Whether what is shown of a URL is not all that is needed to ask for it again. */
export function hasRedactedQuery(shownUrl: string): boolean {
  return shownUrl.includes('?…')
}

/**
 * An error about what is in a file, under the name that the user knows it by: a temporary file says nothing to anybody,
 * unless it cannot be written.
 */
export function renamePathInError(error: unknown, file: string, name: string): unknown {
  if (!(error instanceof LegalTextError) || !error.message.includes(file) || /^cannot write/.test(error.message))
    return error
  return new LegalTextError(error.kind, error.message.replaceAll(file, name), error.details, { cause: error })
}

/** Whatever is wrong with a dataset, as the error that there is no corpus. Other errors stay as they are. */
export function toNotReadyError(error: unknown): unknown {
  if (!(error instanceof LegalTextError) || error.kind !== 'invalid_input') return error
  return new LegalTextError('not_ready', error.message, {}, { cause: error })
}
