import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lawAddress } from '../../../../src/import/gii/site/fetch-laws.ts'

test('a mirror is asked for what the official site has, under its own address', () => {
  const link = 'http://www.gesetze-im-internet.de/bgb/xml.zip'
  const cases: [string, string, string][] = [
    ['http://localhost:8000', link, 'http://localhost:8000/bgb/xml.zip'],
    ['https://mirror.example/laws/', link, 'https://mirror.example/laws/bgb/xml.zip'],
    ['https://user:pass@mirror.example', link, 'https://user:pass@mirror.example/bgb/xml.zip'],
    ['https://www.gesetze-im-internet.de', link, 'https://www.gesetze-im-internet.de/bgb/xml.zip'],
    ['http://www.gesetze-im-internet.de', link, link],
    ['https://user:pass@site.example', 'http://site.example/a/xml.zip', 'https://user:pass@site.example/a/xml.zip'],
    ['https://user:pass@site.example', 'https://other.example/a/xml.zip', 'https://other.example/a/xml.zip'],
    ['https://site.example', 'https://site.example:8443/a/xml.zip', 'https://site.example:8443/a/xml.zip'],
  ]
  for (const [baseUrl, from, expected] of cases) assert.equal(lawAddress(baseUrl, 'bgb', from), expected)
})
