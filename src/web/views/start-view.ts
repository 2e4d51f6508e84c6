/** The page before anything is asked: what is here, and how to ask. */
import { getCoverage } from '../api.ts'
import { readableDate } from '../dates.ts'
import { element } from '../dom.ts'
import { formatRoute } from '../route.ts'
import { counted } from '../words.ts'
import type { View } from './view.ts'

export async function startView(signal: AbortSignal): Promise<View> {
  const { laws, norms, status_dates } = await getCoverage(signal)
  const heading = element('h1', { tabindex: -1 }, 'The exact wording of laws')
  const newest = status_dates.latest === null ? '' : `, amended up to ${readableDate(status_dates.latest)}`
  const counts = element(
    'p',
    { class: 'lead' },
    `${counted(norms, 'norm')} of `,
    element('a', { href: formatRoute({ view: 'laws', filter: '' }) }, counted(laws, 'law')),
    `${newest}, each with its source.`,
  )
  const content = element('div', { class: 'start' }, heading, counts, element('dl', {}, ...waysToAsk()), disclaimer())
  return { title: '', content, heading }
}

function waysToAsk(): HTMLElement[] {
  const ways = [
    ['A designation and Enter', '§ 433 Abs. 1 BGB', 'opens the norm, with that part marked'],
    ['Words of the text', 'Kündigung Mietverhältnis', 'in any inflection, the best norms first'],
    ['Words in a row', '"Treu und Glauben"', 'as they stand'],
    ['With and without', '+Miete -Pacht Kündigung*', '+ must be there, - must not, * for any ending'],
  ] as const
  return ways.flatMap(([name, query, meaning]) => [
    element('dt', {}, name),
    element(
      'dd',
      {},
      element('a', { href: formatRoute({ view: 'search', query }), lang: 'de' }, element('code', {}, query)),
      ` ${meaning}`,
    ),
  ])
}

function disclaimer(): HTMLElement {
  return element(
    'p',
    { class: 'quiet' },
    'No legal advice; what counts is the official promulgation. ',
    'Programs ask the same service: ',
    element('a', { href: 'docs' }, 'API reference'),
    '.',
  )
}
