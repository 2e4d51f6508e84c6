/** The official XML of gesetze-im-internet.de as a source family. */

import type { SourceFamily, SourceLaw } from '../../source.ts'
import { parseDocuments } from '../../workers.ts'
import { type FoundDocument, findDocuments } from './documents.ts'
import { GII_FAMILY } from './law-reader.ts'

export const gii: SourceFamily = {
  name: GII_FAMILY,
  form: 'XML files in the format of gesetze-im-internet.de',
  async recognise({ files }) {
    return files.some(({ path }) => /\.xml$/i.test(path))
  },
  async open(input) {
    const { documents, limitations } = await findDocuments(input)
    return {
      lawCount: documents.length,
      limitations,
      findings: [],
      laws: (signal) => readLaws(documents, signal),
      statedCitations: [],
    }
  },
}

async function* readLaws(documents: FoundDocument[], signal: AbortSignal | undefined): AsyncGenerator<SourceLaw> {
  for await (const result of parseDocuments(documents, signal)) {
    const { code, sourceUrl, titles, fetchedAt } = result.document
    if ('law' in result) {
      yield { law: { ...result.law, fetchedAt }, limitations: [], findings: [] }
      continue
    }
    const { reason } = result
    const title = titles[0] ?? code
    const about = {
      sourceFamily: GII_FAMILY,
      sourceId: code,
      title,
      sourceUrl,
      ...(fetchedAt && { retrievedAt: fetchedAt }),
    }
    yield { law: undefined, limitations: [{ ...about, terminalState: 'parse_failed', reason }], findings: [] }
  }
}
