import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datasetName, hasRedactedQuery, redactUrl } from '../../src/dataset/dataset-name.ts'

test('a URL is shown without user name, password and query', () => {
  assert.equal(redactUrl('https://laws.example/federal.sqlite.zst'), 'https://laws.example/federal.sqlite.zst')
  assert.equal(redactUrl('https://user:geheim@laws.example:8443/a'), 'https://laws.example:8443/a')
  assert.match(redactUrl('https://laws.example/a?key=geheim'), /^https:\/\/laws\.example\/a\?…[0-9a-f]{8}$/)
  assert.match(redactUrl('https://laws.example/a?key=geheim#part'), /^https:\/\/laws\.example\/a\?…[0-9a-f]{8}#part$/)
  assert.equal(redactUrl('ftp://user:geheim@laws.example/a'), 'ftp://laws.example/a')
  assert.equal(redactUrl('https://user:ge/heim@laws.example:port/a?key=geheim'), 'https://laws.example:port/a?…')
})

test('two queries can be told apart, and that there was one', () => {
  const [one, other] = [redactUrl('https://laws.example/a?key=1'), redactUrl('https://laws.example/a?key=2')]
  assert.notEqual(one, other)
  assert.equal(one, redactUrl('https://user@laws.example/a?key=1'))
  assert(hasRedactedQuery(one))
  assert(!hasRedactedQuery(redactUrl('https://laws.example/a')))
})

test('other names of datasets stay as they are', () => {
  for (const name of ['starter', 'laws/a?b.sqlite', '/laws/me@home//a', 'C:\\laws\\a.sqlite', '']) {
    assert.equal(redactUrl(name), name)
  }
})

test('a dataset has a name for messages, without its folder and without secrets', () => {
  assert.equal(datasetName('starter'), 'the starter dataset')
  assert.equal(datasetName(undefined), 'the corpus in the cache')
  assert.equal(datasetName('/srv/laws/federal.sqlite'), 'the dataset federal.sqlite')
  assert.equal(datasetName('laws/'), 'the dataset laws')
  assert.equal(
    datasetName('https://user:secret@laws.example/federal.sqlite.zst?key=1'),
    'the dataset federal.sqlite.zst',
  )
})
