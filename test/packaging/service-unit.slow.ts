import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { GRACE } from '../../src/http/graceful-stop.ts'
import { packageRoot } from '../../src/program/package.ts'
import { SETTINGS } from '../../src/program/settings-table.ts'

/** The settings of all sections; the last value wins. */
const unit = new Map(
  readFileSync(join(packageRoot, 'docs', 'legal-text.service'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, key, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
      return key === undefined ? [] : [[key, value] as const]
    }),
)

test('the unit of systemd runs as a user of its own that may write its cache only', () => {
  for (const key of ['DynamicUser', 'NoNewPrivileges', 'PrivateTmp', 'PrivateDevices', 'ProtectHome'])
    assert.equal(unit.get(key), 'yes', key)
  assert.equal(unit.get('ProtectSystem'), 'strict')
  assert.equal(unit.get('CapabilityBoundingSet'), '')
  assert.equal(unit.get('CacheDirectory'), 'legal-text')
  assert.match(unit.get('Environment') ?? '', /XDG_CACHE_HOME=%C(?: |$)/)
  assert(!unit.has('MemoryDenyWriteExecute'))
})

test('it waits longer for the end than the server does for requests, and begins anew after a failure', () => {
  assert(Number(unit.get('TimeoutStopSec')) > SETTINGS.drainSeconds.default + GRACE / 1000 + 2)
  assert.equal(unit.get('Restart'), 'on-failure')
})
