/**
 * Accepts connections for all workers, and hands each to a worker in turn, as the module `cluster` of Node does. Other than
 * with `cluster`, the port stays bound while there is no worker, and a connection on its way to a worker that dies goes to
 * another one, instead of staying open without ever being answered.
 */
import type { ChildProcess } from 'node:child_process'
import { createServer, type Server, type Socket } from 'node:net'
import { stopAccepting } from '../graceful-stop.ts'
import { listen } from '../sockets.ts'
import type { ToWorker } from './messages.ts'

const MESSAGE: ToWorker = { type: 'connection' }

export class ConnectionDispatcher {
  readonly #server: Server
  /** Accepted connections that no worker has been sent. */
  readonly #waiting: Socket[] = []
  /** Workers that have taken all that was sent to them, the one that waits longest first. */
  readonly #free = new Set<ChildProcess>()
  /** The connection that was sent to a worker, until the worker has it. */
  readonly #sent = new Map<ChildProcess, Socket>()
  #isAcceptingLast = false
  #whenEmpty: () => void = () => undefined

  /** @param mostWaiting connections that may wait for a worker; further ones are closed at once */
  constructor(mostWaiting: number) {
    // A worker is the only one to read from a connection: what is read here would be lost for it.
    this.#server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
      this.#waiting.push(socket)
      this.#send()
    })
    this.#server.maxConnections = mostWaiting
  }

  /** @returns the base URL @throws LegalTextError `invalid_input` if it cannot listen there */
  listen(host: string, port: number): Promise<string> {
    return listen(this.#server, host, port)
  }

  /** A worker is able to take a connection: it is ready, or has taken the one that was sent to it. */
  isFree(worker: ChildProcess): void {
    // It has a copy, so that closing this one leaves the connection open.
    this.#sent.get(worker)?.destroy()
    this.#sent.delete(worker)
    this.#free.add(worker)
    this.#send()
  }

  /** A worker has exited. It has read nothing from a connection that it has not taken. */
  exited(worker: ChildProcess): void {
    const socket = this.#sent.get(worker)
    if (socket !== undefined) this.#waiting.unshift(socket)
    this.#sent.delete(worker)
    this.#free.delete(worker)
    this.#send()
  }

  /** Stops listening. Resolves once workers have all connections; without workers, they are closed. */
  async close(): Promise<void> {
    this.#isAcceptingLast = true
    await stopAccepting(this.#server)
    this.#isAcceptingLast = false
    await new Promise<void>((resolve) => {
      this.#whenEmpty = resolve
      this.#send()
    })
  }

  #send(): void {
    if (this.#isAcceptingLast) return
    for (const worker of this.#free) {
      const socket = this.#waiting.shift()
      if (socket === undefined) break
      this.#free.delete(worker)
      this.#sent.set(worker, socket)
      // If it fails, the worker exits.
      worker.send(MESSAGE, socket, { keepOpen: true }, () => undefined)
    }
    if (this.#sent.size > 0) return
    if (!this.#server.listening && this.#free.size === 0) {
      for (const socket of this.#waiting.splice(0)) socket.destroy()
    }
    if (this.#waiting.length === 0) this.#whenEmpty()
  }
}
