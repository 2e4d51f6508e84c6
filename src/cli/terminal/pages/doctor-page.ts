/** The machine check: a line for each part, and below it the line that fixes it. */
import { t, translated } from '../../../i18n/texts.ts'
import { fieldLines } from '../fields.ts'
import { type Screen, styled } from '../screen.ts'

interface DoctorAnswer {
  ready: boolean
  checks: readonly { name: string; result: 'good' | 'note' | 'bad'; value: string; remedy: string | null }[]
}

const MARKS = { good: ['✓', 'good'], note: ['!', 'unsure'], bad: ['✗', 'bad'] } as const

/** Draws the report. */
export function doctorPage({ ready, checks }: DoctorAnswer, screen: Screen): string {
  const labels: Record<string, string> = {
    version: t`Version`,
    platform: t`Platform`,
    corpus: t`Corpus`,
    age: t`Age`,
    database: t`Database`,
    cache: t`Cache`,
    terminal: t`Terminal`,
    locale: t`Locale`,
    pager: t`Pager`,
    clipboard: t`Clipboard`,
    network: t`Network`,
  }
  const lines = fieldLines(
    screen,
    checks.flatMap(({ name, result, value, remedy }) => {
      const [mark, style] = MARKS[result]
      const shown: [string, string] = [labels[name] ?? name, `${styled(screen, style, mark)} ${translated(value)}`]
      return remedy === null ? [shown] : [shown, [' ', `→ ${remedy}`] as [string, string]]
    }),
  )
  return [...lines, '', ready ? t`Commands find what they need.` : t`Commands fail without what is marked ✗.`].join(
    '\n',
  )
}
