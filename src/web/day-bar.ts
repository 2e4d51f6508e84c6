/** The strip below the bar: the day as of which the page shows laws, and the field that sets it. */
import type { State } from '../corpus/corpus.ts'
import { getCoverage } from './api.ts'
import { currentDay } from './day.ts'
import { button, byId, element } from './dom.ts'
import { formatRoute, parseRoute, type Route } from './route.ts'
import { counted, readableDate } from './words.ts'

/** What the corpus has of older days: its states, and the first day of acts, which tell their days themselves. */
interface KnownDays {
  states: readonly Pick<State, 'observed_on'>[]
  actsSince?: string | undefined
}

/** Once they are known. */
let known: KnownDays | undefined
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
  if (known === undefined) void readDays()
}

/** A page that cannot learn the days shows the day all the same. */
async function readDays(): Promise<void> {
  const coverage = await getCoverage(new AbortController().signal).catch(() => undefined)
  if (coverage === undefined || known !== undefined) return
  known = { states: coverage.states ?? [], actsSince: coverage.dated_since }
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
    ...sentence(day, known),
    ' ',
    element('a', { href: formatRoute(route, ''), class: 'to-today' }, 'Today’s text'),
    route.view === 'search' && route.query !== '' && element('span', { class: 'hint' }, ` ${searched(known?.states)}`),
  )
}

/** What the day means among the states. */
export function sentence(day: string, days: KnownDays | undefined): (Node | string)[] {
  const published = element('strong', {}, `As published on ${readableDate(day)}`)
  if (days === undefined) return [published, ', not today’s text.']
  const { states, actsSince } = days
  const stateDays = states.map(({ observed_on }) => observed_on)
  const [first, last] = [stateDays[0], stateDays.at(-1)]
  if (first === undefined || last === undefined) {
    return [`This corpus only has the texts of one day, none as published on ${readableDate(day)}.`]
  }
  if (day < first && actsSince !== undefined && actsSince <= day) {
    return [
      published,
      `, before the first state, of ${readableDate(first)}: only acts of the European Union are that old here.`,
    ]
  }
  if (day < first) {
    return [`There are no texts of ${readableDate(day)}: the first state is of ${readableDate(first)}.`]
  }
  if (day === last) return [published, ', the newest state: this is today’s text.']
  if (day > last) {
    return [`${readableDate(day)} is after the newest state, of ${readableDate(last)}: this is today’s text.`]
  }
  if (stateDays.includes(day)) return [published, ', not today’s text.']
  const before = readableDate(stateDays.findLast((each) => each < day) as string)
  const after = readableDate(stateDays.find((each) => each > day) as string)
  return [published, `, between the states of ${before} and ${after}. This is not today’s text.`]
}

function searched(states: KnownDays['states'] | undefined): string {
  const last = states?.at(-1)?.observed_on
  const newest = last === undefined ? 'the newest state' : `the newest state, of ${readableDate(last)}`
  return `Words are searched in ${newest}; what you open is shown as published on the day above.`
}

function dayForm(day: string | null): HTMLElement {
  const field = element('input', {
    type: 'date',
    id: 'day-field',
    required: true,
    value: day,
    min: [known?.states[0]?.observed_on, known?.actsSince].filter((first) => first !== undefined).sort()[0],
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
  if (known === undefined) return null
  const { states, actsSince } = known
  const [first, last] = [states[0]?.observed_on, states.at(-1)?.observed_on]
  const acts = actsSince === undefined ? '' : ` Acts of the European Union go back to ${readableDate(actsSince)}.`
  const words =
    first === undefined || last === undefined
      ? 'This corpus only has the texts of one day.'
      : `The corpus has ${counted(states.length, 'state')}, from ${readableDate(first)} to ${readableDate(last)}.${acts}`
  return element('span', { class: 'quiet' }, words)
}
