/** Where a norm stands in its law. */
import type { Law, NormAnswer } from '../answers.ts'
import { element } from '../dom.ts'
import { formatRoute, normLink } from '../route.ts'

export function place(norm: NormAnswer, { abbreviation, title, norms }: Law): HTMLElement {
  const { code, norm: at, structure } = norm
  const list = element('ol', { role: 'list' })
  const add = (href: string, words: string, title?: string) =>
    list.append(element('li', {}, element('a', { href, lang: 'de', title }, words)))
  add(formatRoute({ view: 'law', code, at, level: null }), abbreviation, title)
  for (const [level, heading] of structure.entries()) {
    const own = norms.find(
      (each) => each.label === heading.label && each.heading === heading.title && each.label !== '',
    )
    const isNorm = heading.kind === 'article' && own !== undefined
    const href = isNorm ? normLink(code, own.norm) : formatRoute({ view: 'law', code, at, level })
    add(href, [heading.label, heading.title].filter(Boolean).join(' '))
  }
  return element('nav', { class: 'place', 'aria-label': 'Place in the law' }, list)
}
