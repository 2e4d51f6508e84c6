import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { quickClient, serve } from '../../../download/server.ts'
import { until } from '../../../until.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
after(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'download')

const CONTENT = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 251))

/** Another version of it. */
const OTHER = CONTENT.map((byte) => byte ^ 1)

interface Validators {
  etag?: string
  'last-modified'?: string
}

/** Sends 100,000 bytes per answer, and supports range requests. */
function sendInParts(request: IncomingMessage, response: ServerResponse, validators: Validators): void {
  const { range, 'if-range': condition } = request.headers
  const isSame = condition !== undefined && Object.values(validators).includes(condition)
  const first = isSame ? Number(range?.match(/^bytes=(\d+)-$/)?.[1]) : 0
  const part = CONTENT.subarray(first, first + 100_000)
  const last = CONTENT.length - 1
  response.writeHead(first > 0 ? 206 : 200, {
    ...validators,
    'content-length': CONTENT.length - first,
    ...(first > 0 && { 'content-range': `bytes ${first}-${last}/${CONTENT.length}` }),
  })
  response.write(part, () => breakOff(response, first + part.length))
}

/** Breaks an answer off once the file has so many bytes; its connection may end earlier, with the test. */
async function breakOff(response: ServerResponse, bytes: number): Promise<void> {
  const isWritten = () => statSync(file, { throwIfNoEntry: false })?.size === bytes
  await until('all that was sent is written', () => response.closed || isWritten())
  response.destroy()
}

test('downloads into a file, and tells how far it is', async (t) => {
  const { url } = await serve(t, (_, response) => {
    response.setHeader('etag', '"a"')
    response.setHeader('content-length', CONTENT.length)
    response.end(CONTENT)
  })
  writeFileSync(file, 'what was here before'.repeat(100_000))
  const steps: [number, number][] = []
  const answer = await quickClient().download(url, file, { onProgress: (...step) => steps.push(step) })
  assert.deepEqual(answer.headers, { etag: '"a"', lastModified: undefined, contentType: undefined })
  assert(readFileSync(file).equals(CONTENT))
  assert.deepEqual(steps.at(-1), [CONTENT.length, CONTENT.length])
  assert(steps.every(([done], index) => done > (steps[index - 1]?.[0] ?? 0)))
})

test('takes a body whose length is not announced', async (t) => {
  const { url } = await serve(t, (_, response) => {
    response.write(CONTENT)
    response.end()
  })
  const totals = new Set<number>()
  await quickClient().download(url, file, { onProgress: (_, total) => totals.add(total) })
  assert(readFileSync(file).equals(CONTENT))
  assert.deepEqual([...totals], [0])
})

test('takes what is sent on a connection that is closed after it', async (t) => {
  const body = Buffer.alloc(1_000_000, 1)
  const { url } = await serve(t, (_, response) => {
    response.writeHead(200, { connection: 'close', 'content-length': body.length }).end(body)
  })
  for (let attempt = 0; attempt < 10; attempt++) {
    await quickClient().download(url, file)
    assert(readFileSync(file).equals(body))
  }
})

test('goes on where the connection broke', async (t) => {
  const date = { 'last-modified': 'Tue, 28 Apr 2026 22:00:00 GMT' }
  const cases: [Validators, string][] = [
    [{ etag: '"a"', ...date }, '"a"'],
    [date, date['last-modified']],
    [{ etag: 'W/"a"', ...date }, date['last-modified']],
  ]
  for (const [validators, condition] of cases) {
    const { url, requests } = await serve(t, (request, response) => sendInParts(request, response, validators))
    const totals = new Set<number>()
    await quickClient().download(url, file, { onProgress: (_, total) => totals.add(total) })
    assert(readFileSync(file).equals(CONTENT))
    assert.deepEqual([...totals], [CONTENT.length])
    const asked = requests.map(({ headers }) => [headers.range, headers['if-range']])
    assert.deepEqual(asked, [
      [undefined, undefined],
      ['bytes=100000-', condition],
      ['bytes=200000-', condition],
    ])
  }
})

test('begins anew where the server cannot tell that it is the same file, or it has changed', async (t) => {
  const versions = [CONTENT, Buffer.from('a new version'), Buffer.from('a new version')]
  for (const etag of [undefined, 'W/"weak"', 'strong']) {
    let count = 0
    const { url, requests } = await serve(t, (_, response) => {
      const content = versions[count++] as Buffer
      if (etag !== undefined) response.setHeader('etag', etag === 'strong' ? `"${count}"` : etag)
      response.setHeader('content-length', content.length)
      if (count > 1) response.end(content)
      else response.write(content.subarray(0, 1000), () => breakOff(response, 1000))
    })
    await quickClient().download(url, file)
    assert.equal(readFileSync(file, 'utf8'), 'a new version')
    assert.deepEqual(
      requests.map(({ headers }) => headers.range),
      [undefined, etag === 'strong' ? 'bytes=1000-' : undefined],
    )
  }
})

test('begins anew where the server sends another part than the one that is missing', async (t) => {
  const answers = ['bytes 7-299999/300000', 'bytes', undefined]
  for (const range of [...answers, 416]) {
    let count = 0
    const { url } = await serve(t, (request, response) => {
      response.setHeader('etag', '"a"')
      if (++count === 1) {
        response.setHeader('content-length', CONTENT.length)
        response.write(CONTENT.subarray(0, 1000), () => breakOff(response, 1000))
      } else if (request.headers.range === undefined) response.end(CONTENT)
      else if (typeof range === 'number') response.writeHead(range).end()
      else response.writeHead(206, range === undefined ? {} : { 'content-range': range }).end(CONTENT.subarray(7))
    })
    await quickClient().download(url, file)
    assert(readFileSync(file).equals(CONTENT))
    assert.equal(count, 3)
  }
})

test('a part that nobody asked for is an error', async (t) => {
  const { url } = await serve(t, (_, response) => void response.writeHead(206).end('a'))
  await assert.rejects(quickClient({ retries: 1 }).download(url, file), { kind: 'unavailable', status: 206 })
})

test('downloads only what has changed', async (t) => {
  const { url } = await serve(t, (request, response) => {
    response.writeHead(request.headers['if-none-match'] === '"a"' ? 304 : 200).end('content')
  })
  assert.equal((await quickClient().download(url, file, { etag: '"a"' })).status, 304)
  assert.equal((await quickClient().download(url, file, { etag: '"b"' })).status, 200)
  assert.equal(readFileSync(file, 'utf8'), 'content')
})

test('does not take more than is allowed, in one part or in several', async (t) => {
  const { url } = await serve(t, (request, response) => sendInParts(request, response, { etag: '"a"' }))
  const tooLarge = { kind: 'too_large', message: `${url}/: has more than 250000 bytes` }
  await assert.rejects(quickClient().download(url, file, { maxBytes: 250_000 }), tooLarge)
  const chunked = await serve(t, (_, response) => {
    response.write(CONTENT)
    response.end()
  })
  await assert.rejects(quickClient().download(chunked.url, file, { maxBytes: 250_000 }), { kind: 'too_large' })
  assert(readFileSync(file).length <= 250_000)
})

test('says which file cannot be written', async (t) => {
  const { url, requests } = await serve(t, (_, response) => void response.end(CONTENT))
  await assert.rejects(quickClient().download(url, join(folder, 'none', 'file')), {
    kind: 'not_ready',
    message: /^cannot write .*none\/file: there is no such file/,
  })
  assert.equal(requests.length, 0)
})

test('says that there is no space left', { skip: !existsSync('/dev/full') }, async (t) => {
  const { url } = await serve(t, (_, response) => void response.end(CONTENT))
  await assert.rejects(quickClient().download(url, '/dev/full'), {
    kind: 'not_ready',
    message: 'cannot write /dev/full: no space is left',
  })
})

test('what a part leaves out is asked for, too', async (t) => {
  const { url, requests } = await serve(t, (request, response) => {
    const first = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0)
    const part = CONTENT.subarray(first, first + 100_000)
    response.setHeader('etag', '"a"')
    if (first === 0) {
      response.writeHead(200, { 'content-length': CONTENT.length })
      return response.write(part, () => breakOff(response, part.length))
    }
    const range = `bytes ${first}-${first + part.length - 1}/${CONTENT.length}`
    response.writeHead(206, { 'content-range': range, 'content-length': part.length }).end(part)
  })
  await quickClient().download(url, file)
  assert(readFileSync(file).equals(CONTENT))
  assert.equal(requests.length, 3)
})

test('a part of another version is not taken for the rest', async (t) => {
  let count = 0
  const { url } = await serve(t, (request, response) => {
    if (++count === 1) {
      response.writeHead(200, { etag: '"a"', 'content-length': CONTENT.length })
      return response.write(CONTENT.subarray(0, 100_000), () => breakOff(response, 100_000))
    }
    response.setHeader('etag', '"b"')
    if (request.headers.range === undefined) return response.end(OTHER)
    response.writeHead(206, { 'content-range': `bytes 100000-${OTHER.length - 1}/${OTHER.length}` })
    response.end(OTHER.subarray(100_000))
  })
  await quickClient().download(url, file)
  assert(readFileSync(file).equals(OTHER))
})
