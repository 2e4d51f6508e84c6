/** A page as a document: its head, the bar with the search field, and its content. */
import { LANGUAGE_NAMES, LANGUAGES } from '../../i18n/choose-language.ts'
import { counted } from '../../i18n/readable.ts'
import { t } from '../../i18n/texts.ts'
import { attributes, type Child, html, type Markup, plain } from './markup.ts'
import { keptFields, type Page, type PageContext } from './page.ts'
import { readableDate } from './words.ts'

const NAME = 'legal-text'

/** The document, split before the end of its content. */
export function documentParts(page: Page, context: PageContext): [before: string, after: string] {
  const { view, content, end = '', address } = page
  const { language, links, assets } = context
  const asset = (name: string) => links.file(assets[name] ?? name)
  const body = { 'data-view': view, 'data-root': links.file(''), 'data-address': address, 'data-words': scriptWords() }
  // Beside a norm, the contents of its law come before its text.
  const target = view === 'norm' ? '#wording' : '#main'
  const before = html`
    <!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>${plain(titleOf(page, links))}</title>
        ${metadata(page, context)}
        <script src="${asset('before-paint.js')}"></script>
        <link rel="icon" href="${asset('icon.svg')}" type="image/svg+xml">
        <link rel="stylesheet" href="${asset('reader.css')}">
        <script type="module" src="${asset('reader.js')}"></script>
        ${structuredData(page)}
      </head>
      <body${attributes(body)}>
        <a class="skip" id="skip" href="${target}">${t`Skip to the text`}</a>
        ${bar(view, context)}
        ${dayBar(view, context)}
        <main id="main" tabindex="-1">${content}`
  const after = html`</main><p class="hidden" id="live" role="status"></p>${keysDialog(context)}</body></html>`
  return [before.html, `${end}${after.html}\n`]
}

/** Words of the script. */
const scriptWords = () =>
  JSON.stringify({ copied: t`Copied`, notCopied: t`Not copied`, failed: t`No answer. Try again` })

/** The whole document. */
export const documentOf = (page: Page, context: PageContext): string => documentParts(page, context).join('')

function titleOf({ title, subtitles = [] }: Page, { day, effective }: PageContext['links']): string {
  const published = day === null || title === '' ? title : t`${title}, as published on ${readableDate(day)}`
  const dated = effective === null || title === '' ? published : t`${title}, as in force on ${readableDate(effective)}`
  return [...new Set([dated, ...subtitles, NAME])].filter(Boolean).join(' – ')
}

/** Metadata for search engines and link previews; older texts are not to be indexed. */
function metadata({ title, subtitles = [], canonical }: Page, { links, language }: PageContext): Markup {
  const description = subtitles.filter(Boolean).join(' – ') || t`The exact wording of laws, with its source.`
  const properties = { title: title || NAME, description, type: canonical === undefined ? 'website' : 'article' }
  const graph = { ...properties, site_name: NAME, locale: language === 'de' ? 'de_DE' : 'en_GB' }
  const isFound = canonical !== undefined && (links.day ?? links.effective) === null
  return html`
    <meta name="description" content="${description}">
    ${Object.entries(graph).map(([name, value]) => html`<meta property="og:${name}" content="${value}">`)}
    ${isFound ? html`<link rel="canonical" href="${canonical}">` : html`<meta name="robots" content="noindex">`}`
}

/** Structured data as a script; only the character that could end it is escaped. */
function structuredData({ legislation }: Page): Markup | null {
  if (legislation === undefined) return null
  const json = JSON.stringify({ '@context': 'https://schema.org', '@type': 'Legislation', ...legislation })
  return { html: `<script type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>` }
}

function bar(view: Page['view'], context: PageContext): Markup {
  const { links, query } = context
  return html`
    <header class="bar">
      <a class="home" id="home" href="${links.start()}" aria-label="${t`legal-text, to the start`}">
        <span aria-hidden="true">§</span> <span class="name">${NAME}</span>
      </a>
      <search>
        <form id="search-form" class="search" autocomplete="off" action="${links.start()}" method="get">
          <label class="hidden" for="query">${t`Search laws and norms`}</label>
          <input id="query" name="q" type="search"${attributes({ value: query || null })}
            enterkeyhint="search" maxlength="1000" spellcheck="false" autocapitalize="off"
            placeholder="${t`§ 433 BGB, or words of the text`}" aria-describedby="query-keys">
          ${keptFields(links)}
          <kbd aria-hidden="true">/</kbd>
          <span class="hidden" id="query-keys">
            ${t`Results appear as you type. Arrow down goes to them, Enter opens the best.`}
          </span>
        </form>
      </search>
      ${places(view, context)}
    </header>`
}

/** True if the corpus has texts of several days, or the page has a day. */
const hasTime = ({ days, links }: PageContext) =>
  days.states.length > 1 || days.actsSince !== null || (links.day ?? links.effective) !== null

function places(view: Page['view'], context: PageContext): Markup {
  const { links, language, withParameters } = context
  const place = (id: string, href: string, words: string, isHere: boolean) =>
    html`<a${attributes({ href, id, 'aria-current': isHere ? 'page' : null })}>${words}</a>`
  const icon = (id: string, sign: string, words: string, given = {}) => html`
    <button type="button" class="icon" id="${id}" hidden${attributes(given)}>
      <span aria-hidden="true">${sign}</span>
      <span class="hidden">${words}</span>
    </button>`
  const others = LANGUAGES.filter((each) => each !== language).map((each) => {
    const link = { href: withParameters({ lang: each }), hreflang: each, lang: each }
    return html`<a${attributes(link)} class="language" title="${LANGUAGE_NAMES[each]}">${each.toUpperCase()}</a>`
  })
  const day = { 'aria-expanded': String((links.day ?? links.effective) !== null), 'aria-controls': 'day' }
  return html`
    <nav class="places" aria-label="${t`Pages`}">
      ${place('to-laws', links.laws(), t`Laws`, view === 'laws')}
      ${hasTime(context) && place('to-changes', links.changes(), t`Changes`, view === 'changes')}
      <a href="${links.file('docs')}" class="to-docs">API</a>
      ${others}
      ${hasTime(context) && icon('date', '◷', t`Day of the texts`, day)}
      ${icon('theme', '◐', t`Dark colours`)}
      ${icon('keys', '?', t`Keys`, { 'aria-haspopup': 'dialog' })}
    </nav>`
}

/** The list of keys, which the script shows. */
function keysDialog(context: PageContext): Markup {
  const keys: [keys: string[], meaning: string][] = [
    [['/'], t`Search`],
    [['↓', '↑'], t`Go through results or contents`],
    [['→', '←'], t`Open or close a heading of the contents`],
    [['Enter'], t`Open the norm, the law or the best result`],
    [['j', 'k'], t`Next norm, previous norm`],
    ...(hasTime(context) ? keysOfTime() : []),
    [['c'], t`Copy the citation`],
    [['?'], t`Show the keys`],
    [['Esc'], t`Leave the search or this list`],
  ]
  const rows = keys.map(
    ([names, meaning]) => html`<dt>${names.map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${meaning}</dd>`,
  )
  return html`
    <dialog id="keys-dialog" aria-labelledby="keys-heading">
      <h2 id="keys-heading">${t`Keys`}</h2>
      <dl>${rows}</dl>
      ${!hasTime(context) && html`<p class="quiet">${t`This corpus only has the texts of one day.`}</p>`}
      <form method="dialog"><button type="submit">${t`Close`}</button></form>
    </dialog>`
}

const keysOfTime = (): [keys: string[], meaning: string][] => [
  [['e', 'l'], t`Earlier wording, later wording`],
  [['d'], t`What changed in this wording`],
  [['a'], t`Set the day of the texts`],
]

function dayBar(view: Page['view'], context: PageContext): Markup | null {
  if (!hasTime(context)) return null
  const { links, query } = context
  const { day, effective } = links
  const shown = effective ?? day
  const isSearched = shown !== null && view === 'search' && query !== ''
  const today = html`<a href="${context.withParameters({ as_of: null, in_force_on: null })}" class="to-today">${t`Today’s text`}</a>`
  const hint = isSearched && html`<span class="hint">${` ${searched(context.days.states)}`}</span>`
  return html`
    <section class="${shown === null ? 'day' : 'day set'}" id="day" aria-label="${t`Day of the texts`}">
      ${shown !== null && html`<p class="banner">${effective === null ? daySentence(shown, context.days) : inForceSentence(effective, day)} ${today}${hint}</p>`}
      ${dayForm(context)}
    </section>`
}

function inForceSentence(effective: string, known: string | null): Child[] {
  const inForce = html`<strong>${t`As in force on ${readableDate(effective)}`}</strong>`
  const ending = t`by the days of effect that the source names.`
  return known === null
    ? [inForce, ', ', ending]
    : [inForce, ', ', t`as it was known on ${readableDate(known)},`, ' ', ending]
}

/** The meaning of the day among the states. */
function daySentence(day: string, { states, actsSince }: PageContext['days']): Child[] {
  const published = html`<strong>${t`As published on ${readableDate(day)}`}</strong>`
  const [first, last] = [states[0], states.at(-1)]
  if (first === undefined || last === undefined) {
    return [t`This corpus only has the texts of one day, none as published on ${readableDate(day)}.`]
  }
  if (day < first && actsSince !== null && actsSince <= day) {
    return [
      published,
      t`, before the first state, of ${readableDate(first)}: only acts of the European Union are that old here.`,
    ]
  }
  if (day < first) return [t`There are no texts of ${readableDate(day)}: the first state is of ${readableDate(first)}.`]
  if (day === last) return [published, t`, the newest state: this is today’s text.`]
  if (day > last) {
    return [t`${readableDate(day)} is after the newest state, of ${readableDate(last)}: this is today’s text.`]
  }
  if (states.includes(day)) return [published, t`, not today’s text.`]
  const before = readableDate(states.findLast((each) => each < day) ?? first)
  const after = readableDate(states.find((each) => each > day) ?? last)
  return [published, t`, between the states of ${before} and ${after}. This is not today’s text.`]
}

function searched(states: readonly string[]): string {
  const last = states.at(-1)
  return last === undefined
    ? t`Words are searched in the newest state; what you open is shown as of the day above.`
    : t`Words are searched in the newest state, of ${readableDate(last)}; what you open is shown as of the day above.`
}

function dayForm({ links: { day }, days, withParameters }: PageContext): Markup {
  const [path = '', query = ''] = withParameters({ as_of: null, in_force_on: null }).split('?')
  const kept = [...new URLSearchParams(query)].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const earliest = [days.states[0], days.actsSince].filter((first) => first).sort()[0]
  const close = html`<button type="button" class="close-day" hidden>${t`Close`}</button>`
  return html`
    <form class="day-form" action="${path}" method="get">
      ${kept}
      <label for="day-field">${day === null ? t`Show laws as published on` : t`Another day`}</label>
      <input type="date" id="day-field" name="as_of" required${attributes({ value: day, min: earliest })}>
      <button type="submit">${t`Show`}</button>
      ${day === null && [close, html`<span class="quiet">${hint(days)}</span>`]}
    </form>`
}

function hint({ states, actsSince }: PageContext['days']): string {
  const [first, last] = [states[0], states.at(-1)]
  if (first === undefined || last === undefined) return t`This corpus only has the texts of one day.`
  const known = t`The corpus has ${counted(states.length, 'state')}, from ${readableDate(first)} to ${readableDate(last)}.`
  return actsSince === null
    ? known
    : `${known} ${t`Laws whose source names their days go back to ${readableDate(actsSince)}.`}`
}
