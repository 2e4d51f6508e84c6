import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LegalTextError } from '../src/errors.ts'
import { readSetting, readSettings, SETTINGS } from '../src/settings.ts'

const refused = (text: RegExp) => (error: unknown) =>
  error instanceof LegalTextError && error.kind === 'invalid_input' && text.test(error.message)

test('defaults', () => {
  const defaults = {
    host: '0.0.0.0',
    port: 8001,
    datasetPath: undefined,
    strictStartup: false,
    maxRequestBodyBytes: 1048576,
  }
  assert.deepEqual(readSettings({}), defaults)
  assert.deepEqual(readSettings({ HOST: '', PORT: ' ', DATASET_PATH: '', STRICT_STARTUP: '' }), defaults)
})

test('the environment, and flags that beat it', () => {
  const environment = {
    HOST: '::1',
    PORT: '80',
    DATASET_PATH: 'a.sqlite',
    STRICT_STARTUP: 'TRUE',
    MAX_REQUEST_BODY_BYTES: '0',
  }
  assert.deepEqual(readSettings(environment), {
    host: '::1',
    port: 80,
    datasetPath: 'a.sqlite',
    strictStartup: true,
    maxRequestBodyBytes: 0,
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
  assert.throws(() => readSettings({ HOST: 'http://localhost' }), refused(/^HOST: must be a host name/))
  assert.throws(() => readSettings({}, { port: 'http' }), refused(/^--port: /))
  assert.throws(() => readSettings({}, { datasetPath: '' }), refused(/^--dataset: /))
})

test('a broken setting that a flag beats does no harm', () => {
  assert.equal(readSettings({ PORT: 'http' }, { port: '80' }).port, 80)
})

test('every default is what its text says', () => {
  for (const { parse, default: value, defaultText } of Object.values(SETTINGS)) {
    if (value !== undefined) assert.equal(parse(defaultText), value)
  }
})
