import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptanceOf, type FetchedCounts } from '../../src/dataset/acceptance.ts'

/** Whether what is left of a site of 100 laws is good enough. @param mayFail as `MAX_FAILED_PERCENT` */
function isAccepted(failed: number, mayFail: number | undefined): boolean {
  try {
    acceptanceOf({ url: 'https://site.example', total: 100, failed } as FetchedCounts, undefined, mayFail)
    return true
  } catch {
    return false
  }
}

test('as much of a site may fail as MAX_FAILED_PERCENT says, and 90 percent where nothing would be replaced', () => {
  assert.deepEqual([isAccepted(10, 10), isAccepted(11, 10)], [true, false])
  assert.deepEqual([isAccepted(0, 0), isAccepted(1, 0)], [true, false])
  assert.deepEqual([isAccepted(90, undefined), isAccepted(91, undefined)], [true, false])
})
