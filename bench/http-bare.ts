/** The yardstick of the HTTP benchmark: polka handlers that only send prepared bytes. */
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import polka, { type Middleware } from 'polka'

const bodies: Record<string, string> = JSON.parse(readFileSync(process.argv[2] as string, 'utf8'))
const bytes = new Map(Object.entries(bodies).map(([path, body]) => [path, Buffer.from(body)]))

const send: Middleware = (request, response) => {
  const body = bytes.get(request.path) as Buffer
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length })
  response.end(body)
}

const app = polka().get('/laws', send).get('/laws/:code', send).get('/laws/:code/norms/:norm', send)
app.listen(0, '127.0.0.1', () => {
  process.stderr.write(`Listening on http://127.0.0.1:${(app.server.address() as AddressInfo).port}\n`)
})
