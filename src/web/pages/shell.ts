/** A page as a document: its head, the bar with the search field, and its content. */
import { LANGUAGE_NAMES, LANGUAGES } from '../../i18n/choose-language.ts'
import { counted } from '../../i18n/readable.ts'
import { t } from '../../i18n/texts.ts'
import { type Child, element, type Markup, toHtml } from './markup.ts'
import type { Page, PageContext } from './page.ts'
import { readableDate } from './words.ts'

const NAME = 'legal-text'

/** The document, in two parts: what stands before the end of its content, and what follows. */
export function documentParts(page: Page, context: PageContext): [before: string, after: string] {
  const { view, content, address } = page
  const { language, links } = context
  const head = element(
    'head',
    {},
    element('meta', { charset: 'utf-8' }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    element('meta', { name: 'color-scheme', content: 'light dark' }),
    element('title', {}, titleOf(page, links.day)),
    ...metadata(page, context),
    element('script', { src: asset('before-paint.js') }),
    element('link', { rel: 'icon', href: asset('icon.svg'), type: 'image/svg+xml' }),
    element('link', { rel: 'stylesheet', href: asset('reader.css') }),
    element('script', { type: 'module', src: asset('reader.js') }),
  )
  const main = toHtml(element('main', { id: 'main', tabindex: -1 }, content))
  const body = { 'data-view': view, 'data-root': links.file(''), 'data-address': address }
  // Beside a norm, the contents of its law precede its text.
  const target = view === 'norm' ? '#wording' : '#main'
  // The norms of a whole law follow within its article.
  const end = view === 'full' ? '</article></main>' : '</main>'
  const before = [
    `<!doctype html><html lang="${language}">${toHtml(head).replace('</head>', () => `${structuredData(page)}</head>`)}`,
    toHtml(element('body', { ...body, 'data-words': scriptWords() })).slice(0, -'</body>'.length),
    toHtml([element('a', { class: 'skip', id: 'skip', href: target }, t`Skip to the text`), bar(view, context)]),
    toHtml(dayBar(view, context)),
    main.slice(0, -end.length),
  ]
  const after = [
    end,
    toHtml([element('p', { class: 'hidden', id: 'live', role: 'status' }), keysDialog(context)]),
    '</body></html>\n',
  ]
  return [before.join(''), after.join('')]

  function asset(name: string): string {
    return links.file(context.assets[name] ?? name)
  }
}

/** What the script says. */
const scriptWords = () =>
  JSON.stringify({ copied: t`Copied`, notCopied: t`Not copied`, failed: t`No answer. Try again` })

/** The whole document. */
export const documentOf = (page: Page, context: PageContext): string => documentParts(page, context).join('')

function titleOf({ title, subtitles = [] }: Page, day: string | null): string {
  const dated = day === null || title === '' ? title : t`${title}, as published on ${readableDate(day)}`
  return [...new Set([dated, ...subtitles, NAME])].filter(Boolean).join(' – ')
}

/** What search engines and previews of links read. A text of an older day is not the one that they show. */
function metadata({ title, subtitles = [], canonical }: Page, { links, language }: PageContext): Markup[] {
  const description = subtitles.filter(Boolean).join(' – ') || t`The exact wording of laws, with its source.`
  const properties = { title: title || NAME, description, type: canonical === undefined ? 'website' : 'article' }
  const graph = { ...properties, site_name: NAME, locale: language === 'de' ? 'de_DE' : 'en_GB' }
  return [
    element('meta', { name: 'description', content: description }),
    ...Object.entries(graph).map(([name, value]) => element('meta', { property: `og:${name}`, content: value })),
    canonical === undefined || links.day !== null
      ? element('meta', { name: 'robots', content: 'noindex' })
      : element('link', { rel: 'canonical', href: canonical }),
  ]
}

/** Structured data as a script; only the sign that could end it needs an escape. */
function structuredData({ legislation }: Page): string {
  if (legislation === undefined) return ''
  const json = JSON.stringify({ '@context': 'https://schema.org', '@type': 'Legislation', ...legislation })
  return `<script type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>`
}

function bar(view: Page['view'], context: PageContext): Markup {
  const { links, query } = context
  const home = element(
    'a',
    { class: 'home', id: 'home', href: links.start(), 'aria-label': t`legal-text, to the start` },
    element('span', { 'aria-hidden': 'true' }, '§'),
    ' ',
    element('span', { class: 'name' }, NAME),
  )
  const field = element('input', {
    id: 'query',
    name: 'q',
    type: 'search',
    value: query || null,
    enterkeyhint: 'search',
    maxlength: 1000,
    spellcheck: 'false',
    autocapitalize: 'off',
    placeholder: t`§ 433 BGB, or words of the text`,
    'aria-describedby': 'query-keys',
  })
  const form = element(
    'form',
    { id: 'search-form', class: 'search', autocomplete: 'off', action: links.start(), method: 'get' },
    element('label', { class: 'hidden', for: 'query' }, t`Search laws and norms`),
    field,
    links.day !== null && element('input', { type: 'hidden', name: 'as_of', value: links.day }),
    element('kbd', { 'aria-hidden': 'true' }, '/'),
    element(
      'span',
      { class: 'hidden', id: 'query-keys' },
      t`Results appear as you type. Arrow down goes to them, Enter opens the best.`,
    ),
  )
  return element('header', { class: 'bar' }, home, element('search', {}, form), places(view, context))
}

/** True if the corpus has texts of several days, or the page is of one. */
const hasTime = ({ days, links }: PageContext) =>
  days.states.length > 1 || days.actsSince !== null || links.day !== null

function places(view: Page['view'], context: PageContext): Markup {
  const { links, language, withParameters } = context
  const place = (id: string, href: string, words: string, isHere: boolean) =>
    element('a', { href, id, 'aria-current': isHere ? 'page' : null }, words)
  const icon = (id: string, sign: string, words: string, attributes = {}) =>
    element(
      'button',
      { type: 'button', class: 'icon', id, hidden: true, ...attributes },
      element('span', { 'aria-hidden': 'true' }, sign),
      element('span', { class: 'hidden' }, words),
    )
  const others = LANGUAGES.filter((each) => each !== language).map((each) =>
    element(
      'a',
      {
        href: withParameters({ lang: each }),
        hreflang: each,
        lang: each,
        class: 'language',
        title: LANGUAGE_NAMES[each],
      },
      each.toUpperCase(),
    ),
  )
  return element(
    'nav',
    { class: 'places', 'aria-label': t`Pages` },
    place('to-laws', links.laws(), t`Laws`, view === 'laws'),
    hasTime(context) && place('to-changes', links.changes(), t`Changes`, view === 'changes'),
    element('a', { href: links.file('docs'), class: 'to-docs' }, 'API'),
    others,
    hasTime(context) &&
      icon('date', '◷', t`Day of the texts`, { 'aria-expanded': String(links.day !== null), 'aria-controls': 'day' }),
    icon('theme', '◐', t`Dark colours`),
    icon('keys', '?', t`Keys`, { 'aria-haspopup': 'dialog' }),
  )
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
  const rows = keys.flatMap(([names, meaning]) => [
    element('dt', {}, ...names.flatMap((key) => [element('kbd', {}, key), ' '])),
    element('dd', {}, meaning),
  ])
  return element(
    'dialog',
    { id: 'keys-dialog', 'aria-labelledby': 'keys-heading' },
    element('h2', { id: 'keys-heading' }, t`Keys`),
    element('dl', {}, ...rows),
    !hasTime(context) && element('p', { class: 'quiet' }, t`This corpus only has the texts of one day.`),
    element('form', { method: 'dialog' }, element('button', { type: 'submit' }, t`Close`)),
  )
}

const keysOfTime = (): [keys: string[], meaning: string][] => [
  [['e', 'l'], t`Earlier wording, later wording`],
  [['d'], t`What changed in this wording`],
  [['a'], t`Set the day of the texts`],
]

function dayBar(view: Page['view'], context: PageContext): Markup | null {
  if (!hasTime(context)) return null
  const { links, query } = context
  const { day } = links
  const isSearched = day !== null && view === 'search' && query !== ''
  const banner =
    day !== null &&
    element(
      'p',
      { class: 'banner' },
      ...daySentence(day, context.days),
      ' ',
      element('a', { href: context.withParameters({ as_of: null }), class: 'to-today' }, t`Today’s text`),
      isSearched && element('span', { class: 'hint' }, ` ${searched(context.days.states)}`),
    )
  return element(
    'section',
    { class: day === null ? 'day' : 'day set', id: 'day', 'aria-label': t`Day of the texts` },
    banner,
    dayForm(context),
  )
}

/** What the day means among the states. */
function daySentence(day: string, { states, actsSince }: PageContext['days']): Child[] {
  const published = element('strong', {}, t`As published on ${readableDate(day)}`)
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
    ? t`Words are searched in the newest state; what you open is shown as published on the day above.`
    : t`Words are searched in the newest state, of ${readableDate(last)}; what you open is shown as published on the day above.`
}

function dayForm({ links: { day }, days, withParameters }: PageContext): Markup {
  const [path = '', query = ''] = withParameters({ as_of: null }).split('?')
  const kept = [...new URLSearchParams(query)].map(([name, value]) => element('input', { type: 'hidden', name, value }))
  const earliest = [days.states[0], days.actsSince].filter((first) => first).sort()[0]
  return element(
    'form',
    { class: 'day-form', action: path, method: 'get' },
    kept,
    element('label', { for: 'day-field' }, day === null ? t`Show laws as published on` : t`Another day`),
    element('input', { type: 'date', id: 'day-field', name: 'as_of', required: true, value: day, min: earliest }),
    element('button', { type: 'submit' }, t`Show`),
    day === null && element('button', { type: 'button', class: 'close-day', hidden: true }, t`Close`),
    day === null && element('span', { class: 'quiet' }, hint(days)),
  )
}

function hint({ states, actsSince }: PageContext['days']): string {
  const [first, last] = [states[0], states.at(-1)]
  if (first === undefined || last === undefined) return t`This corpus only has the texts of one day.`
  const known = t`The corpus has ${counted(states.length, 'state')}, from ${readableDate(first)} to ${readableDate(last)}.`
  return actsSince === null ? known : `${known} ${t`Acts of the European Union go back to ${readableDate(actsSince)}.`}`
}
