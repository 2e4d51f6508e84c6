/** Laws in LegalDocML.de as a source family: one expression a file. The code that reads them is loaded on demand. */
import type { InputFile, SourceFamily } from '../source.ts'

export const LEGALDOCML_FAMILY = 'legaldocml'

/** The version of LegalDocML.de that is read. */
export const LEGALDOCML_VERSION = '1.8.2'

const isXml = (path: string) => /\.xml$/i.test(path)

/** File names of other families, which are not opened to be recognised. */
const isOtherName = (path: string) => /(?:^|\/)(?:BJNR\w+|gii-toc)\.xml$/.test(path)

export const legaldocml = {
  name: LEGALDOCML_FAMILY,
  form: `XML files in LegalDocML.de ${LEGALDOCML_VERSION}`,
  reads: (path) => isXml(path) || /\.zip$/i.test(path),
  unpack: async (files, isRead) =>
    (await import('../inner-archives.ts')).openArchives(files, (path) => /\.zip$/i.test(path), isRead),
  take: async ({ files, skipped = [] }) => {
    const own = await ownFiles(files)
    return { files: own, skipped: own.length === files.length ? skipped : [] }
  },
  isDated: true,
  isComplete: () => false,
  open: async (input, options) => (await import('./read-expressions.ts')).openExpressions(input, options),
} satisfies SourceFamily

async function ownFiles(files: readonly InputFile[]): Promise<InputFile[]> {
  const own: InputFile[] = []
  for (const file of files) {
    if (!isXml(file.path) || isOtherName(file.path)) continue
    const { isLegalDocMl } = await import('./akn-tree.ts')
    if (isLegalDocMl(await file.read())) own.push(file)
  }
  return own
}
