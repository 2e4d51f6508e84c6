/** Two versions side by side: of a norm, or of all norms of a law that changed. */
import type { NormVersion } from '../../corpus/corpus.ts'
import { stateOfVersion } from '../../layout/notes.ts'
import {
  type ComparedNorm,
  getLawDiff,
  getNormDiff,
  getNormVersions,
  type LawDiffAnswer,
  type NormDiffAnswer,
} from '../api.ts'
import { element } from '../dom.ts'
import { diffLink, formatRoute, lawLink, normLink, type Route } from '../route.ts'
import { differenceNotes, drawSynopsis } from '../text/synopsis.ts'
import { counted, designationOf, readableDate, readableSpan } from '../words.ts'
import { changeMark } from './changes-view.ts'
import { MoreButton, type View } from './view.ts'

type DiffRoute = Route & { view: 'diff' }

/** Norms of a law that are drawn at a time. */
const PAGE = 20

export function synopsisView(route: DiffRoute, signal: AbortSignal): Promise<View> {
  return route.norm === null ? lawSynopsis(route, signal) : normSynopsis({ ...route, norm: route.norm }, signal)
}

async function normSynopsis(
  { code, norm, from, to }: DiffRoute & { norm: string },
  signal: AbortSignal,
): Promise<View> {
  const [diff, { versions }] = await Promise.all([
    getNormDiff(code, norm, { from, to }, signal),
    getNormVersions(code, norm, signal),
  ])
  const shown = diff.to ?? diff.from
  const name = `${designationOf({ norm: diff.norm, label: shown?.label ?? '' })} ${diff.abbreviation}`
  const heading = element(
    'h1',
    { tabindex: -1, lang: 'de' },
    element('span', { class: 'designation' }, name),
    shown?.heading ? ' ' : null,
    shown?.heading ? element('span', { class: 'title' }, shown.heading) : null,
  )
  const isSame = diff.differs.length === 0
  const content = element(
    'article',
    { class: 'compared' },
    element(
      'p',
      { class: 'place' },
      element('a', { href: lawLink(diff.code), lang: 'de' }, diff.abbreviation),
      ' · ',
      element('a', { href: normLink(diff.code, diff.norm) }, 'The norm'),
    ),
    heading,
    versionChoice(diff, versions),
    ...differenceNotes(diff).map((note) => element('p', { class: 'notice' }, note)),
    isSame && diff.from !== null && element('p', { class: 'quiet' }, 'There is no difference.'),
    drawSynopsis(diff, { before: sideOf(diff.from), after: sideOf(diff.to) }),
  )
  return { title: `What changed in ${name}`, content, heading }
}

function sideOf(side: NormDiffAnswer['from']): string {
  if (side === null) return 'Not published'
  const { observed_from, observed_to } = side.version
  return `As ${stateOfVersion(side.version)} ${readableSpan(observed_from, observed_to)}`
}

/** The fields that choose the two versions. */
function versionChoice({ code, norm, from, to }: NormDiffAnswer, versions: readonly NormVersion[]): HTMLElement {
  const choice = (id: string, side: ComparedNorm | null) => {
    const isOwn = side?.norm === norm
    const options = versions.map(({ observed_from, observed_to }) =>
      element(
        'option',
        { value: observed_from, selected: isOwn && side?.version.observed_from === observed_from },
        readableSpan(observed_from, observed_to),
      ),
    )
    // The side is no version of this norm: it was not there, or under another number.
    const other = side === null ? 'not published' : `${side.label}, ${sideSpan(side)}`
    if (!isOwn) options.push(element('option', { value: '', selected: true }, other))
    return element('select', { id }, ...options)
  }
  const [before, after] = [choice('compare-from', from), choice('compare-to', to)]
  const form = element(
    'form',
    { class: 'versions' },
    element('label', { for: 'compare-from' }, 'Published '),
    before,
    element('label', { for: 'compare-to' }, 'compared with '),
    after,
  )
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('change', () => {
    const days = [before.value, after.value]
    const [first = '', last = ''] = days.includes('') ? days : days.toSorted()
    location.hash = diffLink(code, norm, first || null, last || null)
  })
  return form
}

const sideSpan = ({ version }: ComparedNorm) => readableSpan(version.observed_from, version.observed_to)

async function lawSynopsis({ code, from, to }: DiffRoute, signal: AbortSignal): Promise<View> {
  const diff = await getLawDiff(code, { from, to }, signal)
  const heading = element('h1', { tabindex: -1, lang: 'de' }, diff.title)
  const list = element('div', { class: 'norms-compared' })
  const add = async () => {
    const shown = diff.norms.slice(list.childElementCount, list.childElementCount + PAGE)
    const sections = shown.map((norm) => changedNorm(diff, norm))
    list.append(...sections)
    more.element.hidden = list.childElementCount >= diff.norms.length
    return sections
  }
  const more = new MoreButton('More norms', async () => {
    const [first] = await add()
    first?.querySelector('a')?.focus()
  })
  await add()
  const count = diff.norms.length === 0 ? 'There is no difference.' : `${counted(diff.norms.length, 'norm')} changed.`
  const content = element(
    'article',
    { class: 'compared' },
    element('p', { class: 'place' }, element('a', { href: lawLink(diff.code), lang: 'de' }, diff.abbreviation)),
    heading,
    element(
      'p',
      { class: 'legend' },
      element('span', { class: 'before' }, sideOfLaw(diff.from_version, diff.from)),
      element('span', { class: 'after' }, sideOfLaw(diff.to_version, diff.to)),
    ),
    element('p', { class: 'quiet' }, count),
    list,
    more.element,
  )
  return { title: `What changed in ${diff.abbreviation}`, content, heading }
}

function sideOfLaw(version: LawDiffAnswer['from_version'], day: string): string {
  return `${version === null ? 'Not published' : 'As published'} on ${readableDate(day)}`
}

/** Lines around a change in the differences of a law. */
const CONTEXT = 1

function changedNorm({ code, from, to }: LawDiffAnswer, norm: LawDiffAnswer['norms'][number]): HTMLElement {
  const path = norm.to?.norm ?? norm.norm
  const href = formatRoute({ view: 'diff', code, norm: path, from, to })
  const isWhole = norm.from === null || norm.to === null
  const hasWords = norm.differs.some((field) => ['heading', 'text', 'footnotes'].includes(field))
  const sides = { before: `As published on ${readableDate(from)}`, after: `As published on ${readableDate(to)}` }
  return element(
    'section',
    {},
    element(
      'h2',
      {},
      changeMark(norm.type),
      ' ',
      element(
        'a',
        { href, lang: 'de' },
        element('span', { class: 'designation' }, designationOf({ norm: path, label: norm.label })),
        norm.heading && ` ${norm.heading}`,
      ),
    ),
    ...(isWhole ? [] : differenceNotes(norm)).map((note) => element('p', { class: 'quiet' }, note)),
    hasWords && drawSynopsis(norm, { ...sides, isHeadless: true, ...(!isWhole && { context: CONTEXT }) }),
  )
}
