/**
 * Counts the visible characters of Markdown files with another implementation of CommonMark. `LEGAL_TEXT_MARKDOWN` names their
 * folder. Left out, since they would be counted more than once: titles given only in front matter, headings with text of their
 * own (also norms), and notes that several norms refer to.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Node, Parser } from 'commonmark'
import { decodeHTML } from 'entities'
import { isAboutLaws } from '../../src/import/markdown/format.ts'
import { divide } from '../../src/import/markdown/front-matter.ts'
import { readFile, readLaw } from '../../src/import/markdown/read-files.ts'
import type { ParsedLaw } from '../../src/model/parsed-law.ts'

const folder = process.env.LEGAL_TEXT_MARKDOWN
const skip = folder === undefined && 'set LEGAL_TEXT_MARKDOWN to a folder of laws in Markdown'
const paths = folder === undefined ? [] : globSync('**/*.md', { cwd: folder }).sort()

/** The text of a body as read by the reference implementation: without HTML, with list numbers. */
function visibleIn(body: string): string {
  const parts: string[] = []
  const lines = body.split('\n')
  const walker = new Parser().parse(body).walker()
  for (let event = walker.next(); event !== null; event = walker.next()) {
    const { node, entering } = event
    if (!entering) continue
    if (node.type === 'item' && node.listType === 'ordered') parts.push(`\n${numberOf(node, lines)} `)
    else if (node.literal !== null) parts.push(node.literal)
    else if (/^(?:paragraph|heading|item)$/.test(node.type)) parts.push('\n')
  }
  const html = parts
    .join('')
    .replace(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
  return decodeHTML(html)
}

/** The number of an item: as written, or counted if all in its list are the same. */
function numberOf(item: Node, lines: readonly string[]): string {
  const items: Node[] = []
  for (let each = item.parent?.firstChild ?? null; each !== null; each = each.next) items.push(each)
  const written = items.map(({ sourcepos: [[line, column]] }) =>
    Number.parseInt(lines[line - 1]?.slice(column - 1) ?? '', 10),
  )
  const place = items.indexOf(item)
  const isCounted = written.every((number) => number === written[0])
  const number = isCounted ? (item.parent?.listStart ?? 1) + place : written[place]
  return `${number}${item.listDelimiter === 'paren' ? ')' : '.'}`
}

/** Characters between a designation and a title, in tables, and in unmatched emphasis. */
const NOT_COMPARED = /[\s\p{Pd}−:.|*•)]/u

function counted(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const character of text.normalize('NFKC')) {
    if (!NOT_COMPARED.test(character)) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  return counts
}

/** The reference implementation lacks footnotes: their brackets are escaped, marks count as text, and each note appears once. */
function withoutMarks(text: string): { text: string; repeated: string } {
  const notes = [...text.matchAll(/^\[\^([^\]\s]+)\]:(.*(?:\n(?!\[\^|\n).*)*)/gm)]
  let plain = text
  let repeated = ''
  for (const [, id = '', note = ''] of notes) {
    const pieces = plain.split(`[^${id}]`)
    plain = pieces.join('')
    // A note appears in every norm that refers to it.
    repeated += note.repeat(Math.max(pieces.length - 3, 0))
  }
  return { text: plain, repeated }
}

const bare = (text: string) => text.normalize('NFKC').replace(/[^\p{L}\p{N}]+/gu, '')

/** The imported text of a law, each part once: its title if the text begins with it, and headings with text of their own as norms. */
function textOf({ title, structure, norms }: ParsedLaw, seen: string): string {
  const named = new Set(norms.map(({ label, heading }) => `${label}\n${heading}`))
  const headings = structure.filter((each) => !named.has(`${each.label}\n${each.title}`))
  return [
    bare(seen).startsWith(bare(title)) && !bare(norms[0]?.text ?? '').startsWith(bare(title)) ? title : '',
    ...headings.map((each) => `${each.label} ${each.title}`),
    ...norms.map(({ label, heading, text, footnotes }) => `${label} ${heading} ${text} ${footnotes}`),
  ].join('\n')
}

/** Footnote marks before an article whose heading a conversion lost; they do not belong to its designation. */
const MARKS_OF_ARTICLES = /^(?:<sup>[^<]*<\/sup>\s*)+(?=\**Art)/gm

test('the visible characters of each file are those that another implementation sees', { skip }, async () => {
  const faults: string[] = []
  let compared = 0
  for (const path of paths) {
    const bytes = readFileSync(join(folder as string, path))
    const read = await readFile({ path, size: bytes.length, read: async () => bytes }).catch(() => undefined)
    if (read === undefined || isAboutLaws(path)) continue
    const { law } = await readLaw(read)
    const { body } = divide(bytes.toString('utf8').replace(/\r\n?/g, '\n'))
    const { text, repeated } = withoutMarks(visibleIn(body.replaceAll('[^', '\\[^')))
    const [held, visible] = [counted(textOf(law, text)), counted(text)]
    const most = counted(repeated)
    const marks = counted((body.match(MARKS_OF_ARTICLES) ?? []).join(''))
    const wrong = [...new Set([...held.keys(), ...visible.keys()])].flatMap((character) => {
      const added = (held.get(character) ?? 0) - (visible.get(character) ?? 0)
      const isRight = added > 0 ? added <= (most.get(character) ?? 0) : -added <= (marks.get(character) ?? 0)
      return isRight ? [] : [`${character} ${added}`]
    })
    if (wrong.length > 0) faults.push(`${path}: ${wrong.join(', ')}`)
    compared++
  }
  assert.deepEqual(faults, [])
  assert.ok(compared > 0)
})
