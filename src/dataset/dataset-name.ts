/** Names of datasets in messages and records, and errors about datasets. */

import { resaid, say } from '../i18n/texts.ts'
import { STARTER_NAME } from '../model/corpus.ts'
import { withoutSecrets } from '../program/settings.ts'
import { LegalTextError } from '../util/errors.ts'

/** The name of the sample that comes with the package. */
export const STARTER = 'starter'

/**
 * The name of an opened dataset in messages on this machine: `the dataset federal.sqlite`. Other machines must not see it.
 * @param dataset as given; `undefined` for the newest corpus of the cache
 */
export function datasetName(dataset: string | undefined): string {
  if (dataset === undefined) return say`the corpus in the cache`
  if (dataset === STARTER) return STARTER_NAME
  const [path = ''] = redactUrl(dataset).split(/[?#]/)
  return say`the dataset ${path.split(/[\\/]/).filter(Boolean).at(-1) ?? dataset}`
}

/** Whether a dataset is named by a URL that can be fetched. */
export const isUrl = (dataset: string) => /^https?:/i.test(dataset)

/** The catalogue of a publication; its signature has `.sig` after its name. */
export const CATALOGUE = 'corpus.json'

/** The address of a file in a folder. @param url of the folder */
export function addressIn(url: string, name = CATALOGUE): string {
  const address = new URL(url)
  address.pathname = `${address.pathname.replace(/\/?$/, '/')}${name}`
  return address.href
}

/** Whether a dataset is the address of a database, or was meant to be one. */
export const isDatabaseAddress = (dataset: string) => /^(?:jdbc:)?postgres(?:ql)?:/i.test(dataset)

/**
 * Returns a URL without user name and password, and with a hash instead of its query, which may hold a key: `?…1a2b3c4d`.
 * Other names of datasets, such as paths, stay as they are.
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
  const hash = search === '' ? '' : `?…${createHash('sha256').update(search).digest('hex').slice(0, 8)}`
  return bare.href.replace(/(?=#|$)/, hash)
}

/** Whether a redacted URL lacks the query that fetching it again would need. */
export function hasRedactedQuery(redacted: string): boolean {
  return redacted.includes('?…')
}

/**
 * Renames a file in the message of an error: users do not know temporary files. Errors about writing the file keep its
 * path.
 */
export function renamePathInError(error: unknown, file: string, name: string): unknown {
  if (!(error instanceof LegalTextError) || !error.message.includes(file) || /^cannot write/.test(error.message))
    return error
  return new LegalTextError(
    error.kind,
    resaid(error.message, (text) => text.replaceAll(file, name)),
    error.details,
    { cause: error },
  )
}

/** Turns an invalid dataset (`invalid_input`) into the error `not_ready`: there is no corpus. Other errors stay. */
export function toNotReadyError(error: unknown): unknown {
  if (!(error instanceof LegalTextError) || error.kind !== 'invalid_input') return error
  return new LegalTextError('not_ready', error.message, {}, { cause: error })
}

/** The failure without the name of a database: clients must not learn where that is. */
export function withoutDatabase(failure: LegalTextError): LegalTextError {
  const message = failure.message.replace(/\bthe database \S+?(?=: | has )/, 'the database')
  return new LegalTextError(failure.kind, message, failure.details, { cause: failure })
}
