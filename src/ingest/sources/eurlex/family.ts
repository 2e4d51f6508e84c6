/** Acts of the European Union in Formex as a source family. The code that reads them is loaded on demand. */
import type { Input, InputFile, SiteOptions, SourceFamily } from '../../source.ts'
import { actFiles, isActArchive, isActName, isActPath, xmlFiles } from './act-files.ts'
import { EURLEX_FAMILY } from './format.ts'

export const eurlex = {
  name: EURLEX_FAMILY,
  form: 'acts of the European Union in Formex 4, <CELEX>/…/*.xml',
  reads: isActPath,
  unpack: async (files, isRead) => (await import('../inner-archives.ts')).openArchives(files, isActArchive, isRead),
  take: async (input) => {
    const named = actFiles(input.files)
    const files = named.length > 0 ? named : await unnamedActs(input)
    const isAlone = files.length === input.files.length
    return { files, skipped: (input.skipped ?? []).filter(({ path }) => isAlone || isActName(path)) }
  },
  isDated: true,
  isComplete: () => false,
  open: async (input, options) => (await import('./open-acts.ts')).openActs(input, options),
  fetchSite: async (options: SiteOptions) => (await import('./cellar/fetch-acts.ts')).fetchSite(options),
} satisfies SourceFamily

/** Of so many files without telling names the contents are looked at. */
const MOST_UNNAMED = 200

async function unnamedActs({ files }: Input): Promise<InputFile[]> {
  const xml = xmlFiles(files)
  if (xml.length === 0 || xml.length > MOST_UNNAMED) return []
  const { isFormex } = await import('./documents.ts')
  const found = await Promise.all(xml.map(isFormex))
  return xml.filter((_, index) => found[index])
}
