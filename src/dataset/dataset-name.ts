/** Names of datasets in messages and records, and errors about datasets. */

import { resaid, say } from '../i18n/texts.ts'
import { STARTER_NAME } from '../model/corpus.ts'
import { withoutSecrets } from '../program/settings.ts'
import { LegalTextError } from '../util/errors.ts'

/** Name of the sample in the package. */
export const STARTER = 'starter'

/**
 * Returns the name of an opened dataset for messages on this machine: `the dataset federal.sqlite`. It must not be shown to other
 * machines.
 * @param dataset as given; `undefined` for the newest corpus of the cache
 */
export function datasetName(dataset: string | undefined): string {
  if (dataset === undefined) return say`the corpus in the cache`
  if (dataset === STARTER) return STARTER_NAME
  const [path = ''] = redactUrl(dataset).split(/[?#]/)
  return say`the dataset ${path.split(/[\\/]/).filter(Boolean).at(-1) ?? dataset}`
}

/** True if a dataset is an http(s) URL. */
export const isUrl = (dataset: string) => /^https?:/i.test(dataset)

/** Catalogue of a publication; the file with its signature has `.sig` appended. */
export const CATALOGUE = 'corpus.json'

/** Returns the address of a file in a folder. @param url of the folder */
export function addressIn(url: string, name = CATALOGUE): string {
  const address = new URL(url)
  address.pathname = `${address.pathname.replace(/\/?$/, '/')}${name}`
  return address.href
}

/** True if a dataset is, or was meant to be, the address of a database. */
export const isDatabaseAddress = (dataset: string) => /^(?:jdbc:)?postgres(?:ql)?:/i.test(dataset)

/**
 * Returns a URL without user name and password, and with its query hashed, since it may hold a key: `?…1a2b3c4d`. Other dataset
 * names, such as paths, are unchanged.
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

/** True if a redacted URL lacks the query needed to fetch it again. */
export function hasRedactedQuery(redacted: string): boolean {
  return redacted.includes('?…')
}

/** Replaces a file name in an error message: users do not know temporary files. Errors about writing the file keep its path. */
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

/** Turns an invalid dataset (`invalid_input`) into a missing corpus (`not_ready`). Other errors stay. */
export function toNotReadyError(error: unknown): unknown {
  if (!(error instanceof LegalTextError) || error.kind !== 'invalid_input') return error
  return new LegalTextError('not_ready', error.message, {}, { cause: error })
}

/** Returns the error without the name of the database: clients must not learn its address. */
export function withoutDatabase(failure: LegalTextError): LegalTextError {
  const message = failure.message.replace(/\bthe database \S+?(?=: | has )/, 'the database')
  return new LegalTextError(failure.kind, message, failure.details, { cause: failure })
}
