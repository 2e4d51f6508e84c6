/** Numbers of things, under titles: the names at the left, the numbers right-aligned in one column. */
import { formatNumber } from '../fields.ts'
import { type Screen, styled } from '../screen.ts'
import { displayWidth, padEnd, wrapText } from '../wrap.ts'

export interface CountSection {
  title: string
  counts: [name: string, value: number][]
}

const INDENT = '  '
const GAP = '  '

/** Draws the sections that have counts; the numbers of all stand below each other. */
export function countSections(sections: readonly CountSection[], screen: Screen): string[] {
  const shown = sections.filter(({ counts }) => counts.length > 0)
  const all = shown.flatMap(({ counts }) => counts)
  const numbers = Math.max(0, ...all.map(([, value]) => formatNumber(value).length))
  const room = screen.width - INDENT.length - GAP.length - numbers
  const names = Math.min(room, Math.max(0, ...all.map(([name]) => displayWidth(name))))
  return shown.map(({ title, counts }) => {
    const lines = counts.flatMap(([name, value]) => {
      const [first = '', ...rest] = wrapText(name, names)
      const number = formatNumber(value).padStart(numbers)
      return [
        INDENT + styled(screen, 'quiet', padEnd(first, names)) + GAP + number,
        ...rest.map((each) => styled(screen, 'quiet', INDENT + each)),
      ]
    })
    return [...wrapText(title, screen.width).map((line) => styled(screen, 'label', line)), ...lines].join('\n')
  })
}
