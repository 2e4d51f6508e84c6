import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { bearerCheck, readTokens, TokenFile, tokenCheckOf } from '../../src/http/bearer-tokens.ts'
import { startServer } from '../../src/http/listen.ts'
import { LegalTextError } from '../../src/util/errors.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-tokens-'))
after(() => rmSync(folder, { recursive: true }))

function fileOf(text: string): string {
  const path = join(folder, 'tokens')
  writeFileSync(path, text)
  return path
}

const FIRST = 'first-token-0123456789'
const SECOND = 'Second.token_~+/ABCDEF=='

test('any token of the file opens, with the scheme in any case', () => {
  const isKnown = bearerCheck(readTokens(fileOf(`${FIRST}\r\n\n  ${SECOND}  \n`)))
  for (const token of [FIRST, SECOND]) {
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer  ']) assert(isKnown(`${scheme} ${token}`), scheme)
  }
})

test('nothing else opens', () => {
  const isKnown = bearerCheck(readTokens(fileOf(`${FIRST}\n${SECOND}`)))
  const nearly = [
    FIRST.slice(1),
    FIRST.slice(0, -1),
    `${FIRST}0`,
    FIRST.toUpperCase(),
    `${FIRST} `,
    `${FIRST}, ${SECOND}`,
  ]
  for (const token of [...nearly, SECOND.slice(0, -1), `${SECOND}=`, '', '=', `${FIRST}\n${SECOND}`]) {
    assert(!isKnown(`Bearer ${token}`), token)
  }
  for (const value of [
    undefined,
    '',
    FIRST,
    `Basic ${FIRST}`,
    `Bearer${FIRST}`,
    `Bearer\t${FIRST}`,
    ` Bearer ${FIRST}`,
  ]) {
    assert(!isKnown(value), value)
  }
})

test('a file without tokens is refused, and its content is not shown', () => {
  const refused: [string, RegExp][] = [
    [join(folder, 'missing'), /: it cannot be read \(ENOENT\)$/],
    [folder, /: it cannot be read \(EISDIR\)$/],
    ['', /: it has no token$/],
    [' \n\n', /: it has no token$/],
    [`${FIRST}\nshort-secret`, /: line 2 is shorter than 16 characters$/],
    [`${FIRST}\n\nsecret in several words`, /: line 3 is not a token, /],
    ['secret=in-the-middle-of-it', /: line 1 is not a token, /],
    ['secret-with-umlaut-ä-in-it', /: line 1 is not a token, /],
  ]
  for (const [text, reason] of refused) {
    const path = text.startsWith(folder) ? text : fileOf(text)
    assert.throws(
      () => readTokens(path),
      (error) => {
        assert(error instanceof LegalTextError && error.kind === 'invalid_input')
        assert.equal(error.details.issues?.[0]?.path, 'AUTH_TOKEN_FILE')
        assert.match(error.message, /^AUTH_TOKEN_FILE: the file /)
        assert.match(error.message, reason)
        assert.doesNotMatch(error.message, /secret/)
        return true
      },
    )
  }
})

test('tokens are read again, and stay if the file is not valid', async () => {
  const path = fileOf('a-token-of-the-first\n')
  const file = new TokenFile(path)
  const hasToken = tokenCheckOf({ authTokenFile: path }, file.current)
  const told: string[] = []
  const reload = (content: string) => {
    writeFileSync(path, content)
    file.reload((text) => told.push(text))
  }
  reload('a-token-of-the-second\n')
  assert.equal(hasToken?.('Bearer a-token-of-the-first'), false)
  assert.equal(hasToken?.('Bearer a-token-of-the-second'), true)
  reload('short\n')
  assert.equal(hasToken?.('Bearer a-token-of-the-second'), true)
  assert.match(told.join(), /^The tokens stay as they were: .*shorter than 16/)
})

test('a server listens on a Unix socket', async () => {
  const path = join(folder, 'http.sock')
  const server = await startServer({ host: `unix:${path}`, datasetPath: 'starter', drainSeconds: 0 })
  assert.equal(server.url, `unix:${path}`)
  const status = await new Promise((resolve, reject) => {
    get({ socketPath: path, path: '/health', agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode))
    }).once('error', reject)
  })
  assert.equal(status, 200)
  await server.close()
})
