/**
 * Requests of one connection, in turn. A client may send many without waiting for answers (pipelining). Node hands over
 * all that it has read: a packet of 64 KB holds two thousand, whose answers would be made at once and kept in memory until
 * the client reads them, if it ever does. Here a request is taken when the one before it is answered, and while many wait,
 * no more are read.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

/** How many requests of a connection may wait before it is read no further. */
const MOST_WAITING = 32

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

interface PendingRequest {
  request: IncomingMessage
  response: ServerResponse
  take: RequestHandler
}

interface Connection {
  /** The answer that is being made, or whose request is still being sent. */
  current: ServerResponse | undefined
  /** Forgets it when it is done: kept until the next request, those of all connections would be garbage of old age. */
  release: () => void
  waiting: PendingRequest[]
  isPaused: boolean
  /** What is done once all that waits is answered. */
  finish: (() => void) | undefined
}

export class RequestQueue {
  readonly #connections = new WeakMap<Duplex, Connection>()

  /** Takes a request, at once or when those before it on its connection are answered. */
  add(request: IncomingMessage, response: ServerResponse, take: RequestHandler): void {
    const connection = this.#connectionOf(request.socket)
    // Node gives the connection to the answer that is first in line.
    if (response.socket !== null) {
      this.#begin(connection, response)
      take(request, response)
      return
    }
    connection.waiting.push({ request, response, take })
    if (connection.waiting.length === 1) this.#waitFor(connection.current, request.socket)
    // Node reads on by itself after each request of what it has read; hence after all of them, and before it reads more.
    if (connection.waiting.length % MOST_WAITING === 0) process.nextTick(pause, connection, request.socket)
  }

  /**
   * Does something on a connection from which no further request can come, once all of them are answered. The last one is
   * dropped where it is not whole, since then what is wrong is wrong with it; where it is answered already, the connection
   * ends at once.
   */
  end(socket: Duplex, finish: () => void): void {
    const connection = this.#connectionOf(socket)
    const { current, waiting } = connection
    if (waiting.length > 0) {
      if (waiting.at(-1)?.request.complete === false) waiting.pop()
      connection.finish = finish
    } else if (current === undefined || (current.writableFinished && current.req.complete)) finish()
    else if (current.writableFinished) socket.destroy()
    else if (current.headersSent || current.req.complete) {
      connection.finish = finish
      this.#waitFor(current, socket)
    } else finish()
  }

  #connectionOf(socket: Duplex): Connection {
    const known = this.#connections.get(socket)
    if (known !== undefined) return known
    const connection: Connection = {
      current: undefined,
      release: () => {
        if (connection.current?.req.complete) connection.current = undefined
      },
      waiting: [],
      isPaused: false,
      finish: undefined,
    }
    this.#connections.set(socket, connection)
    return connection
  }

  #begin(connection: Connection, response: ServerResponse): void {
    connection.current = response
    response.on('close', connection.release)
  }

  #waitFor(current: ServerResponse | undefined, socket: Duplex): void {
    current?.once('close', () => this.#next(socket))
  }

  #next(socket: Duplex): void {
    const connection = this.#connectionOf(socket)
    if (!socket.writable) {
      connection.waiting.length = 0
      return
    }
    const turn = connection.waiting.shift()
    if (turn === undefined) {
      connection.finish?.()
      return
    }
    if (connection.isPaused && connection.waiting.length === 0) {
      connection.isPaused = false
      socket.resume()
    }
    this.#begin(connection, turn.response)
    if (connection.waiting.length > 0 || connection.finish !== undefined) this.#waitFor(turn.response, socket)
    turn.take(turn.request, turn.response)
  }
}

function pause(connection: Connection, socket: Socket): void {
  if (connection.waiting.length < MOST_WAITING) return
  connection.isPaused = true
  socket.pause()
}

/*FILEDOC Lets what takes long be done piece by piece, so that a server answers others in between. */

/**
 * A queue: whoever waits for it goes on in a turn of the event loop of his own, in the order of asking. Without it the searches
 * of all connections that have asked are done in one turn, in which no connection is accepted and no liveness told: of 32
 * that came at once and searched on and on, the last was accepted after 2.4 seconds.
 */
export function eventLoopQueue(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => setImmediate())
    return last
  }
}
