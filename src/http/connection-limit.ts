/** Limits the number of open connections. Shares of clients count once the limit is reached. */
import type { Socket } from 'node:net'
import { networkOfConnection } from './client-address.ts'
import { countRefusal } from './observe.ts'

/** Time after which a connection whose client reads nothing is closed at the limit, in milliseconds. Can take twice as long. */
const STALLED = 5000

interface Client {
  network: string
  connections: number
}

export class ConnectionLimit {
  readonly #limit: number
  readonly #idleSince: (socket: Socket) => number | undefined
  /** The client of each open connection; `undefined` until the limit is first reached, because addresses cost system calls. */
  readonly #owners = new Map<Socket, Client | undefined>()
  readonly #clients = new Map<string, Client>()

  /**
   * @param limit number of connections
   * @param idleSince tells when a connection became idle, in any order of time; `undefined` if it is being answered
   */
  constructor(limit: number, idleSince: (socket: Socket) => number | undefined) {
    this.#limit = limit
    this.#idleSince = idleSince
  }

  /**
   * Counts a new connection. Beyond the limit, it takes the place of an idle one of the client that has most connections; if
   * no client with at least as many as its own has an idle one, it is closed itself.
   */
  add(socket: Socket): void {
    this.#owners.set(socket, undefined)
    socket.once('close', () => this.#remove(socket))
    if (this.#owners.size <= this.#limit) return
    for (const [each, owner] of this.#owners) if (owner === undefined) this.#owners.set(each, this.#count(each))
    const client = this.#owners.get(socket) as Client
    const idle = this.#longestIdle(socket, client)
    if (idle === undefined) this.#hurryReaders(client)
    const closed = idle ?? socket
    countRefusal('connections')
    this.#remove(closed)
    closed.destroy()
  }

  #count(socket: Socket): Client {
    const network = networkOfConnection(socket)
    const client = this.#clients.get(network) ?? { network, connections: 0 }
    client.connections++
    this.#clients.set(network, client)
    return client
  }

  #remove(socket: Socket): void {
    const client = this.#owners.get(socket)
    if (!this.#owners.delete(socket) || client === undefined) return
    client.connections--
    if (client.connections === 0) this.#clients.delete(client.network)
  }

  #longestIdle(added: Socket, { connections }: Client): Socket | undefined {
    let most = connections
    let longest = Number.POSITIVE_INFINITY
    let found: Socket | undefined
    for (const [socket, owner] of this.#owners) {
      if (owner === undefined || owner.connections < most || socket === added) continue
      const since = this.#idleSince(socket)
      if (since === undefined || (owner.connections === most && since > longest)) continue
      most = owner.connections
      longest = since
      found = socket
    }
    return found
  }

  /** Node.js closes a connection on which nothing moves for its timeout, and restores that for the next request. */
  #hurryReaders({ connections }: Client): void {
    for (const [socket, owner] of this.#owners) {
      const isRead = socket.writableLength === 0 || (owner?.connections ?? 0) < connections
      if (!isRead && (socket.timeout ?? 0) > STALLED) socket.setTimeout(STALLED)
    }
  }
}
