/** The day as of which the page shows laws. It holds for the session, and every address has it. */
import { remember, remembered } from './browser.ts'

const NAME = 'as_of'

let day: string | null = null

/** An ISO date as a rule, but whatever the address has; `null` for the newest state. */
export const currentDay = (): string | null => day

/** Takes the day of an address. @param asked `null` keeps the day of the session, an empty text ends it */
export function takeDay(asked: string | null): void {
  day = (asked ?? remembered(NAME, 'session') ?? day) || null
  remember(NAME, day, 'session')
}
