/** When a law or norm was published that the page does not find in the texts of its day. */
import type { VersionSpan } from '../../corpus/corpus.ts'
import { getLawVersions, getNormVersions } from '../api.ts'
import { element } from '../dom.ts'
import { lawLink, normLink, type Route } from '../route.ts'
import { capitalized, readableSpan } from '../words.ts'

/** A list that is filled when the versions are known, and stays hidden if there are none. */
export function formerVersions(route: Route, signal: AbortSignal): HTMLElement {
  const box = element('div', { hidden: true })
  if (route.view !== 'norm' && route.view !== 'law') return box
  find(route, signal).then(
    (links) => {
      if (links.length === 0) return
      box.append(
        element('p', {}, 'It was published on other days:'),
        element('ul', { role: 'list' }, ...links.map((link) => element('li', {}, link))),
      )
      box.hidden = false
    },
    () => {},
  )
  return box
}

async function find(route: Route & { view: 'norm' | 'law' }, signal: AbortSignal): Promise<HTMLElement[]> {
  if (route.view === 'law') {
    const { code, versions } = await getLawVersions(route.code, signal)
    return versions.map((version) => link(version, lawLink(code, dayIn(version))))
  }
  const { code, norm, versions } = await getNormVersions(route.code, route.norm, signal)
  return versions.map((version) => link(version, normLink(code, norm, null, dayIn(version)), version.heading))
}

type Span = Pick<VersionSpan, 'observed_from' | 'observed_to'>

/** The newest state is shown as today's text. */
const dayIn = ({ observed_to }: Span) => observed_to ?? ''

function link({ observed_from, observed_to }: Span, href: string, heading = ''): HTMLElement {
  const words = readableSpan(observed_from, observed_to)
  const title = heading && element('span', { lang: 'de' }, ` ${heading}`)
  return element('a', { href }, capitalized(words), title)
}
