/** Changes made by amending laws: their commands (`textualMod`), and the target norms, by ELI and `eId`. */
import type { NormAddress, ParsedLaw } from '../../model/parsed-law.ts'
import type { StatedAmendment } from '../source.ts'
import type { XmlElement } from '../xml-tree.ts'
import { descendants } from './akn-tree.ts'
import type { Expression } from './metadata.ts'

/** Collects the norms and commands of laws, and resolves amendments once all are known. */
export class Amendments {
  /** Norms by work and `eId`. */
  readonly #norms = new Map<string, NormAddress>()
  readonly #seen = new Set<string>()
  readonly #commands: { amending: NormAddress; destination: string; from: string | undefined }[] = []

  /** @param law of the expression, with the element of its document */
  add(law: ParsedLaw, { work, modifications }: Expression, element: XmlElement): void {
    for (const { path, documentId } of law.norms)
      this.#norms.set(`${workOf(work)} ${keyOf(documentId)}`, { code: law.code, path })
    if (modifications.length === 0) return
    const affected = new Map(
      descendants(element, 'article').map((article) => [
        article.attributes.eId,
        descendants(article, 'affectedDocument')[0]?.attributes.href ?? '',
      ]),
    )
    for (const { source, destination, from } of modifications) {
      // Each expression of the amending law repeats its commands.
      const key = `${workOf(work)} ${source} ${destination}`
      if (this.#seen.has(key)) continue
      this.#seen.add(key)
      const [amending, article] = this.#around(workOf(work), source) ?? []
      const named = destination || affected.get(article) || ''
      if (amending !== undefined && named !== '') this.#commands.push({ amending, destination: named, from })
    }
  }

  /** Returns the amendments of the norms of all laws, in the order of the laws. */
  all(): StatedAmendment[] {
    return this.#commands.map(({ amending, destination, from }) => {
      const work = workOf(destination)
      const id = elementOf(destination)
      const [amended, article = ''] = this.#around(work, id) ?? []
      const [, paragraph] = /^_abs-[nz]?(\d+[a-z]*)(?:_|$)/.exec(id.slice(article.length)) ?? []
      const subdivision = amended !== undefined && paragraph !== undefined ? `abs:${paragraph}` : null
      return { amending, amended, law: work, subdivision, effectiveFrom: from ?? null }
    })
  }

  /** Returns the norm around an element, with its `eId`. */
  #around(work: string, id: string): [norm: NormAddress, id: string] | undefined {
    for (let end = id.length; end > 0; end = id.lastIndexOf('_', end - 1)) {
      const own = id.slice(0, end)
      const norm = this.#norms.get(`${work} ${keyOf(own)}`)
      if (norm !== undefined) return [norm, own]
    }
    return undefined
  }
}

/**
 * Returns the `eId` in an address: it comes after the document, before a range of characters.
 * `eli/bund/bgbl-1/2021/s818/2021-04-16/1/deu/regelungstext-1/hauptteil-1_art-2_abs-1/205-209.xml`
 */
function elementOf(address: string): string {
  const [, id = ''] = /\/[\w-]*regelungstext[\w-]*\/([^/]+?)(?:\/\d+-\d+)?(?:\.xml)?$/.exec(address) ?? []
  return id
}

/** Normalizes the element of an article, which depends on the version of the format: `art-z5`, `hauptteil-1_art-5`. */
const keyOf = (id: string) => id.replace(/^(?:.*_)?art-[nz]?(?=\d)/, 'art-')

/** Returns the work without its document, which differs between consolidated and promulgated texts. */
const workOf = (work: string) => work.split('/').slice(0, 5).join('/')
