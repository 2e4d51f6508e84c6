import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAddress, redirectTarget } from '../../src/download/address.ts'
import { type DownloadError, HttpClient, type HttpClientOptions } from '../../src/download/http-client.ts'
import { version } from '../../src/program/package.ts'
import { deadAddress, quickClient, serve } from './server.ts'

const text = (body: Uint8Array) => Buffer.from(body).toString()

test('gets a body with what tells whether it will have changed', async (t) => {
  const { url, requests } = await serve(t, (_, response) => {
    response.writeHead(200, {
      etag: '"a"',
      'last-modified': 'Tue, 28 Apr 2026 22:00:00 GMT',
      'content-type': 'text/xml',
    })
    response.end('<a/>')
  })
  const { body, ...answer } = await quickClient().get(`${url}/a?b=c#d`)
  assert.equal(text(body), '<a/>')
  const headers = { etag: '"a"', lastModified: 'Tue, 28 Apr 2026 22:00:00 GMT', contentType: 'text/xml' }
  assert.deepEqual(answer, { status: 200, url: `${url}/a?b=c`, headers })
  assert.match(requests[0]?.headers['user-agent'] ?? '', new RegExp(`^legal-text/${version}( \\(\\+https://\\S+\\))?$`))
  assert.equal(requests[0]?.headers['accept-encoding'], 'identity')
  assert.equal(requests[0]?.url, '/a?b=c')
})

test('asks only for what has changed', async (t) => {
  const { url, requests } = await serve(t, (request, response) => {
    const isSame = request.headers['if-none-match'] === '"a"' && request.headers['if-modified-since'] !== undefined
    response.writeHead(isSame ? 304 : 200).end()
  })
  const lastModified = 'Tue, 28 Apr 2026 22:00:00 GMT'
  assert.equal((await quickClient().get(url, { etag: '"a"', lastModified })).status, 304)
  assert.equal((await quickClient().get(url, { etag: '"b"', lastModified })).status, 200)
  assert.equal(requests[0]?.headers['if-modified-since'], lastModified)
})

test('a 304 that nobody asked for is an error', async (t) => {
  const { url } = await serve(t, (_, response) => void response.writeHead(304).end())
  await assert.rejects(quickClient().get(url), { kind: 'unavailable', status: 304 })
})

test('an ETag that cannot be sent back is none', async (t) => {
  const { url } = await serve(t, (_, response) => void response.writeHead(200, { etag: 'no quotes' }).end())
  assert.equal((await quickClient().get(url)).headers.etag, undefined)
})

test('keeps connections', async (t) => {
  const ports = new Set<number | undefined>()
  const { url } = await serve(t, (request, response) => {
    ports.add(request.socket.remotePort)
    response.writeHead(request.url === '/gone' ? 404 : 200).end('…')
  })
  const client = quickClient()
  for (const path of ['/a', '/b', '/c']) await client.get(url + path)
  await assert.rejects(client.get(`${url}/gone`))
  await client.get(`${url}/d`)
  assert(ports.size <= 2, 'one that is being freed, and one that is free')
})

test('user name and password are sent, and not shown', async (t) => {
  const { url, requests } = await serve(t, (request, response) => {
    if (request.url?.startsWith('/gone')) return response.writeHead(404).end()
    response.writeHead(200).end()
  })
  const secret = url.replace('://', '://us%40er:pass@')
  const answer = await quickClient().get(`${secret}/a`)
  assert.equal(requests[0]?.headers.authorization, `Basic ${Buffer.from('us@er:pass').toString('base64')}`)
  assert.equal(answer.url, `${url}/a`)
  const error: DownloadError = await quickClient()
    .get(`${secret}/gone?key=k`)
    .catch((thrown) => thrown)
  assert.equal(error.message, `${url}/gone?…: answered 404`)
  assert.equal(error.url, `${url}/gone?…`)
})

test('what is no http URL is refused', async () => {
  for (const url of ['', 'nowhere', '/a', 'file:///etc/passwd', 'ftp://host/a', 'data:text/plain,a']) {
    await assert.rejects(quickClient().get(url), { name: 'DownloadError', kind: 'refused' })
  }
  const error: DownloadError = await quickClient()
    .get('ht!tp://user:pass@host')
    .catch((thrown) => thrown)
  assert.doesNotMatch(error.message, /pass/)
})

test('follows redirects, and tells where it has ended', async (t) => {
  const { url, requests } = await serve(t, (request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) return response.writeHead(200).end('here')
    response.writeHead([301, 302, 303, 307, 308][left - 1] as number, { location: `${left - 1}` }).end('elsewhere')
  })
  const answer = await quickClient().get(`${url}/5`)
  assert.equal(text(answer.body), 'here')
  assert.equal(answer.url, `${url}/0`)
  assert.equal(requests.length, 6)
})

test('does not follow more than five redirects', async (t) => {
  const { url, requests } = await serve(t, (_, response) => void response.writeHead(302, { location: '/' }).end())
  await assert.rejects(quickClient().get(url), {
    kind: 'refused',
    message: `${url}/: more than 5 redirects, the last one from ${url}/ to ${url}/`,
  })
  assert.equal(requests.length, 6)
})

test('does not follow redirects away from http', async (t) => {
  const { url, requests } = await serve(t, (request, response) => {
    const location = { '/file': 'file:///etc/passwd', '/none': undefined, '/bad': 'http://[' }[request.url as string]
    response.writeHead(302, location === undefined ? {} : { location }).end()
  })
  const problems = {
    '/file': 'redirect 1 leads to a file: address: only http and https are followed',
    '/none': 'redirect 1 does not say where to',
    '/bad': 'redirect 1 leads to "http://[", which is not a URL',
  }
  for (const [path, problem] of Object.entries(problems)) {
    await assert.rejects(quickClient().get(url + path), { kind: 'refused', message: `${url}${path}: ${problem}` })
  }
  assert.equal(requests.length, 3)
})

test('redirects lead to https, but not back, and take the password along within one site only', () => {
  const from = readAddress('https://user:pass@one.example/a')
  assert.throws(() => redirectTarget(from, 'http://one.example/b', 2), {
    kind: 'refused',
    message:
      'https://one.example/a: redirect 2 leads from https to http://one.example/b: not followed, since http is not encrypted',
  })
  assert.equal(redirectTarget(from, '/b', 1).authorization, from.authorization)
  assert.equal(redirectTarget(from, 'https://two.example/b', 1).authorization, undefined)
  assert.equal(
    redirectTarget(readAddress('http://one.example/'), 'https://one.example/', 1).shown,
    'https://one.example/',
  )
})

test('asks again after failures that may pass', async (t) => {
  for (const status of [408, 425, 429, 500, 502, 503, 504]) {
    let count = 0
    const { url } = await serve(t, (_, response) => {
      const retry = ['3600', new Date(Date.now() + 3_600_000).toUTCString(), 'soon'][count++]
      response.writeHead(count > 3 ? 200 : status, retry === undefined ? {} : { 'retry-after': retry }).end()
    })
    assert.equal((await quickClient().get(url)).status, 200)
    assert.equal(count, 4)
  }
})

test('gives up in the end, and tells how often it has asked', async (t) => {
  const { url, requests } = await serve(t, (_, response) => void response.writeHead(503).end())
  await assert.rejects(quickClient({ retries: 2 }).get(url), {
    kind: 'unavailable',
    status: 503,
    message: `${url}/: answered 503, asked 3 times`,
  })
  assert.equal(requests.length, 3)
})

test('does not ask again where the answer is no', async (t) => {
  for (const status of [400, 401, 403, 404, 410, 451, 204, 206]) {
    const { url, requests } = await serve(t, (_, response) => void response.writeHead(status).end())
    await assert.rejects(quickClient().get(url), {
      kind: 'unavailable',
      status,
      message: `${url}/: answered ${status}`,
    })
    assert.equal(requests.length, 1)
  }
})

test('waits as long as the server asks, and longer each time', async (t) => {
  const times: number[] = []
  const { url } = await serve(t, (_, response) => {
    times.push(performance.now())
    response.writeHead(503, times.length === 3 ? { 'retry-after': '1' } : {}).end()
  })
  await assert.rejects(quickClient({ backoff: 40, maxWait: 2000, retries: 3, random: () => 0 }).get(url))
  const [first = 0, second = 0, third = 0] = times.slice(1).map((time, index) => time - (times[index] as number))
  assert(first >= 39 && second >= 79 && third >= 999, `${first} ${second} ${third}`)
})

test('asks again where the connection breaks or the body is cut short', async (t) => {
  for (const fault of ['reset', 'cut', 'cut chunked', 'too short']) {
    let count = 0
    const { url } = await serve(t, (request, response) => {
      if (++count > 1) return response.end('whole')
      if (fault === 'reset') return request.socket.destroy()
      response.writeHead(200, fault === 'cut chunked' ? {} : { 'content-length': 5 })
      response.write('wh', () => (fault === 'too short' ? request.socket.end() : response.destroy()))
    })
    assert.equal(text((await quickClient().get(url)).body), 'whole', fault)
    assert.equal(count, 2, fault)
  }
})

test('does not wait for ever: no answer, an answer that stops, one that never ends', async (t) => {
  const { url } = await serve(t, (request, response) => {
    if (request.url === '/silent') return
    response.write('a')
    if (request.url !== '/drip') return
    const timer = setInterval(() => response.write('a'), 20)
    response.on('close', () => clearInterval(timer))
  })
  const fails = (path: string, options: HttpClientOptions, problem: string) =>
    assert.rejects(quickClient(options).get(url + path), {
      kind: 'unavailable',
      status: undefined,
      message: `${url}${path}: ${problem}`,
    })
  await Promise.all([
    fails('/silent', { idleTimeout: 100, retries: 0 }, 'no answer within the time allowed'),
    fails('/stops', { idleTimeout: 2000, retries: 0 }, 'the answer stopped'),
    fails('/drip', { totalTimeout: 200, retries: 1 }, 'was not complete within 0.2 s, asked 2 times'),
  ])
})

test('does not take more than is allowed, whatever length is announced', async (t) => {
  const { url, requests } = await serve(t, (request, response) => {
    if (request.url === '/announced') response.setHeader('content-length', 2000)
    if (request.url === '/exact') return response.end('x'.repeat(1000))
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(100)));
    }
    response.on('drain', more)
    more()
  })
  for (const path of ['/announced', '/endless']) {
    await assert.rejects(quickClient().get(url + path, { maxBytes: 1000 }), {
      kind: 'too_large',
      message: `${url}${path}: has more than 1000 bytes`,
    })
  }
  assert.equal((await quickClient().get(`${url}/exact`, { maxBytes: 1000 })).body.length, 1000)
  assert.equal(requests.length, 3)
})

test('a server that is not there is unavailable', async () => {
  const url = await deadAddress()
  await assert.rejects(quickClient({ retries: 1 }).get(url), {
    kind: 'unavailable',
    status: undefined,
    message: `${url}/: the connection is refused, asked 2 times`,
  })
})

test('ends at once when it is told to', async (t) => {
  const { url } = await serve(t, (request, response) => {
    if (request.url === '/busy') response.writeHead(503, { 'retry-after': '60' }).end()
    else response.write('a')
  })
  for (const path of ['/busy', '/stops']) {
    for (const place of ['client', 'request']) {
      const controller = new AbortController()
      const { signal } = controller
      const client = new HttpClient(place === 'client' ? { signal } : {})
      const answer = client.get(url + path, place === 'request' ? { signal } : {})
      setTimeout(() => controller.abort(new Error('enough')), 50)
      await assert.rejects(answer, { message: 'enough' })
      await assert.rejects(client.get(url, { signal }), { message: 'enough' })
    }
  }
})

test('goes through the proxy that the environment names, but not for hosts that it excepts', async (t) => {
  const proxy = await serve(t, (request, response) => void response.end(`proxy: ${request.url}`))
  const { url } = await serve(t, (_, response) => void response.end('direct'))
  t.after(() => {
    for (const name of ['HTTP_PROXY', 'NO_PROXY']) delete process.env[name]
  })
  process.env.HTTP_PROXY = proxy.url.replace('://', '://user:pass@')
  assert.equal(text((await quickClient().get('http://law.example/a?b')).body), 'proxy: http://law.example/a?b')
  const { headers } = proxy.requests[0] as { headers: Record<string, string> }
  assert.equal(headers['proxy-authorization'], `Basic ${Buffer.from('user:pass').toString('base64')}`)
  assert.equal(headers.host, 'law.example')
  process.env.NO_PROXY = '127.0.0.1,.other.example'
  assert.equal(text((await quickClient().get(url)).body), 'direct')
  process.env.HTTP_PROXY = 'no proxy'
  await assert.rejects(quickClient().get(url), {
    kind: 'invalid_input',
    message: /^HTTP_PROXY and HTTPS_PROXY must be/,
  })
})
