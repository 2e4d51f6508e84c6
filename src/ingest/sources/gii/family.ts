/** The official XML of gesetze-im-internet.de as a source family. The code that reads it is loaded on demand. */
import type { SiteOptions, SourceFamily } from '../../source.ts'
import { GII_FAMILY, isLawArchive, isXml } from './format.ts'

export const gii = {
  name: GII_FAMILY,
  form: 'XML files in the format of gesetze-im-internet.de',
  reads: (path) => isXml(path) || isLawArchive(path),
  unpack: async (files, isRead) => (await import('./law-archives.ts')).openLawArchives(files, isRead),
  recognise: async ({ files }) => files.some(({ path }) => isXml(path)),
  open: async (input) => (await import('./documents.ts')).openSource(input),
  loadParser: async () => (await import('./parse-document.ts')).parseDocument,
  fetchSite: async (options: SiteOptions) => (await import('./site/fetch-laws.ts')).fetchSite(options),
} satisfies SourceFamily
