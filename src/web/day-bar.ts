/** The strip below the bar: the day as of which the page shows laws, and the field that sets it. */
import type { State } from '../corpus/corpus.ts'
import { getCoverage } from './api.ts'
import { currentDay } from './day.ts'
import { button, byId, element } from './dom.ts'
import { formatRoute, parseRoute, type Route } from './route.ts'
import { counted, readableDate } from './words.ts'

/** The states of the corpus, once they are known. */
let states: readonly State[] | undefined
/** True if the reader has opened the strip without a day. */
let isOpen = false

const strip = () => byId('day')
const toggle = () => byId<HTMLButtonElement>('date')

export function startDayBar(): void {
  toggle().addEventListener('click', () => {
    isOpen = currentDay() !== null || strip().hasAttribute('hidden')
    draw()
    if (isOpen) strip().querySelector('input')?.focus()
  })
}

/** Shows the day of the address. It is named at once, and compared with the states when these are known. */
export function showDay(): void {
  if (currentDay() !== null) isOpen = false
  draw()
}

function draw(): void {
  const day = currentDay()
  const isShown = day !== null || isOpen
  toggle().ariaExpanded = String(isShown)
  toggle().classList.toggle('set', day !== null)
  strip().hidden = !isShown
  strip().classList.toggle('set', day !== null)
  if (!isShown) return
  strip().replaceChildren(...(day === null ? [] : [banner(day)]), dayForm(day))
  if (states === undefined) void readStates()
}

/** A page that cannot learn the states shows the day all the same. */
async function readStates(): Promise<void> {
  const coverage = await getCoverage(new AbortController().signal).catch(() => undefined)
  if (coverage === undefined || states !== undefined) return
  states = coverage.states ?? []
  const isTyping = strip().contains(document.activeElement)
  const value = strip().querySelector('input')?.value
  draw()
  const field = strip().querySelector('input')
  if (field !== null && value !== undefined) field.value = value
  if (isTyping) field?.focus()
}

function banner(day: string): HTMLElement {
  const route = parseRoute(location.hash)
  return element(
    'p',
    { class: 'banner' },
    ...sentence(day, states),
    ' ',
    element('a', { href: formatRoute(route, ''), class: 'to-today' }, 'Today’s text'),
    route.view === 'search' && route.query !== '' && element('span', { class: 'hint' }, ` ${searched(states)}`),
  )
}

/** What the day means among the states. */
export function sentence(day: string, known: readonly Pick<State, 'observed_on'>[] | undefined): (Node | string)[] {
  const published = element('strong', {}, `As published on ${readableDate(day)}`)
  if (known === undefined) return [published, ', not today’s text.']
  const days = known.map(({ observed_on }) => observed_on)
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) {
    return [`This corpus only has the texts of one day, none as published on ${readableDate(day)}.`]
  }
  if (day < first) {
    return [`There are no texts of ${readableDate(day)}: the first state is of ${readableDate(first)}.`]
  }
  if (day === last) return [published, ', the newest state: this is today’s text.']
  if (day > last) {
    return [`${readableDate(day)} is after the newest state, of ${readableDate(last)}: this is today’s text.`]
  }
  if (days.includes(day)) return [published, ', not today’s text.']
  const before = readableDate(days.findLast((each) => each < day) as string)
  const after = readableDate(days.find((each) => each > day) as string)
  return [published, `, between the states of ${before} and ${after}. This is not today’s text.`]
}

function searched(known: readonly State[] | undefined): string {
  const last = known?.at(-1)?.observed_on
  const newest = last === undefined ? 'the newest state' : `the newest state, of ${readableDate(last)}`
  return `Words are searched in ${newest}; what you open is shown as published on the day above.`
}

function dayForm(day: string | null): HTMLElement {
  const field = element('input', {
    type: 'date',
    id: 'day-field',
    required: true,
    value: day,
    min: states?.[0]?.observed_on,
  })
  const form = element(
    'form',
    { class: 'day-form' },
    element('label', { for: 'day-field' }, day === null ? 'Show laws as published on' : 'Another day'),
    field,
    element('button', { type: 'submit' }, 'Show'),
    day === null && button({}, close, 'Close'),
    day === null && hint(),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    location.hash = formatRoute(placeOf(parseRoute(location.hash)), field.value)
  })
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || currentDay() !== null) return
    event.stopPropagation()
    close()
  })
  return form
}

/** Differences and changes do not depend on the day: a norm is shown instead. */
function placeOf(route: Route): Route {
  if (route.view !== 'diff') return route
  const { code, norm } = route
  return norm === null ? { view: 'law', code, at: null, level: null } : { view: 'norm', code, norm }
}

function close(): void {
  isOpen = false
  draw()
  toggle().focus()
}

function hint(): HTMLElement | null {
  const [first, last] = [states?.[0]?.observed_on, states?.at(-1)?.observed_on]
  if (states === undefined) return null
  const words =
    first === undefined || last === undefined
      ? 'This corpus only has the texts of one day.'
      : `The corpus has ${counted(states.length, 'state')}, from ${readableDate(first)} to ${readableDate(last)}.`
  return element('span', { class: 'quiet' }, words)
}
