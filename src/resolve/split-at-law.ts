/** Splits a norm with its law where the law begins or ends: `bgb 433`, `Article 6(1) of the General Data Protection Regulation`. */
import { readDesignation, readDesignations } from '../citation/grammar/read-designation.ts'
import { nominativeForms } from '../citation/laws/law-names.ts'
import { readActDesignation } from '../citation/union/act-designations.ts'
import type { Corpus, LawMatch } from '../model/corpus.ts'
import { LegalTextError } from '../util/errors.ts'
import { listedNorms } from './listed-norms.ts'

/** A norm by its law, and the words that name it. */
interface NormAtLaw {
  text: string
  code: string
  norm: string
  /** Named parts that are left out. */
  note?: string
}

/** A comma or words between a norm and its law. */
const BETWEEN = /,$/
const LINKS = /^(?:of|to|in|der|des|du|de|de la)(?: the)? /i

/** The laws with a name as users write it, and the form of that name in the corpus. */
async function lawsNamed(corpus: Corpus, name: string): Promise<{ code: string; laws: LawMatch[] }> {
  for (const code of nominativeForms(name)) {
    const laws = await corpus.findLaws(code)
    if (laws.length > 0) return { code, laws }
  }
  return { code: name, laws: [] }
}

/** Reads a designation before or after the name of a law that running text would not contain: `bgb 433`. */
export async function splitAtLaw(corpus: Corpus, text: string): Promise<(NormAtLaw | LegalTextError)[]> {
  const words = text.trim().split(/\s+/)
  for (let at = 1; at < words.length; at++) {
    const [front, back] = [words.slice(0, at).join(' '), words.slice(at).join(' ')].map((side) =>
      side.replace(BETWEEN, ''),
    ) as [string, string]
    for (const [name, norm] of [
      [front, back.replace(LINKS, '')],
      [back.replace(LINKS, ''), front],
    ] as const) {
      const isOne = readDesignation(norm) !== undefined || readActDesignation(norm) !== undefined
      if (!isOne && readDesignations(norm).length === 0) continue
      const { code, laws } = await lawsNamed(corpus, name)
      const [law, ...others] = laws
      if (law === undefined) continue
      const listed = others.length > 0 ? [] : await listedNorms(corpus, law, norm)
      if (listed.length === 0) return [{ text, code, norm }]
      return listed.map((each) => (each instanceof LegalTextError ? each : { text, code: law.code, ...each }))
    }
  }
  return []
}
