/** What happens to requests, for those who log and count: the access log and the metrics. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { requestId } from './request-id.ts'

/** A request that was answered, or whose client went away before that. */
export interface FinishedRequest {
  request: IncomingMessage
  id: string
  /** The pattern of its route (`/laws/:code`), `null` where there is none. */
  route: string | null
  status: number
  milliseconds: number
  /** What was sent, with the head. */
  bytes: number
  /** Whether the answer was sent whole. */
  isComplete: boolean
}

export type Observer = (finished: FinishedRequest) => void

/** What each connection had sent when its last answer was done. */
const sent = new WeakMap<Socket, number>()

/** Watches one request until it is answered. */
export function observe(
  request: IncomingMessage,
  response: ServerResponse,
  route: string | null,
  observers: readonly Observer[],
): void {
  const start = performance.now()
  const { socket } = request
  response.once('close', () => {
    const milliseconds = performance.now() - start
    const bytes = socket.bytesWritten - (sent.get(socket) ?? 0)
    sent.set(socket, socket.bytesWritten)
    const { statusCode: status, writableFinished: isComplete } = response
    for (const tell of observers)
      tell({ request, id: requestId(request), route, status, milliseconds, bytes, isComplete })
  })
}
