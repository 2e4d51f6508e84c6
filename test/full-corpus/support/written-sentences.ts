/** Sentences as lawyers write them, with right and false citations of federal law, and what a check has to find in each. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Corpus } from '../../../src/model/corpus.ts'
import { checkText, type Finding } from '../../../src/resolve/check-text.ts'

/** A day after the amendments of the corpus that had not been worked in. */
const TODAY = '2026-11-28'

/** Answers that are not a list of findings. */
const ANSWERS: Readonly<Record<string, (findings: readonly Finding[]) => boolean>> = {
  none: (findings) => findings.length === 0,
  'all right': (findings) => findings.length > 0 && findings.every((each) => each.class === 'right'),
  'some wrong': (findings) => findings.some((each) => each.class === 'wrong'),
  'not-right': (findings) => findings.every((each) => each.class !== 'right'),
}

/**
 * Checks each sentence.
 * @returns their number, and those that were judged otherwise, with what was found
 */
export async function checkSentences(corpus: Corpus): Promise<{ sentences: number; faults: string[] }> {
  const lines = readFileSync(join(import.meta.dirname, 'sentences.tsv'), 'utf8')
    .split('\n')
    .slice(1)
    .filter(Boolean)
  const faults: string[] = []
  for (const line of lines) {
    const [, written = '', expected = ''] = line.split('\t')
    const text = written.replaceAll('\\n', '\n')
    const format = text.includes('|') || text.startsWith('- ') ? 'markdown' : 'plain'
    const { findings } = await checkText(corpus, text, { format, today: TODAY })
    const isRight = ANSWERS[expected]?.(findings) ?? areAll(findings, expected.split('; '))
    if (!isRight) faults.push(`${written} -> ${findings.map(placeOf).join('; ')}, not ${expected}`)
  }
  return { sentences: lines.length, faults }
}

const placeOf = (finding: Finding) =>
  `${finding.class} ${[finding.code ?? '-', finding.norm ?? '-', finding.subdivision].filter(Boolean).join('/')}`

/** True if each finding is one of those expected, in any order, and none is left over. */
function areAll(findings: readonly Finding[], expected: readonly string[]): boolean {
  const left = findings.map(placeOf)
  for (const each of expected) {
    const place = left.findIndex((found) =>
      each.startsWith('not-right')
        ? !found.startsWith('right') && found.includes(each.slice('not-right'.length).trim())
        : found.startsWith(each),
    )
    if (place < 0) return false
    left.splice(place, 1)
  }
  return left.length === 0
}
