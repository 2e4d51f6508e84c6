/** An error, with links to continue. */

import { t, translated } from '../../i18n/texts.ts'
import type { Candidate, ErrorBody } from '../../util/errors.ts'
import type { Links } from './links.ts'
import { attributes, html, type Markup } from './markup.ts'
import { type Page, type PageContext, restriction } from './page.ts'
import { readableDate, sentence } from './words.ts'

/** @param code of the requested law, if any */
export function errorPage(body: ErrorBody, code: string | null, context: PageContext): Page {
  const { links, withParameters } = context
  const isBetweenStates = body.candidates?.some(({ observed_on }) => observed_on !== undefined)
  const name = isBetweenStates ? t`Not known for this day` : headings()[body.error]
  const near = [...(body.candidates ?? []), ...(body.suggestions ?? [])]
  const mayPass = ['internal', 'not_ready'].includes(body.error)
  const content = html`
    <div class="failure" data-error="${body.error}">
      <h1 tabindex="-1">${name}</h1>
      <p>${sentence(withReadableName(translated(body.message)))}</p>
      ${near.length > 0 && html`<ul role="list">${near.map((each) => html`<li>${candidateLink(each, links)}</li>`)}</ul>`}
      ${body.error === 'not_ready' && progressOf(body)}
      ${body.error === 'invalid_input' && restriction(context)}
      ${body.error === 'not_found' && elsewhere(body, code, context)}
      ${mayPass && html`<p><a href="${withParameters({})}">${t`Try again`}</a></p>`}
    </div>`
  return { title: name, view: 'error', content }
}

/** A message about a parameter, with its name for readers. */
const withReadableName = (message: string) =>
  message.replace(/^(?:as_of|in_force_on|jurisdiction|q)(?=: )/, (name) =>
    name === 'q' ? t`Query` : name === 'jurisdiction' ? t`Jurisdiction` : t`Day`,
  )

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

function candidateLink(candidate: Candidate, links: Links): Markup {
  const { code, norm, label, title, observed_on: day, in_force_on } = candidate
  const query = in_force_on === undefined ? {} : { in_force_on }
  const href = norm === undefined ? links.law(code, { day, ...query }) : links.norm(code, norm, null, day, query)
  const name = html`<span class="designation">${label || norm || code}</span>${title && ` ${title}`}`
  const published = day !== undefined && html`<span> ${t`as published on ${readableDate(day)}`}</span>`
  const inForce = in_force_on !== undefined && html`<span> ${t`as in force on ${readableDate(in_force_on)}`}</span>`
  return html`<a href="${href}"><span lang="de">${name}</span>${published}${inForce}</a>`
}

function progressOf({ stage, done, total }: ErrorBody): Markup | null {
  if (stage === undefined) return null
  const isKnown = done !== undefined && total !== undefined && total > 0
  const known = { ...(isKnown && { value: done, max: total }), 'aria-label': stage }
  return html`<p class="progress"><progress${attributes(known)}></progress>${` ${stage}`}</p>`
}

function elsewhere({ states }: ErrorBody, code: string | null, { links, withParameters }: PageContext): Markup {
  const found: Markup[] = []
  const add = (href: string, words: string) =>
    found.push(html`${found.length > 0 && ' · '}<a href="${href}">${words}</a>`)
  if (code !== null) add(links.law(code), t`Contents of the law`)
  add(links.laws(), t`All laws`)
  if ((links.day ?? links.effective) !== null) add(withParameters({ as_of: null, in_force_on: null }), t`Today’s text`)
  if (states !== undefined)
    add(withParameters({ as_of: states.first, in_force_on: null }), t`As published on ${readableDate(states.first)}`)
  return html`<p>${found}</p>`
}
