import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namedVersion } from '../../../src/citation/text/edition-day.ts'
import { editionAfter } from '../../../src/citation/text/editions.ts'

const CASES: [words: string, expected: string][] = [
  ['in der bis zum 31. Dezember 2022 geltenden Fassung', 'last 2022-12-31'],
  ['in der bis einschließlich 31.12.2022 geltenden Fassung', 'last 2022-12-31'],
  ['in der bis zum Ablauf des 31. Dez. 2022 geltenden Fassung', 'last 2022-12-31'],
  ['in der vom 1. Januar 2020 bis zum 31. Dezember 2022 geltenden Fassung', 'last 2022-12-31'],
  ['in der bis 31. 12. 22 gültigen Fassung', 'last 2022-12-31'],
  ['in der vor dem 1. Januar 2023 geltenden Fassung', 'last 2022-12-31'],
  ['in der am 1. Januar 2023 geltenden Fassung', 'day 2023-01-01'],
  ['in der Fassung vom 2. März 2023', 'day 2023-03-02'],
  ['i.d.F. v. 2.3.2023', 'day 2023-03-02'],
  ['idF vom 2.3.2023', 'day 2023-03-02'],
  ['Stand: 2.3.2023', 'day 2023-03-02'],
  ['in der Fassung vom 2023-03-02', 'day 2023-03-02'],
  ['in der ab dem 1. Januar 2023 geltenden Fassung', 'first 2023-01-01'],
  ['in der seit 1.1.2023 geltenden Fassung', 'first 2023-01-01'],
  ['in der nach dem 31. Dezember 2022 geltenden Fassung', 'first 2023-01-01'],
  ['a. F.', 'former'],
  ['a.F.', 'former'],
  ['aF', 'former'],
  ['alt', 'former'],
  ['in der alten Fassung', 'former'],
  ['in der früheren Fassung', 'former'],
  // The date of an act is not the date on which its wording was published.
  ['in der Fassung der Bekanntmachung vom 2. Januar 2022', 'none'],
  ['in der Fassung des Gesetzes vom 2. Januar 2022', 'none'],
  ['in der durch Artikel 2 des Gesetzes vom 2. Januar 2022 geänderten Fassung', 'none'],
  ['in der zuletzt am 2. Januar 2022 geänderten Fassung', 'none'],
  ['in der bis zum 31. Februar 2022 geltenden Fassung', 'none'],
  ['in der bis 2022 geltenden Fassung', 'none'],
  ['in der am 1. Januar 2022 und am 1. Januar 2023 geltenden Fassung', 'none'],
  ['in der ursprünglichen Fassung', 'none'],
  ['n. F.', 'none'],
  ['WEG 2001', 'none'],
]

for (const [words, expected] of CASES) {
  test(`${words}: ${expected}`, () => {
    const version = namedVersion(words)
    const found = version === undefined ? ['none'] : version.by === 'former' ? ['former'] : [version.by, version.day]
    assert.equal(found.join(' '), expected)
  })
}

test('the words are those that are read after a citation', () => {
  for (const words of CASES.slice(0, 10).map(([each]) => each)) {
    const text = `§ 5 BGB ${words} gilt.`
    const read = editionAfter(text, '§ 5 BGB'.length, true)?.text
    assert(read !== undefined && namedVersion(read)?.by !== undefined, `${words}: ${read}`)
  }
})
