/** A law of a bundle, in the form used for comparison. */
import type { Corpus, Law, Norm } from '../../../src/model/corpus.ts'
import type { HeldLaw, HeldNorm } from './compare-law.ts'

/** @param each is called with every norm */
export async function heldInCorpus(corpus: Corpus, code: string, each: (norm: Norm) => void): Promise<HeldLaw> {
  const law = (await corpus.law(code)) as Law
  const norms: HeldNorm[] = []
  for (const { norm: path } of law.norms) {
    const norm = (await corpus.norm(code, path)) as Norm
    each(norm)
    norms.push({ ...norm, documentId: norm.provenance.document_id })
  }
  return {
    documentId: law.provenance.document_id,
    title: law.title,
    notes: law.notes,
    sourceVersion: law.provenance.source_version ?? null,
    promulgation: law.promulgation,
    headings: law.structure,
    norms,
  }
}
