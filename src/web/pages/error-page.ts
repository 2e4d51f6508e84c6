/** An error, and links to go on. */

import { t, translated } from '../../i18n/texts.ts'
import type { Candidate, ErrorBody } from '../../util/errors.ts'
import type { Links } from './links.ts'
import { element, type Markup } from './markup.ts'
import type { Page, PageContext } from './page.ts'
import { readableDate, sentence } from './words.ts'

/** @param code of the law that was asked for, if one was */
export function errorPage(body: ErrorBody, code: string | null, { links, withParameters }: PageContext): Page {
  const isBetweenStates = body.candidates?.some(({ observed_on }) => observed_on !== undefined)
  const name = isBetweenStates ? t`Not known for this day` : headings()[body.error]
  const near = [...(body.candidates ?? []), ...(body.suggestions ?? [])]
  const content = element(
    'div',
    { class: 'failure', 'data-error': body.error },
    element('h1', { tabindex: -1 }, name),
    element('p', {}, sentence(withReadableName(translated(body.message)))),
    near.length > 0 &&
      element('ul', { role: 'list' }, ...near.map((each) => element('li', {}, candidateLink(each, links)))),
    body.error === 'not_ready' && progressOf(body),
    body.error === 'not_found' && elsewhere(body, code, links, withParameters),
    ['internal', 'not_ready'].includes(body.error) &&
      element('p', {}, element('a', { href: withParameters({}) }, t`Try again`)),
  )
  return { title: name, view: 'error', content }
}

/** A message about a parameter, with its name as readers know it. */
const withReadableName = (message: string) =>
  message.replace(/^(?:as_of|q)(?=: )/, (name) => (name === 'q' ? t`Query` : t`Day`))

const headings = (): Readonly<Record<ErrorBody['error'], string>> => ({
  not_found: t`Not found`,
  no_history: t`Only one day`,
  ambiguous: t`Which one?`,
  invalid_input: t`Not a valid request`,
  not_ready: t`Not ready yet`,
  payload_too_large: t`Too large`,
  unauthorized: t`A token is needed`,
  too_many_requests: t`Too many requests`,
  forbidden: t`Not allowed`,
  misdirected: t`Another host`,
  precondition_failed: t`Another answer`,
  method_not_allowed: t`Not possible`,
  internal: t`Something went wrong`,
})

function candidateLink({ code, norm, label, title, observed_on: day }: Candidate, links: Links): Markup {
  const href =
    norm === undefined ? links.law(code, day === undefined ? {} : { day }) : links.norm(code, norm, null, day)
  const designation = element('span', { class: 'designation' }, label || norm || code)
  const published = day !== undefined && element('span', { lang: null }, ` ${t`as published on ${readableDate(day)}`}`)
  return element('a', { href }, element('span', { lang: 'de' }, designation, title && ` ${title}`), published)
}

function progressOf({ stage, done, total }: ErrorBody): Markup | null {
  if (stage === undefined) return null
  const isKnown = done !== undefined && total !== undefined && total > 0
  const bar = element('progress', { ...(isKnown && { value: done, max: total }), 'aria-label': stage })
  return element('p', { class: 'progress' }, bar, ` ${stage}`)
}

function elsewhere(
  { states }: ErrorBody,
  code: string | null,
  links: Links,
  withParameters: PageContext['withParameters'],
): Markup {
  const found: Markup[] = []
  if (code !== null) found.push(element('a', { href: links.law(code) }, t`Contents of the law`))
  found.push(element('a', { href: links.laws() }, t`All laws`))
  if (links.day !== null) found.push(element('a', { href: withParameters({ as_of: null }) }, t`Today’s text`))
  if (states !== undefined) {
    const words = t`As published on ${readableDate(states.first)}`
    found.push(element('a', { href: withParameters({ as_of: states.first }) }, words))
  }
  return element('p', {}, ...found.flatMap((link, index) => (index > 0 ? [' · ', link] : [link])))
}
