/** An error, and links to go on. */
import type { Candidate, ErrorBody } from '../../errors.ts'
import { RequestError } from '../api.ts'
import { currentDay } from '../day.ts'
import { button, element } from '../dom.ts'
import { formatRoute, lawLink, normLink, type Route } from '../route.ts'
import { readableDate, sentence } from '../words.ts'
import { formerVersions } from './former-versions.ts'
import type { View } from './view.ts'

/** How long until a service that is not ready is asked again, in milliseconds. */
const RETRY_INTERVAL = 1500

const HEADINGS: Record<ErrorBody['error'] | 'offline', string> = {
  not_found: 'Not found',
  ambiguous: 'Which one?',
  invalid_input: 'That cannot be read',
  not_ready: 'Not ready yet',
  offline: 'No answer',
  payload_too_large: 'Too large',
  unauthorized: 'A token is needed',
  too_many_requests: 'Too many requests',
  forbidden: 'Not allowed',
  misdirected: 'Another host',
  precondition_failed: 'Another answer',
  method_not_allowed: 'Not possible',
  internal: 'Something went wrong',
}

/** @param retry shows the same address again */
export function errorView(error: unknown, route: Route, signal: AbortSignal, retry: () => void): View {
  const body: RequestError['body'] =
    error instanceof RequestError ? error.body : { error: 'internal', message: 'The reader could not show this.' }
  const isBetweenStates = body.candidates?.some(({ observed_on }) => observed_on !== undefined)
  const name = isBetweenStates ? 'Not known for this day' : (HEADINGS[body.error] ?? HEADINGS.internal)
  const heading = element('h1', { tabindex: -1 }, name)
  const content = element('div', { class: 'failure' }, heading, element('p', {}, sentence(body.message)))
  // What other days have is listed below with all its versions.
  const suggestions = body.suggestions?.filter(({ observed_on }) => observed_on === undefined) ?? []
  const near = [...(body.candidates ?? []), ...suggestions]
  if (near.length > 0)
    content.append(element('ul', { role: 'list' }, ...near.map((each) => element('li', {}, candidateLink(each)))))
  if (body.error === 'not_ready') {
    content.append(...progressOf(body))
    const timer = setTimeout(retry, RETRY_INTERVAL)
    signal.addEventListener('abort', () => clearTimeout(timer))
  }
  if (body.error === 'not_found') content.append(formerVersions(route, signal), elsewhere(route, body.states))
  if (['offline', 'internal', 'not_ready'].includes(body.error)) content.append(button({}, retry, 'Try again'))
  return { title: heading.textContent ?? '', content, heading, announcement: `${heading.textContent}. ${body.message}` }
}

function candidateLink({ code, norm, label, title, observed_on: day }: Candidate): HTMLElement {
  const href = norm === undefined ? lawLink(code, day) : normLink(code, norm, null, day)
  const designation = element('span', { class: 'designation' }, label || norm || code)
  const published = day === undefined ? null : element('span', { lang: 'en' }, ` as published on ${readableDate(day)}`)
  return element('a', { href, lang: 'de' }, designation, title && ` ${title}`, published)
}

function progressOf({ stage, done, total }: RequestError['body']): HTMLElement[] {
  if (stage === undefined) return []
  const isKnown = done !== undefined && total !== undefined && total > 0
  const values = isKnown ? { value: done, max: total } : {}
  return [element('p', { class: 'progress' }, element('progress', { ...values, 'aria-label': stage }), ` ${stage}`)]
}

/** @param states given if the day is before the first state */
function elsewhere(route: Route, states: RequestError['body']['states']): HTMLElement {
  const links = [element('a', { href: formatRoute({ view: 'laws', filter: '' }) }, 'All laws')]
  if (currentDay() !== null) links.push(element('a', { href: formatRoute(route, '') }, 'Today’s text'))
  if (states !== undefined) {
    links.push(
      element('a', { href: formatRoute(route, states.first) }, `As published on ${readableDate(states.first)}`),
    )
  }
  if (route.view === 'norm') links.unshift(element('a', { href: lawLink(route.code) }, 'Contents of the law'))
  return element('p', {}, ...links.flatMap((link, index) => (index > 0 ? [' · ', link] : [link])))
}
