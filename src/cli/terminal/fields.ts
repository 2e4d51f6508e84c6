/** Pieces of pages: labels with their values, titles, the first lines of entries, numbers. */
import { stripVTControlCharacters } from 'node:util'
import { counted, formatNumber, oneDecimal } from '../../i18n/readable.ts'
import { localDate } from '../../i18n/texts.ts'
import { type Screen, type Style, styled } from './screen.ts'
import { displayWidth, padEnd } from './width.ts'
import { wrapText } from './wrap.ts'

/** A label with its value; entries without a value are left out. */
export type Field = [label: string, value: string | number | null | undefined]

const GAP = '  '

/**
 * One entry a line: the label, then the value, wrapped under itself. A single word that does not fit next to its label goes below
 * it; a web address stays whole, so that terminals still recognise it.
 * @param style of the labels, @param indent start of every line
 */
export function fieldLines(screen: Screen, fields: Field[], style: Style = 'quiet', indent = ''): string[] {
  const entries = fields.flatMap(([label, value]) =>
    value === null || value === undefined || value === '' ? [] : [[label, localDate(String(value))] as const],
  )
  const width = Math.max(0, ...entries.map(([label]) => displayWidth(label))) + GAP.length
  const hanging = indent + ' '.repeat(width)
  return entries.flatMap(([label, value]) => {
    const isLongWord = !/\s/.test(value) && displayWidth(hanging + value) > screen.width
    if (isLongWord) {
      const below = indent + GAP
      const isAddress = /^https?:/.test(stripVTControlCharacters(value))
      const lines = isAddress ? [below + value] : wrapText(value, screen.width, below)
      return [indent + styled(screen, style, label), ...lines]
    }
    const [first = '', ...rest] = wrapText(value, screen.width, hanging)
    return [indent + styled(screen, style, padEnd(label, width)) + first.slice(hanging.length), ...rest]
  })
}

/** A designation and its heading: on one line if the designation is short, else one below the other. */
export function titleLines(screen: Screen, designation: string, heading: string): string[] {
  const isOneLine = designation !== '' && heading !== '' && displayWidth(designation) <= screen.width / 3
  const lines = isOneLine
    ? wrapText(heading, screen.width, designation + GAP, ' '.repeat(displayWidth(designation + GAP)))
    : [designation, heading].filter(Boolean).flatMap((text) => wrapText(text, screen.width))
  return lines.map((line) => styled(screen, 'heading', line))
}

/**
 * The first lines of an entry outside a table: the path to type, then its meaning, wrapped under itself; below the path if that is
 * long.
 */
export function leadLines(screen: Screen, path: string, text: string, style?: Style): string[] {
  const column = ' '.repeat(displayWidth(path + GAP))
  const isOneLine = text !== '' && column.length <= screen.width / 2
  const indent = isOneLine ? column : GAP
  const lines = (text === '' ? [] : wrapText(text, screen.width - indent.length)).map(
    (line, index) =>
      (isOneLine && index === 0 ? '' : indent) + (style === undefined ? line : styled(screen, style, line)),
  )
  const paths = wrapText(path, screen.width).map((line) => styled(screen, 'path', line))
  return isOneLine ? [paths[0] + GAP + lines[0], ...lines.slice(1)] : [...paths, ...lines]
}

const UNITS = ['KB', 'MB', 'GB', 'TB']

/** A number of bytes for people: `316 MB`, `8.2 MB`, `12 bytes`. Units are decimal. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  let value = bytes
  let unit = -1
  // 999.5 KB would be rounded to 1,000 KB; it is 1.0 MB.
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }
  return `${value < 9.95 ? oneDecimal(value) : formatNumber(Math.round(value))} ${UNITS[unit]}`
}
