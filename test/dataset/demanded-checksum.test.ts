import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { downloadDataset } from '../../src/dataset/remote-dataset.ts'
import { serve } from '../download/server.ts'
import { temporaryFolder } from './starter-bundles.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('the checksum that is demanded counts, whatever the server publishes beside the file', async (t) => {
  const { url } = await serve(t, ({ url: path }, response) => {
    response.end(path === '/a.sqlite.sha256' ? `${sha256('forged')}  a.sqlite\n` : 'forged')
  })
  const path = join(temporaryFolder(), 'a.sqlite')
  const download = (demanded?: string) => downloadDataset(`${url}/a.sqlite`, path, { sha256: demanded })
  await assert.rejects(download(sha256('true')), { kind: 'not_ready', message: /is not what was published/ })
  assert.equal((await download(sha256('forged'))).sha256, sha256('forged'))
  assert.equal((await download()).changed, true)
})
