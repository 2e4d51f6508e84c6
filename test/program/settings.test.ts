import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { completeSettings, readSetting, readSettings, SETTINGS } from '../../src/program/settings.ts'
import { defaultOf, type SettingDescription } from '../../src/program/settings-table.ts'
import { LegalTextError } from '../../src/util/errors.ts'

const refused = (text: RegExp) => (error: unknown) =>
  error instanceof LegalTextError && error.kind === 'invalid_input' && text.test(error.message)

test('defaults', () => {
  const defaults = {
    host: '0.0.0.0',
    port: 8001,
    datasetPath: undefined,
    datasetUrl: undefined,
    corpusUrl: undefined,
    datasetSha256: undefined,
    datasetPublicKey: undefined,
    sourceUrl: 'https://www.gesetze-im-internet.de',
    cellarUrl: 'https://publications.europa.eu',
    neurisUrl: 'https://testphase.rechtsinformationen.bund.de',
    maxFailedPercent: 2,
    strictStartup: false,
    maxRequestBodyBytes: 1048576,
    maxHeaderBytes: 16384,
    maxUrlBytes: 12288,
    maxQueryBytes: 10240,
    headerTimeoutSeconds: 10,
    requestTimeoutSeconds: 30,
    idleTimeoutSeconds: 60,
    keepAliveSeconds: 5,
    drainSeconds: 2,
    maxConnections: 1000,
    maxStreams: 32,
    rateLimit: undefined,
    trustedProxies: [],
    authTokenFile: undefined,
    allowedHosts: [],
    accessLog: 'off',
    logLevel: 'info',
    slowRequestMs: 1000,
    metrics: false,
    adminListen: undefined,
    additions: undefined,
    mcp: false,
    workers: 1,
    corsOrigin: undefined,
  }
  assert.deepEqual(readSettings({}), defaults)
  assert.deepEqual(readSettings({ HOST: '', PORT: ' ', DATASET_PATH: '', STRICT_STARTUP: '' }), defaults)
})

test('the environment, and flags that beat it', () => {
  const environment = {
    HOST: '::1',
    PORT: '80',
    DATASET_PATH: 'a.sqlite',
    DATASET_URL: 'https://example.org/federal.sqlite.zst',
    CORPUS_URL: 'https://example.org/corpus',
    DATASET_SHA256: `SHA256:${'AB'.repeat(32)}`,
    DATASET_PUBLIC_KEY: 'key.pub',
    SOURCE_URL: 'http://127.0.0.1:8000/',
    CELLAR_URL: 'http://127.0.0.1:8001/',
    NEURIS_URL: 'http://127.0.0.1:8002/',
    MAX_FAILED_PERCENT: '0.5',
    STRICT_STARTUP: 'TRUE',
    MAX_REQUEST_BODY_BYTES: '0',
    CORS_ORIGIN: 'https://a.example, http://localhost:3000',
    MAX_HEADER_BYTES: '1024',
    MAX_URL_BYTES: '64',
    MAX_QUERY_BYTES: '0',
    HEADER_TIMEOUT_SECONDS: '1',
    REQUEST_TIMEOUT_SECONDS: '2',
    IDLE_TIMEOUT_SECONDS: '3',
    KEEP_ALIVE_SECONDS: '86400',
    DRAIN_SECONDS: '0',
    MAX_CONNECTIONS: '1',
    MAX_STREAMS: '7',
    RATE_LIMIT: '60',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1,fd00::/8',
    AUTH_TOKEN_FILE: 'tokens',
    ALLOWED_HOSTS: 'Laws.Example.org., ::1,[2001:DB8:0::1] ,bücher.example,192.0.2.1',
    ACCESS_LOG: 'FULL',
    LOG_LEVEL: 'Warn',
    SLOW_REQUEST_MS: '0',
    METRICS: 'yes',
    ADMIN_LISTEN: '[::1]:9100',
    ADDITIONS: '/srv/additions.mjs',
    MCP: 'yes',
    WORKERS: '2',
  }
  assert.deepEqual(readSettings(environment), {
    host: '::1',
    port: 80,
    datasetPath: 'a.sqlite',
    datasetUrl: 'https://example.org/federal.sqlite.zst',
    corpusUrl: 'https://example.org/corpus',
    datasetSha256: 'ab'.repeat(32),
    datasetPublicKey: 'key.pub',
    sourceUrl: 'http://127.0.0.1:8000',
    cellarUrl: 'http://127.0.0.1:8001',
    neurisUrl: 'http://127.0.0.1:8002',
    maxFailedPercent: 0.5,
    strictStartup: true,
    maxRequestBodyBytes: 0,
    corsOrigin: ['https://a.example', 'http://localhost:3000'],
    maxHeaderBytes: 1024,
    maxUrlBytes: 64,
    maxQueryBytes: 0,
    headerTimeoutSeconds: 1,
    requestTimeoutSeconds: 2,
    idleTimeoutSeconds: 3,
    keepAliveSeconds: 86400,
    drainSeconds: 0,
    maxConnections: 1,
    maxStreams: 7,
    rateLimit: 60,
    trustedProxies: ['10.0.0.0/8', '::1', 'fd00::/8'],
    authTokenFile: 'tokens',
    allowedHosts: ['laws.example.org', '[::1]', '[2001:db8::1]', 'xn--bcher-kva.example', '192.0.2.1'],
    accessLog: 'full',
    logLevel: 'warn',
    slowRequestMs: 0,
    metrics: true,
    adminListen: '[::1]:9100',
    additions: '/srv/additions.mjs',
    mcp: true,
    workers: 2,
  })
  const flags = { host: 'localhost', port: '0', datasetPath: 'starter', strictStartup: false }
  const { host, port, datasetPath, strictStartup } = readSettings(environment, flags)
  assert.deepEqual({ host, port, datasetPath, strictStartup }, { ...flags, port: 0 })
})

test('switches', () => {
  for (const text of ['true', '1', 'yes', 'Yes'])
    assert.equal(readSetting('strictStartup', { STRICT_STARTUP: text }), true)
  for (const text of ['false', '0', 'no', 'NO'])
    assert.equal(readSetting('strictStartup', { STRICT_STARTUP: text }), false)
})

test('a value that cannot be read is an error that names the setting and says what would be right', () => {
  for (const PORT of ['-1', '65536', '80.5', '0x50', '1e3', 'http']) {
    assert.throws(() => readSettings({ PORT }), refused(/^PORT: must be a whole number from 0 to 65535, not "/))
  }
  assert.throws(() => readSettings({ STRICT_STARTUP: 'maybe' }), refused(/^STRICT_STARTUP: must be true or false/))
  assert.throws(() => readSettings({ MAX_REQUEST_BODY_BYTES: '1MB' }), refused(/^MAX_REQUEST_BODY_BYTES: /))
  for (const CORS_ORIGIN of ['example.org', 'https://a.example/', 'null', '*,x']) {
    assert.throws(() => readSettings({ CORS_ORIGIN }), refused(/^CORS_ORIGIN: must be \*, or origins/))
  }
  assert.throws(() => readSettings({ HOST: 'http://localhost' }), refused(/^HOST: must be a host name/))
  assert.throws(() => readSettings({ DATASET_URL: 'federal.sqlite' }), refused(/^DATASET_URL: must be an http/))
  assert.throws(() => readSettings({ DATASET_PATH: 'http://' }), refused(/^DATASET_PATH: must be a path, a URL /))
  assert.throws(() => readSettings({ DATASET_SHA256: 'abc' }), refused(/^DATASET_SHA256: must be a SHA-256/))
  assert.throws(() => readSettings({ SOURCE_URL: 'ftp://x' }), refused(/^SOURCE_URL: must be/))
  assert.throws(() => readSettings({ MAX_FAILED_PERCENT: '101' }), refused(/^MAX_FAILED_PERCENT: must be/))
  for (const TRUSTED_PROXIES of [
    'proxy',
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.1/',
    '10.0.0.0/8/8',
    'fe80::1%eth0',
    '1,',
  ]) {
    assert.throws(
      () => readSettings({ TRUSTED_PROXIES }),
      refused(/^TRUSTED_PROXIES: must be IP addresses or networks/),
    )
  }
  for (const [name, text] of [
    ['MAX_HEADER_BYTES', '1023'],
    ['HEADER_TIMEOUT_SECONDS', '0'],
    ['IDLE_TIMEOUT_SECONDS', '86401'],
    ['DRAIN_SECONDS', '3601'],
    ['MAX_CONNECTIONS', '0'],
    ['RATE_LIMIT', '-1'],
    ['ACCESS_LOG', 'true'],
    ['LOG_LEVEL', 'verbose'],
    ['SLOW_REQUEST_MS', '-1'],
    ['METRICS', 'on'],
    ['ADMIN_LISTEN', '70000'],
    ['ADMIN_LISTEN', 'localhost'],
    ['ADMIN_LISTEN', '::1:9100'],
    ['ADMIN_LISTEN', 'unix:relative'],
    ['WORKERS', '257'],
  ] as const) {
    assert.throws(() => readSettings({ [name]: text }), refused(new RegExp(`^${name}: must be .*, not "${text}"$`)))
  }
  assert.throws(() => readSettings({}, { port: 'http' }), refused(/^--port: /))
  assert.throws(() => readSettings({}, { datasetPath: '' }), refused(/^--dataset: /))
})

test('user names, passwords and queries of URLs are not shown', () => {
  const shownOf = (DATASET_URL: string) => {
    try {
      readSetting('datasetUrl', { DATASET_URL })
    } catch (error) {
      return (error as Error).message.replace(/^.*, not /, '')
    }
    return undefined
  }
  assert.equal(shownOf('ftp://user:geheim@laws.example/a'), '"ftp://laws.example/a"')
  assert.equal(shownOf('http://user:geheim@'), '"http://"')
  assert.equal(shownOf('http://user:ge/he@im@laws.example:port/a?key=geheim'), '"http://laws.example:port/a?…"')
  assert.equal(shownOf('http//user:geheim@laws.example'), '"http//laws.example"')
  assert.equal(shownOf('user:geheim@laws.example'), '"laws.example"')
  assert.equal(shownOf('https://laws.example/a?key=geheim#part'), '"https://laws.example/a?…"')
  assert.equal(shownOf('federal.sqlite'), '"federal.sqlite"')
})

test('a broken setting that a flag beats does no harm', () => {
  assert.equal(readSettings({ PORT: 'http' }, { port: '80' }).port, 80)
})

test('every default is what its text says', () => {
  for (const setting of Object.values(SETTINGS) as SettingDescription<unknown>[]) {
    const text = defaultOf(setting)
    if (!text.startsWith('unset')) assert.equal(setting.parse(text), setting.default)
  }
})

test('a dataset may be a file URL of this machine', () => {
  const path = fileURLToPath('file:///srv/laws%20of%202026/federal.sqlite')
  for (const url of [
    'file:///srv/laws%20of%202026/federal.sqlite',
    'FILE://localhost/srv/laws of 2026/federal.sqlite',
  ]) {
    assert.equal(readSetting('datasetPath', { DATASET_PATH: url }), path)
    assert.equal(readSetting('datasetPath', {}, url), path)
    assert.equal(completeSettings({ datasetPath: url }).datasetPath, path)
  }
  for (const url of ['file://host/x', 'file:x', 'file:///x?y', 'file:///x#y', 'file:///a%2Fb', 'file:///a%00b']) {
    const message =
      /^--dataset: must be a path, a URL \(file:\/\/\/… without query or fragment, http, https or postgresql\), or starter, not "file:/
    assert.throws(() => readSetting('datasetPath', {}, url), refused(message), url)
  }
})

test('HOST takes an IPv6 address as URLs have it, and without brackets', () => {
  for (const [given, host] of [
    ['[::1]', '::1'],
    ['::1', '::1'],
    ['[::]', '::'],
    ['localhost', 'localhost'],
  ]) {
    assert.equal(readSettings({ HOST: given }).host, host)
  }
  for (const given of ['[localhost]', '[::1', '[]', 'a b']) assert.throws(() => readSettings({ HOST: given }), /HOST/)
})

test('ADMIN_LISTEN is a port of this machine, a host with a port, or a Unix socket', () => {
  for (const [given, place] of [
    ['9100', '127.0.0.1:9100'],
    ['0.0.0.0:9100', '0.0.0.0:9100'],
    ['localhost:0', 'localhost:0'],
    ['[::1]:9100', '[::1]:9100'],
    ['unix:/run/admin.sock', 'unix:/run/admin.sock'],
  ]) {
    assert.equal(readSettings({ ADMIN_LISTEN: given }).adminListen, place)
  }
})
