/** Norms that a norm is linked to, as lists below its text. */
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import type { Relationship } from '../corpus/corpus.ts'
import { counted } from '../texts/readable.ts'
import { t } from '../texts/texts.ts'
import type { Links } from './links.ts'
import { element, type Markup } from './markup.ts'
import { designationOf } from './words.ts'

/** An answer of the operation `relationships`. */
export interface Relationships {
  relationships: readonly Relationship[]
  total: number
  next: number | null
}

/** A section with norms; `null` if there are none. @param own code of the law whose norms need no abbreviation */
export function linkedNorms(
  name: string,
  relationships: readonly Relationship[],
  own: string,
  links: Links,
): Markup | null {
  if (relationships.length === 0) return null
  const list = element('ul', { role: 'list' }, ...rowsOf(relationships, own, links))
  return element('section', { class: 'linked' }, element('h2', {}, name), list)
}

/** References of the source without a place in the text. */
export function otherReferences(cites: readonly Relationship[], links: Links): Markup | null {
  const others = cites.filter(({ start, resolved }) => start === null && resolved)
  return linkedNorms(t`Refers to`, others, '', links)
}

/** How many more citing norms each step shows. */
export const CITING_STEP = 100

/** The norms that cite a norm. */
export function citedBy(
  { code, norm }: { code: string; norm: string },
  { relationships, total, next }: Relationships,
  links: Links,
): Markup | null {
  if (relationships.length === 0) return null
  const href =
    next === null ? null : `${links.norm(code, norm, null, undefined, { citing: next + CITING_STEP })}#cited-by`
  return element(
    'section',
    { class: 'linked', id: 'cited-by' },
    element('h2', {}, t`Cited by`, ' ', element('small', {}, counted(total, 'citation'))),
    element('ul', { role: 'list' }, ...rowsOf(relationships, code, links)),
    href !== null && element('p', {}, element('a', { href, class: 'more' }, t`More`)),
  )
}

/** One row per norm, with the words of all its citations. */
function rowsOf(relationships: readonly Relationship[], ownCode: string, links: Links): Markup[] {
  const norms = Map.groupBy(relationships, ({ code, norm }) => `${code}/${norm}`)
  return [...norms.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { code, norm, label, heading } = first
    const words = [...new Set(group.map(({ citation }) => citation?.trim()).filter(Boolean))]
    const quoted = words.map((each) => `„${each}“`).join(', ')
    const link = element(
      'a',
      { href: links.norm(code ?? '', norm ?? ''), lang: 'de' },
      element('span', { class: 'designation' }, designationOf({ norm: norm ?? '', label: label ?? '' })),
      code !== ownCode && code !== null && ` ${nameOfLaw({ ...first, code })}`,
      heading && ` ${heading}`,
    )
    return [element('li', {}, link, quoted && element('span', { class: 'quiet', lang: 'de' }, ` ${quoted}`))]
  })
}
