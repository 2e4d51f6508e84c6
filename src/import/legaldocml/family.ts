/** Laws in LegalDocML.de as a source family: one expression per file. The parser is loaded on demand. */
import type { InputFile, SiteOptions, SourceFamily } from '../source.ts'
import { isOtherName, isXml, LEGALDOCML_FAMILY, LEGALDOCML_VERSION, SNAPSHOT_FILE } from './format.ts'

export const legaldocml = {
  name: LEGALDOCML_FAMILY,
  form: `XML files in LegalDocML.de ${LEGALDOCML_VERSION}`,
  reads: isXml,
  take: async ({ files, skipped = [] }) => {
    const own = await ownFiles(files)
    const lists = own.length > 0 ? files.filter(isList) : []
    return { files: [...own, ...lists], skipped: own.length + lists.length === files.length ? skipped : [] }
  },
  isDated: true,
  isComplete: ({ files }) => files.some(isList),
  open: async (input, options) => {
    const { openExpressions } = await import('./read-expressions.ts')
    return openExpressions({ ...input, files: input.files.filter((file) => !isList(file)) }, options)
  },
  fetchSite: async (options: SiteOptions) => (await import('./portal/fetch-expressions.ts')).fetchSite(options),
} satisfies SourceFamily

const isList = ({ path }: InputFile) => path === SNAPSHOT_FILE

/** The document element begins within these bytes. */
const HEAD_BYTES = 64 * 1024

async function ownFiles(files: readonly InputFile[]): Promise<InputFile[]> {
  const own: InputFile[] = []
  for (const file of files) {
    if (!isXml(file.path) || isOtherName(file.path)) continue
    const { isLegalDocMl } = await import('./akn-tree.ts')
    // The family that takes it reports read errors.
    const head = await (file.head?.(HEAD_BYTES) ?? file.read()).catch(() => undefined)
    if (head !== undefined && isLegalDocMl(head.subarray(0, HEAD_BYTES))) own.push(file)
  }
  return own
}
