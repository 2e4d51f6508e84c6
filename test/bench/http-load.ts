/** A load generator: keep-alive connections, each with one request under way at a time. */
import { connect } from 'node:net'

export interface Load {
  requestsPerSecond: number
  /** Milliseconds from request to answer. */
  median: number
  p99: number
}

/** Asks a server of 127.0.0.1 for `paths` in turn, over `connections` sockets, for `seconds`. Every answer must be 200. */
export async function load(port: number, paths: string[], connections: number, seconds: number): Promise<Load> {
  const requests = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`))
  const end = performance.now() + seconds * 1000
  const times: number[] = []
  let next = 0
  const client = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1').setNoDelay(true)
      let sent = 0
      let missing = -1
      const send = () => {
        missing = -1
        sent = performance.now()
        socket.write(requests[next++ % requests.length] as Buffer)
      }
      socket.on('connect', send).on('error', reject)
      socket.on('data', (chunk) => {
        missing = missing === -1 ? missingBytes(chunk) : missing - chunk.length
        if (missing > 0) return
        const now = performance.now()
        times.push(now - sent)
        if (now < end) send()
        else socket.end(resolve)
      })
    })
  const start = performance.now()
  await Promise.all(Array.from({ length: connections }, client))
  const elapsed = performance.now() - start
  times.sort((a, b) => a - b)
  return {
    requestsPerSecond: (times.length / elapsed) * 1000,
    median: times[Math.floor(times.length / 2)] as number,
    p99: times[Math.floor(times.length * 0.99)] as number,
  }
}

/** How much of an answer is still to come behind its first chunk, which holds the whole head. */
function missingBytes(chunk: Buffer): number {
  const headEnd = chunk.indexOf('\r\n\r\n')
  const head = chunk.toString('latin1', 0, headEnd)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (headEnd === -1 || length === undefined || !head.startsWith('HTTP/1.1 200 '))
    throw new Error(`bad answer: ${head}`)
  return headEnd + 4 + Number(length) - chunk.length
}
