/**
 * Counts the requests that restarts lose: `node bench/restarts.ts --program dist/server.js`. 32 clients send requests without a
 * break while SIGTERM repeatedly ends the server and another takes its place. A client closes its connection after `Connection:
 * close`, retries refused connections, and never repeats a request: one without a complete answer is lost. Given several programs
 * (such as an older version), compares them.
 *
 * Behind a proxy, two servers are restarted in turn:
 * `node bench/restarts.ts --port 18500 --server-port 18501 --server-port 18502 --haproxy haproxy.cfg`
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type ServerProcess, startServer } from './server-process.ts'

const { values } = parseArgs({
  options: {
    program: { type: 'string', multiple: true, default: ['dist/server.js'] },
    dataset: { type: 'string', default: 'starter' },
    path: { type: 'string', default: '/laws/msgb/norms/par:13' },
    port: { type: 'string', default: '18431' },
    'server-port': { type: 'string', multiple: true },
    haproxy: { type: 'string' },
    workers: { type: 'string', multiple: true, default: ['1', '2'] },
    clients: { type: 'string', default: '32' },
    restarts: { type: 'string', default: '20' },
    kind: { type: 'string', multiple: true, default: ['kept:0', 'kept:5', 'kept:50', 'pipelined:5', 'fresh:0'] },
  },
})
const PORT = Number(values.port)
const serverPorts = values['server-port'] ?? [values.port]

/** How long a server runs before it is stopped, in milliseconds; longer with a proxy, which must first find it again. */
const SERVING = values.haproxy === undefined ? 150 : 1500

/** Number of requests that a pipelining client sends at once. */
const DEPTH = 4

interface Counts {
  answered: number
  /** Answers with a status other than 200. */
  failed: number
  lost: number
  refused: number
}

/** A client connection, with the answers as they arrive. */
class Connection {
  readonly socket: Socket
  isOpen = true
  /** True after `Connection: close`. */
  isLast = false
  status = ''
  #text = ''
  #wake: () => void = () => undefined

  constructor(socket: Socket) {
    this.socket = socket.setNoDelay(true)
    socket.on('data', (data) => {
      this.#text += data.toString('latin1')
      this.#wake()
    })
    const end = () => {
      this.isOpen = false
      this.#wake()
    }
    socket.on('error', end).on('end', end).on('close', end)
  }

  /** Resolves with true after one more complete answer, with false if none will follow. */
  async answer(): Promise<boolean> {
    for (;;) {
      const head = this.#text.indexOf('\r\n\r\n')
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#text.slice(0, head))?.[1])
      if (head >= 0 && this.#text.length >= head + 4 + length) {
        this.status = this.#text.slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3)
        if (/\r\nconnection: close/i.test(this.#text.slice(0, head))) this.isLast = true
        this.#text = this.#text.slice(head + 4 + length)
        return true
      }
      if (!this.isOpen) return false
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}

/** Connects, retrying while nobody listens. */
async function connectTo(port: number, counts: Counts, isOver: () => boolean): Promise<Connection | undefined> {
  while (!isOver()) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return new Connection(socket)
    } catch {
      counts.refused++
      await sleep(5)
    }
  }
}

/** Sends requests until `isOver`. @param kind of connections @param think milliseconds between two requests */
async function ask(kind: string, think: number, counts: Counts, isOver: () => boolean): Promise<void> {
  const request = `GET ${values.path} HTTP/1.1\r\nHost: x\r\n${kind === 'fresh' ? 'Connection: close\r\n' : ''}\r\n`
  const depth = kind === 'pipelined' ? DEPTH : 1
  let connection: Connection | undefined
  while (!isOver()) {
    if (!connection?.isOpen || connection.isLast) {
      connection?.socket.destroy()
      connection = await connectTo(PORT, counts, isOver)
      if (connection === undefined) return
    }
    connection.socket.write(request.repeat(depth))
    for (let sent = 0; sent < depth; sent++) {
      if (!(await connection.answer())) counts.lost++
      else counts[connection.status === '200' ? 'answered' : 'failed']++
    }
    if (think > 0) await sleep(think)
  }
  connection?.socket.destroy()
}

async function restart(program: string, workers: string, [kind = '', think = '0']: string[]): Promise<void> {
  const counts: Counts = { answered: 0, failed: 0, lost: 0, refused: 0 }
  let isOver = false
  const start = (port: string) =>
    startServer([
      ...[program, '--host', '127.0.0.1', '--port', port],
      ...['--dataset', values.dataset, '--strict', '--workers', workers],
    ])
  const servers = await Promise.all(serverPorts.map(start))
  const proxy = values.haproxy === undefined ? undefined : spawn('haproxy', ['-db', '-f', values.haproxy])
  const clients = Array.from({ length: Number(values.clients) }, () => ask(kind, Number(think), counts, () => isOver))
  let stopping = 0
  for (let done = 0; done < Number(values.restarts); done++) {
    await sleep(SERVING)
    const index = done % servers.length
    const { child } = servers[index] as ServerProcess
    const exit = once(child.removeAllListeners('exit'), 'exit')
    const begin = performance.now()
    child.kill('SIGTERM')
    await exit
    stopping = Math.max(stopping, performance.now() - begin)
    servers[index] = await start(serverPorts[index] as string)
  }
  await sleep(SERVING)
  isOver = true
  await Promise.all(clients)
  for (const child of [...servers.map((server) => server.child.removeAllListeners('exit')), proxy]) {
    if (child?.kill('SIGKILL')) await once(child, 'exit')
  }
  const { answered, failed, lost, refused } = counts
  const cells = [program, workers, kind, `${think} ms`, answered, failed, lost, refused, `${Math.round(stopping)} ms`]
  console.log(`| ${cells.join(' | ')} |`)
}

console.log('| Program | Workers | Connections | Think | Answered | Other status | Lost | Refused | Longest stop |')
console.log('|---|---:|---|---:|---:|---:|---:|---:|---:|')
for (const kind of values.kind) {
  for (const workers of values.workers) {
    for (const program of values.program) await restart(program, workers, kind.split(':'))
  }
}
