/** Checks acts of the European Union in Formex. `LEGAL_TEXT_ACTS` names their folder, `<CELEX>/<date>/<language>/*.xml`. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseNormPath } from '../../src/citation/norm-path.ts'
import { eurlex } from '../../src/import/eurlex/family.ts'
import type { ParsedLaw } from '../../src/model/parsed-law.ts'
import { readSourceAct } from './support/source-act.ts'

const source = process.env.LEGAL_TEXT_ACTS
const skip = source === undefined && 'set LEGAL_TEXT_ACTS to a folder of acts in Formex'
const files =
  source === undefined ? [] : globSync('**/*.xml', { cwd: source }).filter((path) => !path.endsWith('.doc.xml'))

/** Reads the law of a single document. */
async function read(path: string): Promise<{ law: ParsedLaw | undefined; reasons: string[] }> {
  const bytes = readFileSync(join(source as string, path))
  const input = { name: 'acts', files: [{ path, size: bytes.length, read: async () => bytes }], close: async () => {} }
  const opened = await eurlex.open({ ...input, skipped: [] }, { languages: ['de', 'en', 'fr'] })
  const reasons = opened.limitations.map(({ reason }) => reason)
  let law: ParsedLaw | undefined
  for await (const read of opened.laws(undefined)) {
    law = read.law
    reasons.push(...read.limitations.map(({ reason }) => reason))
  }
  return { law, reasons }
}

/** Normalized for comparison: no white space, characters in their plain form, all dashes alike, each character counted. */
function counted(texts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) {
    for (const character of text
      .replace(/\s+/g, '')
      .normalize('NFKC')
      .replace(/\s+/g, '')
      .replace(/[\p{Pd}−]/gu, '-')) {
      counts.set(character, (counts.get(character) ?? 0) + 1)
    }
  }
  return counts
}

/** Characters between a designation and a title, and those added when formulas are set on one line. */
const NOT_COMPARED = /[-:.()[\]{}|/ΣΠ∫√]/

function differences(held: Map<string, number>, visible: Map<string, number>): string[] {
  return [...new Set([...held.keys(), ...visible.keys()])]
    .filter((character) => !NOT_COMPARED.test(character) && held.get(character) !== visible.get(character))
    .map((character) => `${character}: ${held.get(character) ?? 0}, the source has ${visible.get(character) ?? 0}`)
}

const GENERATED = /^(?:recital|preamble|formula)$/

/** The texts, with labels that the source has: that of a table of contents without a title is generated, too. */
function* textsOf({ norms, structure }: ParsedLaw, visible: string): Generator<string> {
  for (const { kind, label, heading, text } of norms) {
    if (!GENERATED.test(kind) && (kind !== 'toc' || visible.includes(label))) yield label
    yield heading
    yield text
  }
  for (const { label, title } of structure) {
    yield label
    yield title
  }
}

function* notesOf({ norms, structure, notes }: ParsedLaw): Generator<string> {
  yield notes
  for (const { footnotes } of norms) yield footnotes
  for (const { footnotes } of structure) yield footnotes
}

test('every visible character of every act is in its law, and no other', { skip }, async () => {
  const sum = { acts: 0, norms: 0, characters: 0 }
  const wrong: string[] = []
  for (const path of files) {
    const visible = readSourceAct(readFileSync(join(source as string, path), 'utf8'))
    const { law, reasons } = await read(path)
    if (law === undefined) {
      wrong.push(`${path}: ${reasons.join('; ')}`)
      continue
    }
    sum.acts++
    sum.norms += law.norms.length
    sum.characters += visible.text.length + visible.notes.length
    for (const difference of differences(counted(textsOf(law, visible.text)), counted([visible.text])))
      wrong.push(`${path}: ${difference}`)
    for (const difference of differences(counted(notesOf(law)), counted([visible.notes])))
      wrong.push(`${path} notes: ${difference}`)
    const count = (kind: string) => law.norms.filter((norm) => norm.kind === kind).length
    for (const [kind, expected] of [
      ['art', visible.articles],
      ['recital', visible.recitals],
      ['annex', visible.annexes],
    ] as const) {
      if (count(kind) !== expected)
        wrong.push(`${path}: ${count(kind)} norms of kind ${kind}, the source has ${expected}`)
    }
    const paths = new Set(law.norms.map((norm) => norm.path))
    if (paths.size !== law.norms.length) wrong.push(`${path}: a path occurs twice`)
    for (const norm of law.norms) {
      for (const part of norm.subdivisions) {
        if (parseNormPath(`${norm.path}/${part.path}`) === undefined) wrong.push(`${path}: ${norm.path}/${part.path}`)
      }
    }
  }
  console.log(JSON.stringify(sum), `${wrong.length} differences`)
  for (const each of wrong.slice(0, 60)) console.log(each)
  assert.equal(wrong.length, 0)
})
