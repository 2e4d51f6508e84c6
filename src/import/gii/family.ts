/** The official XML of gesetze-im-internet.de as a source family. The parser is loaded on demand. */
import { say } from '../../i18n/texts.ts'
import type { Past, SiteOptions, SourceFamily } from '../source.ts'
import { isImage } from '../values.ts'
import { GII_FAMILY, isArchive, isXml, LAW_ARCHIVE, TOC_FILE } from './format.ts'

export const gii = {
  name: GII_FAMILY,
  form: say`XML files in the format of gesetze-im-internet.de`,
  reads: (path) => isXml(path) || isArchive(path) || isImage(path),
  unpack: async (files, isRead) => {
    const { openArchives, placeOf } = await import('../inner-archives.ts')
    return openArchives(files, isArchive, isRead, placeOf(LAW_ARCHIVE))
  },
  take: async ({ files, skipped = [] }) => ({ files: files.some(({ path }) => isXml(path)) ? files : [], skipped }),
  isComplete: ({ files }) => files.some(({ path }) => path === TOC_FILE || path.endsWith(`/${TOC_FILE}`)),
  open: async (input, { past }) => (await import('./documents.ts')).openSource(input, past),
  readPast: async function* (past: Past, signal) {
    yield* (await import('./documents.ts')).readPast(past, signal)
  },
  loadParser: async () => {
    const { parseDocument, repeatedParser } = await import('./parse-document.ts')
    return { single: parseDocument, repeated: repeatedParser }
  },
  fetchSite: async (options: SiteOptions) => (await import('./site/fetch-laws.ts')).fetchSite(options),
} satisfies SourceFamily
