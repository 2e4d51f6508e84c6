/** A page as a document: its head, the bar with the search field, and its content. */
import { LANGUAGE_NAMES, LANGUAGES } from '../texts/choose-language.ts'
import { t } from '../texts/texts.ts'
import { dayBar } from './day-bar.ts'
import { element, type Markup, toHtml } from './markup.ts'
import type { Page, PageContext } from './page.ts'
import { readableDate } from './words.ts'

const NAME = 'legal-text'

/** The document, in two parts: what stands before the end of its content, and what follows. */
export function documentParts({ title, view, content }: Page, context: PageContext): [before: string, after: string] {
  const { language, links } = context
  const head = element(
    'head',
    {},
    element('meta', { charset: 'utf-8' }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    element('meta', { name: 'color-scheme', content: 'light dark' }),
    element('meta', { name: 'description', content: t`The exact wording of laws, with its source.` }),
    element('title', {}, titleOf(title, links.day)),
    element('script', { src: asset('before-paint.js') }),
    element('link', { rel: 'icon', href: asset('icon.svg'), type: 'image/svg+xml' }),
    element('link', { rel: 'stylesheet', href: asset('reader.css') }),
    element('script', { type: 'module', src: asset('reader.js') }),
  )
  const main = toHtml(element('main', { id: 'main', tabindex: -1 }, content))
  // The norms of a whole law follow within its article.
  const end = view === 'full' ? '</article></main>' : '</main>'
  const before = [
    `<!doctype html><html lang="${language}">${toHtml(head)}`,
    toHtml(element('body', { 'data-view': view, 'data-root': links.file(''), 'data-words': scriptWords() })).slice(
      0,
      -'</body>'.length,
    ),
    toHtml([element('a', { class: 'skip', id: 'skip', href: '#main' }, t`Skip to the text`), bar(view, context)]),
    toHtml(dayBar(view, context)),
    main.slice(0, -end.length),
  ]
  const after = [
    end,
    toHtml([element('p', { class: 'hidden', id: 'live', role: 'status' }), keysDialog()]),
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

function titleOf(title: string, day: string | null): string {
  if (title === '') return NAME
  return day === null ? `${title} – ${NAME}` : `${t`${title}, as published on ${readableDate(day)}`} – ${NAME}`
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
    { id: 'search-form', class: 'search', autocomplete: 'off', action: links.search({}), method: 'get' },
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

function places(view: Page['view'], { links, language, withParameters }: PageContext): Markup {
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
    place('to-changes', links.changes(), t`Changes`, view === 'changes'),
    element('a', { href: links.file('docs'), class: 'to-docs' }, 'API'),
    others,
    icon('date', '◷', t`Day of the texts`, { 'aria-expanded': String(links.day !== null), 'aria-controls': 'day' }),
    icon('theme', '◐', t`Dark colours`),
    icon('keys', '?', t`Keys`, { 'aria-haspopup': 'dialog' }),
  )
}

/** The list of keys, which the script shows. */
function keysDialog(): Markup {
  const keys: [keys: string[], meaning: string][] = [
    [['/'], t`Search`],
    [['↓', '↑'], t`Go through results or contents`],
    [['→', '←'], t`Open or close a heading of the contents`],
    [['Enter'], t`Open the norm, the law or the best result`],
    [['j', 'k'], t`Next norm, previous norm`],
    [['e', 'l'], t`Earlier wording, later wording`],
    [['d'], t`What changed in this wording`],
    [['a'], t`Set the day of the texts`],
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
    element('form', { method: 'dialog' }, element('button', { type: 'submit' }, t`Close`)),
  )
}
