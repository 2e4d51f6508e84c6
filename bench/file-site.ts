/**
 * Copies a mirror of the official site into a folder and serves it as web servers do: unchanged files are detected by size and
 * time. Prints its address once it listens.
 *   node bench/file-site.ts --of URL --folder FOLDER
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import sirv from 'sirv'

const TOC = '/gii-toc.xml'

const { of = '', folder = '' } = parseArgs({ options: { of: { type: 'string' }, folder: { type: 'string' } } }).values

async function copy(path: string): Promise<Buffer> {
  const answer = await fetch(new URL(path, of))
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  const body = Buffer.from(await answer.arrayBuffer())
  writeFileSync(file, body)
  return body
}

const origin = new URL(of).origin
const toc = (await copy(TOC)).toString('utf8')
for (const [, path = ''] of toc.matchAll(/<link>https?:\/\/[^/]+(\/[^<]+)<\/link>/g)) await copy(path)

const server = createServer()
server.listen(0, '127.0.0.1', () => {
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  writeFileSync(join(folder, TOC), toc.replaceAll(origin, address))
  server.on('request', sirv(folder, { etag: true }))
  console.log(address)
})
