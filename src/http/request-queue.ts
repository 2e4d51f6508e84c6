/**
 * Queues of requests. A client may send many requests on one connection without waiting for responses (pipelining). Node emits all
 * that it has read, and would keep their responses in memory until the client reads them. Here, a request is handled after its
 * predecessor, for some milliseconds in each turn of the event loop. A connection with too many waiting requests is closed: a
 * packet of 64 KB holds two thousand, which take 30 ms and two megabytes before the first is answered.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Maximum number of waiting requests; beyond it the connection is closed. */
const MOST_WAITING = 128

/** Time slice for waiting requests in one turn of the event loop, in milliseconds. */
const SLICE = 3

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

interface PendingRequest {
  request: IncomingMessage
  response: ServerResponse
  handle: RequestHandler
}

interface Connection {
  /** The response being made, or whose request is still being received. */
  current: ServerResponse | undefined
  /** Drops it when done: kept until the next request, it would be promoted to the old generation of the heap. */
  release: () => void
  waiting: PendingRequest[]
  /** The response that will say that it is the last of the connection, unless a further request comes before. */
  last: ServerResponse | undefined
  /** Called once all waiting requests are answered. */
  finish: (() => void) | undefined
  /** Number of the event that last made it idle: its opening, or the end of a response. */
  idleSince: number
}

export class RequestQueue {
  readonly #connections = new WeakMap<Duplex, Connection>()
  /** Number of the last event that made a connection idle. */
  #lastIdle = 0
  #isDraining = false
  /** End of the slice of this turn of the event loop; 0 before it begins. */
  #sliceEnd = 0

  /** Registers a new connection. */
  open(socket: Duplex): void {
    this.#connectionOf(socket)
  }

  /**
   * Returns when a connection became idle, as a number that grows with time; `undefined` if it is being answered. One that has
   * sent only a part of a request is idle.
   */
  idleSince(socket: Duplex): number | undefined {
    const { current, waiting, idleSince } = this.#connectionOf(socket)
    const isIdle = current === undefined || current.writableFinished || !current.req.complete
    return isIdle && waiting.length === 0 ? idleSince : undefined
  }

  /** The pending response of a connection: its request is here, and nothing of it is sent. */
  unanswered(socket: Duplex): ServerResponse | undefined {
    const { current } = this.#connectionOf(socket)
    return current?.req.complete && !current.headersSent ? current : undefined
  }

  /** Handles a request, at once or after those before it on its connection. */
  add(request: IncomingMessage, response: ServerResponse, handle: RequestHandler): void {
    const connection = this.#connectionOf(request.socket)
    // Node assigns the connection to the first response in line.
    if (response.socket !== null) {
      this.#begin(connection, response)
      if (this.#isDraining) process.nextTick(() => this.#handleInDrain(connection, { request, response, handle }))
      else handle(request, response)
      return
    }
    if (connection.waiting.length === MOST_WAITING) {
      connection.waiting.length = 0
      ignoreRest(request.socket)
      request.socket.destroy()
      return
    }
    if (connection.last !== undefined) keepOpen(connection)
    connection.waiting.push({ request, response, handle })
    if (connection.waiting.length === 1) this.#waitFor(connection.current, request.socket)
  }

  /**
   * From now on, the response to the last known request of a connection says `Connection: close`, and Node closes the connection
   * after it. Saying so in an earlier response would lose the later ones.
   * @param sockets the open connections
   */
  drain(sockets: Iterable<Duplex>): void {
    this.#isDraining = true
    for (const socket of sockets) {
      const connection = this.#connections.get(socket)
      if (connection?.current !== undefined) closeAfter(connection, connection.current)
    }
  }

  /** Handles a request once all requests that arrived with it are known. */
  #handleInDrain(connection: Connection, { request, response, handle }: PendingRequest): void {
    closeAfter(connection, response)
    handle(request, response)
  }

  /**
   * Calls back for a connection that can send no further request, once all are answered. If the last request is incomplete, it
   * contains the error: it is dropped, or, if already answered, the connection is closed at once.
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
        connection.idleSince = ++this.#lastIdle
      },
      waiting: [],
      last: undefined,
      finish: undefined,
      idleSince: ++this.#lastIdle,
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
    if (this.#isOver()) {
      setImmediate(() => this.#next(socket))
      return
    }
    const next = connection.waiting.shift()
    if (next === undefined) {
      connection.finish?.()
      return
    }
    this.#begin(connection, next.response)
    if (this.#isDraining) closeAfter(connection, next.response)
    if (connection.waiting.length > 0 || connection.finish !== undefined) this.#waitFor(next.response, socket)
    next.handle(next.request, next.response)
  }

  /** True if no further waiting request is handled in this turn of the event loop. */
  #isOver(): boolean {
    const now = performance.now()
    if (this.#sliceEnd === 0) {
      this.#sliceEnd = now + SLICE
      setImmediate(() => {
        this.#sliceEnd = 0
      })
    }
    return now >= this.#sliceEnd
  }
}

/** Marks a response as the last of its connection, unless further requests wait. */
function closeAfter(connection: Connection, response: ServerResponse): void {
  if (connection.waiting.length > 0 || response.headersSent || !response.shouldKeepAlive) return
  response.shouldKeepAlive = false
  connection.last = response
}

/** Reverts `closeAfter`, unless the response headers are sent. */
function keepOpen(connection: Connection): void {
  if (connection.last?.headersSent === false) connection.last.shouldKeepAlive = true
  connection.last = undefined
}

/** The parser's code for a protocol other than HTTP. */
const UPGRADE = 2

/**
 * Ends the parsing of a packet. Node would emit all its requests, even if the connection is closed. The parser is not a public
 * interface: if it is missing, the rest is parsed.
 */
function ignoreRest(socket: Socket & { parser?: { onIncoming: unknown } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => UPGRADE
}
