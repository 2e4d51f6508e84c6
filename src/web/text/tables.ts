/** Draws tables: those that the source describes have heads, merged cells and frames. */
import { isForm, type Table, type TableCell } from '../../layout/table.ts'
import { element } from '../dom.ts'

/** @param drawCell draws the words of a cell */
export function drawTable(table: Table, drawCell: (cell: TableCell) => Node[]): HTMLElement {
  const { rows, headRows, frame } = table
  const drawn = rows.map((cells, index) => {
    const row = element('tr')
    for (const cell of cells) row.append(cellElement(cell, index < headRows, drawCell(cell)))
    return row
  })
  const form = isForm(table)
  const names = [form && 'form', frame !== null && frame !== 'none' && `frame-${frame}`].filter(Boolean)
  const shown = element(
    'table',
    // A form is laid out as a table, and read as text.
    { class: names.join(' ') || null, role: form ? 'presentation' : null },
    headRows > 0 && element('thead', {}, ...drawn.slice(0, headRows)),
    headRows < rows.length && element('tbody', {}, ...drawn.slice(headRows)),
  )
  const label = form ? {} : { role: 'region', 'aria-label': 'Table', tabindex: 0 }
  return element('div', { class: 'table', ...label }, shown)
}

/** A cell of the head without words heads nothing. */
function cellElement({ columns, rows, centred }: TableCell, isHead: boolean, words: Node[]): HTMLElement {
  const isHeading = isHead && words.some((node) => node.textContent?.trim())
  const attributes = {
    colspan: columns > 1 ? columns : null,
    rowspan: rows > 1 ? rows : null,
    class: centred ? 'centred' : null,
  }
  return isHeading ? element('th', { scope: 'col', ...attributes }, ...words) : element('td', attributes, ...words)
}
