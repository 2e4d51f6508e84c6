/** The references in the text of a norm, with the official pages of what they cite. */
import type { Corpus } from '../../corpus/corpus.ts'
import type { NormDocument } from '../../formats/norm-document.ts'
import { placeReferences } from '../../layout/references.ts'
import type { Span } from '../../layout/span.ts'
import type { Screen } from '../screen.ts'

/** What is asked of a corpus. */
export type CitationSource = Pick<Corpus, 'norm' | 'relationships'>

export interface LinkedReference extends Span {
  /** The official page, if it is known and the screen has links. */
  url: string | undefined
}

/** Only what the corpus has is a reference to follow; none, where the screen could not show it. */
export async function normReferences(
  corpus: CitationSource,
  norm: NormDocument,
  screen: Screen,
): Promise<LinkedReference[]> {
  if (!screen.colour && !screen.links) return []
  const options = { type: 'cites', limit: Number.MAX_SAFE_INTEGER, offset: 0 } as const
  const { items } = await corpus.relationships(norm.code, norm.norm, options)
  const shift = norm.start
  const moved = items.flatMap((each) =>
    each.start === null || each.end === null || each.start < shift || each.end > shift + norm.text.length
      ? []
      : [{ ...each, start: each.start - shift, end: each.end - shift }],
  )
  const pages = new Map<string, string | undefined>()
  const pageOf = async (code: string, path: string) => {
    const key = `${code} ${path}`
    if (!pages.has(key)) pages.set(key, (await corpus.norm(code, path))?.provenance.html_url ?? undefined)
    return pages.get(key)
  }
  const references: LinkedReference[] = []
  for (const { start, end, cited } of placeReferences(norm.text, moved)) {
    const { code, norm: path, resolved } = cited
    if (!resolved || code === null || path === null) continue
    references.push({ start, end, url: screen.links ? await pageOf(code, path) : undefined })
  }
  return references
}
