/** Names of datasets as they are shown and kept. */
import { withoutSecrets } from '../settings.ts'

/** Whether a dataset is named by a URL that can be asked. */
export const isUrl = (dataset: string) => /^https?:/i.test(dataset)

/**
 * A URL without user name and password, and with a hash in the place of its query, which may hold a key: `?…1a2b3c4d`. Other
 * names of datasets, such as paths, stay as they are.
 */
export function shown(dataset: string): string {
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
export function lacksQuery(shownUrl: string): boolean {
  return shownUrl.includes('?…')
}
