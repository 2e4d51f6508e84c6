/** Acts of the European Union in Formex as a source family. The parser is loaded on demand. */
import { say } from '../../i18n/texts.ts'
import type { Input, InputFile, SiteOptions, SourceFamily } from '../source.ts'
import { actFiles, isActArchive, isActName, isActPath, isCompanion, isOtherName, xmlFiles } from './celex.ts'
import { EURLEX_FAMILY } from './format.ts'

export const eurlex = {
  name: EURLEX_FAMILY,
  form: say`acts of the European Union in Formex 4, <CELEX>/…/*.xml`,
  reads: isActPath,
  unpack: async (files, isRead) => (await import('../inner-archives.ts')).openArchives(files, isActArchive, isRead),
  take: async (input) => {
    const files = await actsOf(input)
    const isAlone = files.length === input.files.length
    return { files, skipped: (input.skipped ?? []).filter(({ path }) => isAlone || isActName(path)) }
  },
  isDated: true,
  isComplete: () => false,
  open: async (input, options) => (await import('./read-act.ts')).openActs(input, options),
  fetchSite: async (options: SiteOptions) => (await import('./cellar/fetch-acts.ts')).fetchSite(options),
} satisfies SourceFamily

/** Returns the acts of an input, recognized by name or, for other XML files, by content, and the lists beside them. */
async function actsOf({ files }: Input): Promise<InputFile[]> {
  const acts = new Set(actFiles(files))
  const lists = new Set(files.filter(({ path }) => isCompanion(path)))
  for (const file of xmlFiles(files)) {
    if (acts.has(file) || isOtherName(file.path)) continue
    const { formexKind } = await import('./documents.ts')
    const kind = await formexKind(file)
    if (kind !== undefined) (kind === 'act' ? acts : lists).add(file)
  }
  const folders = new Set(Array.from(acts, ({ path }) => folderOf(path)))
  return files.filter((file) => acts.has(file) || (lists.has(file) && folders.has(folderOf(file.path))))
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)
