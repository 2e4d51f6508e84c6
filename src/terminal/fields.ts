/** Lists of labels with their values, aligned and wrapped. */
import { stripVTControlCharacters } from 'node:util'
import { type Screen, type Style, styled } from './screen.ts'
import { displayWidth, padEnd, wrapText } from './wrap.ts'

/** A label with its value; an entry without a value is left out of the list. */
export type Field = [label: string, value: string | number | null | undefined]

/**
 * One entry a line: the label, then the value, wrapped under itself. A single word that does not fit beside its label
 * stands below it, an address of the web whole: a terminal that breaks it still knows what it is.
 * @param style of the labels, @param indent what every line begins with.
 */
export function fieldLines(screen: Screen, fields: Field[], style: Style = 'quiet', indent = ''): string[] {
  const shown = fields.flatMap(([label, value]) =>
    value === null || value === undefined || value === '' ? [] : [[label, String(value)] as const],
  )
  const width = Math.max(0, ...shown.map(([label]) => displayWidth(label))) + 2
  const hanging = indent + ' '.repeat(width)
  return shown.flatMap(([label, value]) => {
    const isLongWord = !/\s/.test(value) && displayWidth(hanging + value) > screen.width
    if (isLongWord) {
      const below = `${indent}  `
      const isAddress = /^https?:/.test(stripVTControlCharacters(value))
      const lines = isAddress ? [below + value] : wrapText(value, screen.width, below)
      return [indent + styled(screen, style, label), ...lines]
    }
    const [first = '', ...rest] = wrapText(value, screen.width, hanging)
    return [indent + styled(screen, style, padEnd(label, width)) + first.slice(hanging.length), ...rest]
  })
}

/** A designation and its heading: on one line with a gap where the designation is short, else below each other. */
export function titleLines(screen: Screen, designation: string, heading: string): string[] {
  const gap = '  '
  const beside = designation !== '' && heading !== '' && displayWidth(designation) <= screen.width / 3
  const lines = beside
    ? wrapText(heading, screen.width, designation + gap, ' '.repeat(displayWidth(designation + gap)))
    : [designation, heading].filter(Boolean).flatMap((text) => wrapText(text, screen.width))
  return lines.map((line) => styled(screen, 'heading', line))
}

/** `1234567` as `1,234,567`. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en-US')
}

/** `2 laws`, `1 law`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`
}

/*FILEDOC The first lines of an entry that is no row of a table. */

const GAP = '  '

/** What is typed to go on, and beside it what that is, wrapped under itself; below it where the first is long. */
export function leadLines(screen: Screen, path: string, text: string, style?: Style): string[] {
  const column = ' '.repeat(displayWidth(path + GAP))
  const isBeside = text !== '' && column.length <= screen.width / 2
  const indent = isBeside ? column : GAP
  const lines = (text === '' ? [] : wrapText(text, screen.width - indent.length)).map(
    (line, index) =>
      (isBeside && index === 0 ? '' : indent) + (style === undefined ? line : styled(screen, style, line)),
  )
  const paths = wrapText(path, screen.width).map((line) => styled(screen, 'path', line))
  return isBeside ? [paths[0] + GAP + lines[0], ...lines.slice(1)] : [...paths, ...lines]
}

const UNITS = ['KB', 'MB', 'GB', 'TB']

/** A number of bytes as people say it: `316 MB`, `8.2 MB`, `12 bytes`. Units are decimal. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  let value = bytes
  let unit = -1
  // What would be rounded to 1,000 of a unit is 1 of the next.
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US')} ${UNITS[unit]}`
}
