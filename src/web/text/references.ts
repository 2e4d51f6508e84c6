/** The references in a norm's text, as links with their places. */
import type { Relationship } from '../../corpus/corpus.ts'
import { placeReferences } from '../../layout/references.ts'
import type { Span } from '../../layout/span.ts'
import { normLink } from '../route.ts'

export interface LinkedReference extends Span {
  /** `null` where the corpus does not have what is cited. */
  href: string | null
  title: string
}

/** @param relationships those of type `cites` */
export function linkReferences(text: string, relationships: readonly Relationship[]): LinkedReference[] {
  return placeReferences(text, relationships).map(({ start, end, cited }) => {
    return { start, end, ...(cited.resolved ? resolved(cited) : unresolved(cited)) }
  })
}

function resolved({ code, norm, label, heading, subdivision }: Relationship): Pick<LinkedReference, 'href' | 'title'> {
  const title = [label, heading].filter(Boolean).join(' ')
  return { href: normLink(code ?? '', norm ?? '', subdivision), title: `${title} (${code})` }
}

function unresolved({ code, norm, law }: Relationship): Pick<LinkedReference, 'href' | 'title'> {
  if (code !== null && norm !== null) return { href: null, title: `Not in this corpus: ${norm} of ${code}` }
  return { href: null, title: law === null ? 'Which law is meant is not known' : `Not in this corpus: ${law}` }
}
