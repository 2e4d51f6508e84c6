import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { ExternalSort, readWhole, writeWhole } from '../../../src/import/search-index/external-sort.ts'
import { randomNumbers } from '../../search/random.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-runs-'))
after(() => rmSync(folder, { recursive: true }))
let files = 0
const newFile = () => join(folder, String(files++))

type Row = [key: number, ...values: number[]]

/** Sorts rows through runs on disk. */
function sorted(rows: readonly Row[], keyCount: number, width: number, runValues?: number): Map<number, number[]> {
  const runs = new ExternalSort(newFile(), keyCount, width, runValues)
  for (const [key, first = 0, second, third] of rows) runs.add(key, first, second, third)
  const found = Array.from(runs.read(), ({ key, values }): [number, number[]] => [key, [...values]])
  runs.close()
  assert.equal(new Set(found.map(([key]) => key)).size, found.length, 'every key comes once')
  return new Map(found)
}

function sortedNaively(rows: readonly Row[]): Map<number, number[]> {
  const groups = new Map<number, number[]>()
  for (const [key, ...values] of rows.toSorted(([a], [b]) => a - b))
    groups.set(key, [...(groups.get(key) ?? []), ...values])
  return groups
}

const pairs = (groups: Map<number, number[]>) => [...groups]

describe('SortedRuns', () => {
  test('rows by ascending keys, those of a key in the order of adding, of one run and of several', () => {
    const random = randomNumbers(40)
    for (const width of [1, 2, 3]) {
      for (const runValues of [width, 7, 50, 1000, undefined]) {
        for (const count of [0, 1, 10, 700]) {
          const keyCount = 1 + Math.floor(random() * 60)
          const rows = Array.from({ length: count }, (): Row => {
            const values = Array.from({ length: width }, () => Math.floor(random() * 2 ** 32))
            return [Math.floor(random() * keyCount), ...values]
          })
          assert.deepEqual(pairs(sorted(rows, keyCount, width, runValues)), pairs(sortedNaively(rows)))
        }
      }
    }
  })

  test('values beyond the width are not used, missing ones are 0', () => {
    const rows: Row[] = [
      [1, 5, 6, 7],
      [0, 8],
    ]
    assert.deepEqual(pairs(sorted(rows, 2, 2)), [
      [0, [8, 0]],
      [1, [5, 6]],
    ])
  })

  test('the first and the last key', () => {
    const rows: Row[] = [
      [99, 1],
      [0, 2],
      [99, 3],
    ]
    for (const runValues of [1, 2, 3]) {
      assert.deepEqual(pairs(sorted(rows, 100, 1, runValues)), [
        [0, [2]],
        [99, [1, 3]],
      ])
    }
  })

  test('runs that are longer than what is read at a time', () => {
    const random = randomNumbers(41)
    const counts = new Uint32Array(5)
    const runs = new ExternalSort(newFile(), 5, 2, 200_000)
    const rows = 350_000
    for (let row = 0; row < rows; row += 1) {
      const key = Math.floor(random() * 5)
      runs.add(key, row, counts[key] as number)
      counts[key] = (counts[key] as number) + 1
    }
    let keys = 0
    for (const { key, values } of runs.read()) {
      assert.equal(key, keys)
      assert.equal(values.length, 2 * (counts[key] as number))
      for (let place = 0; place < values.length; place += 2) {
        if (values[place + 1] !== place / 2) assert.fail(`row ${place / 2} of key ${key} is out of its place`)
        if (place > 0 && (values[place] as number) <= (values[place - 2] as number))
          assert.fail('rows are out of order')
      }
      keys += 1
    }
    assert.equal(keys, 5)
    runs.close()
  })

  test('a file that is there already is not written to', () => {
    const file = newFile()
    new ExternalSort(file, 1, 1, 1).close()
    assert.throws(() => new ExternalSort(file, 1, 1, 1), /EEXIST/)
  })
})

test('readWhole and writeWhole: parts of arrays, anywhere in a file', () => {
  const file = openSync(newFile(), 'wx+')
  const values = Uint32Array.of(9, 1, 2, 2 ** 32 - 1, 9)
  writeWhole(file, values.subarray(1, 4), 8)
  const read = new Uint32Array(3)
  readWhole(file, read, 8)
  assert.deepEqual([...read], [1, 2, 2 ** 32 - 1])
  assert.throws(() => readWhole(file, read, 12), /ends too early/)
  closeSync(file)
})
