import { stripVTControlCharacters } from 'node:util'
import { itemMark } from '../layout/marks.ts'
import { wrapText } from './wrap.ts'

/** The lines of a cell: those that begin with the mark of a list item hang under their words. */
export function wrapCell(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    const mark = itemMark(stripVTControlCharacters(line))?.mark
    const isItem = mark !== undefined && mark.length < width / 3
    return wrapText(line, width, '', isItem ? ' '.repeat(mark.length + 1) : '')
  })
}
