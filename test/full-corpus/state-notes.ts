/**
 * Reads all notes on the state of laws independently, word by word, and compares. `LEGAL_TEXT_CORPUS` names a folder of official
 * XML. Prints the size of each class.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { classOfNote, readLawState, type StateNote } from '../../src/import/gii/state-notes.ts'

const source = process.env.LEGAL_TEXT_CORPUS
if (source === undefined) throw new Error('set LEGAL_TEXT_CORPUS to a folder of official XML')

/** The notes of each law, by folder. */
const laws = new Map<string, StateNote[]>()
for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.xml') || file.endsWith('gii-toc.xml')) continue
  const xml = readFileSync(join(source, file), 'utf8')
  const header = xml.slice(0, xml.indexOf('</norm>'))
  const notes = header
    .split('<standangabe')
    .slice(1)
    .map((each) => ({
      type: between(each, '<standtyp>', '</standtyp>'),
      text: between(each, '<standkommentar>', '</standkommentar>').replace(/&lt;/g, '<').replace(/&amp;/g, '&').trim(),
    }))
  laws.set(file, notes)
}

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start)
  return from < 0 ? '' : text.slice(from + start.length, text.indexOf(end, from))
}

const wordsOf = (text: string) =>
  text
    .replace(/(\d\.) (?=\d{1,2}\.\d{4})/g, '$1')
    .split(/[\s,;()]+/)
    .filter(Boolean)

function secondClass({ type, text }: StateNote): string {
  const words = wordsOf(text).map((word) => word.replace(/\.$/, ''))
  const has = (...sought: string[]) => words.some((_, at) => sought.every((word, index) => words[at + index] === word))
  if (has('nicht', 'berücksichtigt')) return 'pending'
  if (has('berücksichtigt') || has('textlich', 'nachgewiesen')) return 'contained'
  if (type === 'Aufh') return 'ends'
  if (type === 'Stand') return 'state'
  if (type === 'Neuf') return 'other'
  const first = (words[0] ?? '').toLowerCase()
  const second = (words[1] ?? '').toLowerCase()
  if (first === 'geändert' || (first === 'zuletzt' && second === 'geändert')) return 'state'
  if (first === 'neufassung' && second === 'durch') return 'state'
  if (has('nicht', 'ausführbar') || has('mithin', 'nicht')) return 'other'
  const ends = has('aufgeh') || has('außer', 'Kraft') || has('nicht', 'mehr', 'anzuwenden')
  return ends || has('hinaus') || has('Geltungsverlängerung') || has('letztmaligen', 'Anwendung') ? 'ends' : 'other'
}

const MONTHS = ['jan', 'feb', 'mär', 'apr', 'mai', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dez']

/** The date that begins at a word. */
function dateAt(words: readonly string[], at: number): string | undefined {
  const parts = (words[at] ?? '').split('.').filter(Boolean)
  const month = MONTHS.indexOf((words[at + 1] ?? '').toLowerCase().slice(0, 3)) + 1
  const [day, number, year] = parts.length === 3 ? parts : [parts[0], String(month), (words[at + 2] ?? '').slice(0, 4)]
  if (!/^\d{1,2}$/.test(day ?? '') || !/^(?:0?[1-9]|1[0-2])$/.test(number ?? '') || !/^\d{4}/.test(year ?? ''))
    return undefined
  const iso = [year?.slice(0, 4), number?.padStart(2, '0'), day?.padStart(2, '0')].join('-')
  return Number.isNaN(Date.parse(iso)) || !new Date(iso).toISOString().startsWith(iso) ? undefined : iso
}

/** The dates after some words. */
function datesAfter(text: string, heads: readonly string[]): string[] {
  const words = wordsOf(text)
  return words.flatMap((word, at) => (heads.includes(word) ? (dateAt(words, at + 1) ?? []) : []))
}

function secondStatus(notes: readonly StateNote[]): string | null {
  const told = notes.filter((note) => ['state', 'contained'].includes(secondClass(note)))
  return (
    told
      .flatMap(({ text }) => datesAfter(text, ['v.', 'vom', 'v']))
      .sort()
      .at(-1) ?? null
  )
}

/** The day on which a law ends, from the last statement of its notes. */
function secondEnd(notes: readonly StateNote[]): string | null {
  const told = notes.filter((note) => secondClass(note) === 'ends').map(({ text }) => text)
  const open = ['Geltungsverlängerung', 'gilt §', 'ursprünglich aufgeh']
  if (told.some((text) => open.some((words) => text.includes(words)))) return null
  const days = told.flatMap((text) => {
    const subject = /^(?:(?:Die|Das|Diese|Der) )?(?:V|G|AnO|Vertrag|Verordnung) /.test(text)
    const limits = [
      'soweit',
      'sofern',
      'teilweise',
      'Strom',
      'ausgenommen',
      'an dem Tag',
      'am Tag',
      'Jahres',
      ' frühestens',
    ]
    const rest = text.split('Im Übrigen')[1]
    if (
      (!subject && rest === undefined && !/^(?:Die )?Geltung/.test(text)) ||
      limits.some((words) => text.includes(words))
    )
      return []
    const excepted = text.includes('mit Ausnahme')
    if (excepted && !text.includes(', dieser tritt')) return []
    const end = rest ?? text
    const extended = end.includes('hinaus') && !end.startsWith('Die Geltung der §§')
    if (extended) {
      const last = end.split('hinaus').at(-1) ?? ''
      const until = last.includes('bis zum')
        ? datesAfter(last.replace('bis zum Ablauf des', 'bis'), ['zum', 'bis'])
        : []
      return until.length > 0 ? until.slice(-1) : ['none']
    }
    return datesAfter(end, ['am', 'mWv', 'des', 'd.', 'zum']).slice(-1)
  })
  return days.at(-1) === 'none' || days.includes('none') ? null : (days.sort().at(-1) ?? null)
}

it('both readers agree on the class of every note', () => {
  const counts = new Map<string, number>()
  const differing: string[] = []
  for (const note of [...laws.values()].flat()) {
    const [own, second] = [classOfNote(note), secondClass(note)]
    counts.set(`${note.type} ${own}`, (counts.get(`${note.type} ${own}`) ?? 0) + 1)
    if (own !== second) differing.push(`${note.type}: ${own}, ${second}`)
  }
  console.log(Object.fromEntries([...counts].sort()))
  assert.deepEqual(differing, [])
})

it('both readers agree on the day of the newest amendment, of pending ones, and of the end', () => {
  const differing: string[] = []
  const sums = { dated: 0, newer: 0, pending: 0, ending: 0 }
  for (const [file, notes] of laws) {
    const { statusDate, state } = readLawState(notes)
    const status = secondStatus(notes)
    if (statusDate !== status) differing.push(`${file}: status ${statusDate}, ${status}`)
    if (statusDate !== null) sums.dated++
    if (statusDate !== state.documented_to) sums.newer++
    for (const { note, effective_from } of state.pending) {
      sums.pending++
      const [day = null] = datesAfter(note, ['mWv'])
      if (day !== effective_from) differing.push(`${file}: pending ${effective_from}, ${day}`)
    }
    if (state.expires_on !== null) sums.ending++
    const end = secondEnd(notes)
    if (end !== state.expires_on) differing.push(`${file}: end ${state.expires_on}, ${end}`)
  }
  console.log(sums)
  assert.deepEqual(differing, [])
})
