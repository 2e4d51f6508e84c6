/** Checks that the rows of schedules are parts, using a table reader independent of the importer. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { parseLaw } from '../../src/import/gii/parse-document.ts'

const source = process.env.LEGAL_TEXT_CORPUS
if (source === undefined) throw new Error('set LEGAL_TEXT_CORPUS to a folder of official XML')

/** Laws with schedules that are cited by row, and the labels of their annexes. */
const SCHEDULES: Record<string, string[]> = {
  rvg: ['Anlage 1'],
  gkg_2004: ['Anlage 1'],
  gnotkg: ['Anlage 1'],
  famgkg: ['Anlage 1'],
  gvkostg: ['Anlage'],
  go__1982: ['Anlage'],
  goz_1987: ['Anlage 1'],
  bkatv_2013: ['Anlage'],
  stvo_2013: ['Anlage 1', 'Anlage 2', 'Anlage 3', 'Anlage 4'],
  fev_2010: ['Anlage 4'],
  uvpg: ['Anlage 1'],
  bkv: ['Anlage 1'],
  bimschv_4_2013: ['Anhang 1'],
  bimschv_12_2000: ['Anhang I'],
}
const DRAWN = 500
const NUMBER = /^(\d+[a-z]?(?:\.\d+[a-z]?)*)[.)]?$/

interface Row {
  code: string
  label: string
  number: string
  words: string
}

/** Text in plain characters (NFKC), without white space. */
const visible = (text: string) => text.normalize('NFKC').replace(/\s+/g, '')
const plain = (xml: string) =>
  xml
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Reads the rows of an annex whose first cell with text is a number, each with the following rows that lack a first cell. */
function rowsOf(code: string, label: string, xml: string): Row[] {
  const rows: Row[] = []
  const start = xml.indexOf(`<enbez>${label}</enbez>`)
  const annex = xml.slice(start, xml.indexOf('</norm>', start))
  for (const table of annex.split('<tgroup').slice(1)) {
    let open: Row | undefined
    /** Number of rows that the number's cell still spans. */
    let spanned = 0
    for (const [, body = ''] of table.replace(/<thead.*?<\/thead>/gs, '').matchAll(/<row[^>]*>(.*?)<\/row>/gs)) {
      const entries = [...body.matchAll(/<entry([^>]*)>(.*?)<\/entry>/gs)]
      const cells = entries.map(([, , cell = '']) => plain(cell).replace(/\s+/g, ' ').trim())
      const place = cells.findIndex((cell) => cell !== '')
      const number = place > 1 ? undefined : NUMBER.exec(cells[place] ?? '')?.[1]
      const isBold = /^\s*(?:<SP>)?<B>.*<\/B>(?:<\/SP>)?\s*$/s.test(entries[place]?.[2] ?? '')
      const isSpanned = spanned > 0
      spanned -= 1
      const isContinued =
        (cells[0] === '' && place > 0) || /(?:colname|namest)="col[2-9]"/.test(entries[0]?.[1] ?? '') || isSpanned
      if (number !== undefined) {
        open = { code, label, number, words: visible(cells.join('')) }
        rows.push(open)
        spanned = Number(/morerows="(\d+)"/.exec(entries[place]?.[1] ?? '')?.[1] ?? 0)
      } else if (isContinued && !isBold && open !== undefined) open.words += visible(cells.join(''))
      else if (place >= 0) open = undefined
    }
  }
  return rows
}

it('makes every row of the schedules a part with its whole text', () => {
  const parts = new Map<string, string[]>()
  const rows: Row[] = []
  for (const [code, labels] of Object.entries(SCHEDULES)) {
    const [folder = ''] = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
      new RegExp(`(?:^|/)${code}$`).test(path),
    )
    const [file = ''] = readdirSync(join(source, folder)).filter((name) => name.endsWith('.xml'))
    const bytes = readFileSync(join(source, folder, file))
    const law = parseLaw({ code, path: file, sourceUrl: '', titles: [] }, bytes)
    for (const { label, text, subdivisions } of law.norms) {
      for (const { path, start, end } of labels.includes(label) ? subdivisions : []) {
        const key = `${code} ${label} ${path.split('/').at(-1)}`
        parts.set(key, [...(parts.get(key) ?? []), visible(text.slice(start, end))])
      }
    }
    for (const label of labels) rows.push(...rowsOf(code, label, bytes.toString()))
  }
  const found = ({ code, label, number }: Row) => parts.get(`${code} ${label} nr:${number}`) ?? []
  const missing = rows.filter((row) => found(row).length === 0)
  const step = Math.floor(rows.length / DRAWN)
  const drawn = rows.filter((_, index) => index % step === 0).slice(0, DRAWN)
  const differing = drawn.filter((row) => !found(row).includes(row.words))
  console.log(`${rows.length} rows, ${missing.length} missing; ${drawn.length} drawn, ${differing.length} differ`)
  for (const { code, number, words } of differing)
    console.log(`${code} ${number} ${words.slice(0, 80)} … ${words.slice(-60)}`)
  assert.deepEqual(
    missing.map(({ code, number }) => `${code} ${number}`),
    [],
  )
  assert.deepEqual(
    differing.map(({ code, number }) => `${code} ${number}`),
    [],
  )
})
