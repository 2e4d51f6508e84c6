import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { locateBundle } from '../../src/dataset/locate.ts'
import { obtainBundle } from '../../src/dataset/open.ts'
import type { ObtainOptions } from '../../src/dataset/options.ts'
import { readSettings } from '../../src/program/settings.ts'
import { serve } from '../download/server.ts'
import { bundleOf, temporaryFolder } from './starter-bundles.ts'

test('what was downloaded is used without a request, unless it is to be refreshed', async (t) => {
  const folder = temporaryFolder()
  const content = readFileSync(await bundleOf(folder, 'one', ['bienhv_2005']))
  const { url, requests } = await serve(t, ({ url: path }, response) => {
    if (path === '/one.sqlite') response.end(content)
    else response.writeHead(404).end()
  })
  const options: ObtainOptions = { cache: join(folder, 'cache'), settings: readSettings({}), download: true }
  const dataset = `${url}/one.sqlite`
  assert.equal(await locateBundle(dataset, options), undefined)
  const file = await obtainBundle(dataset, options)
  requests.length = 0
  for (const refresh of [undefined, false]) {
    const asked = { ...options, ...(refresh !== undefined && { refresh }) }
    assert.equal(await locateBundle(dataset, asked), file)
    assert.equal(await obtainBundle(dataset, asked), file)
  }
  assert.equal(requests.length, 0)
  assert.equal(await locateBundle(dataset, { ...options, refresh: true }), undefined)
  assert.equal(await obtainBundle(dataset, { ...options, refresh: true }), file)
  assert(requests.length > 0)
})
