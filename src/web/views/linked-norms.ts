/** Norms that a norm is linked to, as lists below its text. */
import type { Relationship } from '../../corpus/corpus.ts'
import { getRelationships, type NormAnswer } from '../api.ts'
import { announce, element } from '../dom.ts'
import { normLink } from '../route.ts'
import { counted, designationOf } from '../words.ts'
import { MoreButton } from './view.ts'

const PAGE = 20
const MAX_CONTAINED = 1000

/** The norms under an article. */
export async function contained(norm: NormAnswer, signal: AbortSignal): Promise<HTMLElement | null> {
  if (norm.text !== '') return null
  const { relationships } = await getRelationships(norm, 'contains', { limit: MAX_CONTAINED, offset: 0 }, signal)
  if (relationships.length === 0) return null
  return section('Contains', relationshipList(relationships, norm.code))
}

/** References of the source without a place in the text. */
export function otherReferences(cited: readonly Relationship[]): HTMLElement | null {
  const others = cited.filter(({ start, resolved }) => start === null && resolved)
  return others.length === 0 ? null : section('Refers to', relationshipList(others, ''))
}

/** The norms that cite a norm, loaded after the page. */
export function citedBy(norm: NormAnswer, signal: AbortSignal): HTMLElement {
  const list = element('ul', { role: 'list' })
  const count = element('small')
  const heading = element('h2', {}, 'Cited by ', count)
  let next: number | null = 0
  const add = async () => {
    if (next === null) return
    const isFirst = next === 0
    const answer = await getRelationships(norm, 'cited_by', { limit: PAGE, offset: next }, signal)
    const rows = relationshipRows(answer.relationships, norm.code)
    list.append(...rows)
    next = answer.next
    box.hidden = answer.total === 0
    more.element.hidden = next === null
    count.textContent = counted(answer.total, 'citation')
    if (isFirst) return
    announce(`${next ?? answer.total} of ${answer.total} shown`)
    rows[0]?.querySelector('a')?.focus()
  }
  const more = new MoreButton('More', add)
  const box = element('section', { class: 'linked', hidden: true }, heading, list, more.element)
  void more.run().then(() => {
    if (!more.element.hidden) box.hidden = false
  })
  return box
}

function section(name: string, list: HTMLElement): HTMLElement {
  return element('section', { class: 'linked' }, element('h2', {}, name), list)
}

function relationshipList(relationships: readonly Relationship[], code: string): HTMLElement {
  return element('ul', { role: 'list' }, ...relationshipRows(relationships, code))
}

/** One row per norm, with the words of all its citations. */
function relationshipRows(relationships: readonly Relationship[], ownCode: string): HTMLElement[] {
  const norms = Map.groupBy(relationships, ({ code, norm }) => `${code}/${norm}`)
  return [...norms.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { code, abbreviation, norm, label, heading } = first
    const words = [...new Set(group.map(({ citation }) => citation?.trim()).filter(Boolean))]
    const designation = designationOf({ norm: norm ?? '', label: label ?? '' })
    const link = element(
      'a',
      { href: normLink(code ?? '', norm ?? ''), lang: 'de' },
      element('span', { class: 'designation' }, designation),
      code !== ownCode && ` ${abbreviation ?? code}`,
      heading && ` ${heading}`,
    )
    const quoted = words.map((each) => `„${each}“`).join(', ')
    return [element('li', {}, link, quoted && element('span', { class: 'quiet', lang: 'de' }, ` ${quoted}`))]
  })
}
