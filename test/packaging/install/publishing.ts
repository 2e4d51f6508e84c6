import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { assetPath } from '../../../src/program/package.ts'
import type { Place } from './place.ts'

const execute = promisify(execFile)

/** Signs a bundle, publishes it on this machine, and pulls it from there into the cache. */
export async function tryPublishing(place: Place): Promise<void> {
  copyFileSync(assetPath('starter.sqlite'), place.path('published.sqlite'))
  place.legalText('corpus', 'keygen', '--out', 'publisher')
  place.legalText('corpus', 'sign', 'published.sqlite', '--key', 'publisher.key')
  place.legalText('corpus', 'verify', 'published.sqlite', '--public-key', 'publisher.pub')
  const site = createServer(({ url = '' }, response) => response.end(readFileSync(place.path(url))))
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  try {
    const { port } = site.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/published.sqlite`
    const get = async (name: string): Promise<{ changed: boolean }> => {
      const args = ['corpus', name, '--url', url, '--public-key', 'publisher.pub', '--json']
      return JSON.parse((await execute(place.program, args, { cwd: place.folder, env: place.env })).stdout)
    }
    assert.equal((await get('pull')).changed, true)
    assert.equal((await get('update')).changed, false)
  } finally {
    site.close()
  }
  assert.match(place.legalText('norm', '§ 1 MSGB'), /Rücksicht und Redlichkeit/)
  assert.equal(JSON.parse(place.legalText('corpus', 'list', '--json')).bundles.length, 1)
}
