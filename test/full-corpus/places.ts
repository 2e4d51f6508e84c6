// Reads invented sentences on laws of the Länder and of Switzerland over a corpus that has both, and federal law: a bundle of
// the folders bgb, bgbeg, gg, hgb, rdg, stgb, stpo, vwvfg and zpo of the federal laws, the laws of ragsource in
// `Laender_und_Kommunen/*/Landesgesetze`, and those of legalize-ch with the numbers 101, 171.10, 172.010, 172.220.1, 210, 220, 291,
// 311.0, 312.51, 414.110, 702.1, 730.0, 742.31, 784.101.1, 813.1, 832.30, 923.0, 941.41, 941.411 and 946.51.
// LEGAL_TEXT_MIXED=mixed.sqlite node test/full-corpus/places.ts
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { openCorpus } from '../../src/index.ts'
import { resolveCitations } from '../../src/resolve/resolve-citations.ts'

const dataset = process.env.LEGAL_TEXT_MIXED
/** Minimum share of citations that lead where expected. */
const GOAL = 0.98

test('citations of several places mean the laws of their place', {
  skip: dataset === undefined && 'LEGAL_TEXT_MIXED is not set',
}, async () => {
  const corpus = await openCorpus({ dataset })
  const lines = readFileSync(new URL('places.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  let [right, all] = [0, 0]
  for (const line of lines) {
    const [text = '', expected = ''] = line.split('\t')
    const citations = await resolveCitations(corpus, text, { wording: false })
    const read = citations.map(({ class: verdict, status, code, norm, subdivision, message }) => {
      if (status === 'ambiguous') return 'ambiguous'
      if (norm === null) return verdict
      const path = [norm, subdivision].filter(Boolean).join('/')
      return `${code} ${path}${status === 'resolved' ? '' : ` ${status}`}${message === null ? '' : ' !'}`
    })
    for (const [place, wanted] of expected.split(' ; ').entries()) {
      all += 1
      const got = read[place]
      if (got === wanted) right += 1
      else console.log(`${text}\n  expected ${wanted}\n  read     ${got}  (${citations[place]?.message})`)
    }
  }
  console.log(`${right} of ${all} citations in ${lines.length} sentences`)
  await corpus.close()
  assert(right >= GOAL * all)
})
