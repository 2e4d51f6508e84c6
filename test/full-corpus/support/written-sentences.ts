/** Sentences as lawyers write them, with right and false citations of federal law, and the expected findings of each. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Corpus } from '../../../src/model/corpus.ts'
import { checkText, type Finding } from '../../../src/resolve/check-text.ts'

/** A day after the amendments that the corpus does not yet include. */
const TODAY = '2026-11-28'

/** Expected answers other than a list of findings. */
const ANSWERS: Readonly<Record<string, (findings: readonly Finding[]) => boolean>> = {
  none: (findings) => findings.length === 0,
  'all right': (findings) => findings.length > 0 && findings.every((each) => each.class === 'right'),
  'some wrong': (findings) => findings.some((each) => each.class === 'wrong'),
  'not-right': (findings) => findings.every((each) => each.class !== 'right'),
}

/**
 * Checks each sentence.
 * @returns the number of sentences, and those judged otherwise, with their findings
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

/** True if findings and expectations match one to one, in any order. */
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
