/** The norms of a law whose designation or heading has some words. */
import { effectMark } from '../../layout/effect.ts'
import type { Law } from '../answers.ts'
import { readableDate } from '../dates.ts'
import { designationOf } from '../designation.ts'
import { element } from '../dom.ts'
import { normLink } from '../route.ts'
import { counted } from '../words.ts'

const MOST_SHOWN = 200

export function filteredNorms({ code, norms }: Law, words: string): HTMLElement[] {
  const wanted = fold(words)
  const found = norms.filter(({ label, heading }) => fold(`${label} ${heading}`).includes(wanted))
  const list = element('ul', { class: 'contents', role: 'list' })
  for (const entry of found.slice(0, MOST_SHOWN)) {
    const { norm, label, heading, status } = entry
    const effect = effectMark(entry, readableDate)
    const link = element(
      'a',
      { href: normLink(code, norm), lang: 'de', class: status === 'repealed' ? 'entry repealed' : 'entry' },
      element('span', { class: 'designation' }, designationOf({ norm, label })),
      ' ',
      element('span', {}, heading),
      effect && element('span', { class: 'effect', lang: 'en' }, ` (${effect})`),
    )
    list.append(element('li', {}, link))
  }
  const more = found.length > MOST_SHOWN ? `, the first ${MOST_SHOWN} are shown` : ''
  return [element('p', { class: 'quiet' }, `${counted(found.length, 'norm')}${more}`), list]
}

const fold = (text: string) => text.toLowerCase().replace(/\s+/g, ' ')
