import assert from 'node:assert/strict'
import { test } from 'node:test'
import { progressLine, progressReporter } from '../../../src/cli/terminal/progress.ts'

function recorder(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, columns: 40, written, write: (text: string) => written.push(text) }
}

test('rate and time left are told once they mean something', () => {
  assert.equal(progressLine({ stage: 'laws', done: 10, total: 6877 }, 100), 'Reading laws: 10 of 6,877')
  assert.equal(
    progressLine({ stage: 'laws', done: 1000, total: 6877 }, 2000),
    'Reading laws: 1,000 of 6,877, 500/s, 12 s left',
  )
})

test('without a terminal: plain lines, the first and last of a stage, and few between', () => {
  const stream = recorder(false)
  let time = 0
  const progress = progressReporter(stream, () => time)
  for (let done = 1; done <= 100; done++) {
    time += 100
    progress.show({ stage: 'laws', done, total: 100 })
  }
  progress.end()
  assert(stream.written.every((line) => /^\P{Cc}+\n$/u.test(line)))
  assert.equal(stream.written.length, 3)
  assert.match(stream.written[0] ?? '', /: 1 of 100/)
  assert.match(stream.written[2] ?? '', /: 100 of 100/)
})

test('on a terminal: one line that is drawn anew, fits, and is gone at the end', () => {
  const stream = recorder(true)
  let time = 0
  const progress = progressReporter(stream, () => time)
  for (let done = 1; done <= 10; done++) {
    time += 200
    progress.show({ stage: 'search', done: done * 100_000, total: 1_000_000 })
  }
  progress.end()
  assert.equal(stream.written.length, 11)
  for (const text of stream.written) {
    assert(text.startsWith('\r\x1b[K'))
    assert(text.length - '\r\x1b[K'.length < 40)
  }
  assert.equal(stream.written.at(-1), '\r\x1b[K')
})
