/** The official clients of both generations, over both transports, against the real program or server. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { COMMAND, cleanEnvironment } from '../e2e/program.ts'
import { listenStarter, type StarterServer } from '../http/starter-server.ts'

/** The current revision, which is stateless, and the last one with a handshake. */
export const REVISIONS = ['2026-07-28', '2025-11-25'] as const
export type Revision = (typeof REVISIONS)[number]
export const TRANSPORTS = ['http', 'stdio'] as const
export type TransportName = (typeof TRANSPORTS)[number]

/** The part of a client that the tests use. */
export type TestClient = Pick<
  Client,
  | 'callTool'
  | 'listTools'
  | 'listResources'
  | 'listResourceTemplates'
  | 'readResource'
  | 'listPrompts'
  | 'getPrompt'
  | 'complete'
  | 'close'
  | 'getInstructions'
  | 'getServerVersion'
>

const IDENTITY = { name: 'legal-text-test', version: '1.0.0' }

let server: Promise<StarterServer> | undefined
const open = new Set<{ close(): Promise<void> }>()

/** Closes the clients and their server, at the end of every file that connects one. */
export async function disconnect(): Promise<void> {
  for (const client of open) await client.close()
  open.clear()
  await (await server)?.close()
  server = undefined
}

/** Connects a client of a given revision to the starter dataset. */
export async function connect(revision: Revision, transport: TransportName): Promise<TestClient> {
  const [command = '', ...words] = COMMAND
  const program = {
    command,
    args: [...words, 'mcp', '--dataset', 'starter'],
    env: cleanEnvironment() as Record<string, string>,
    stderr: 'inherit' as const,
  }
  if (transport === 'http') server ??= listenStarter()
  const url = async () => new URL(`http://127.0.0.1:${(await server)?.port}/mcp`)
  if (revision === '2026-07-28') {
    const client = new Client(IDENTITY, { versionNegotiation: { mode: { pin: revision } } })
    await client.connect(
      transport === 'http' ? new StreamableHTTPClientTransport(await url()) : new StdioClientTransport(program),
    )
    open.add(client)
    return client
  }
  const client = new OldClient(IDENTITY)
  await client.connect(transport === 'http' ? new OldHttpTransport(await url()) : new OldStdioTransport(program))
  open.add(client)
  // Its second parameter is a schema.
  const callTool = (params: never, options?: never) =>
    OldClient.prototype.callTool.call(client, params, undefined, options)
  return Object.assign(client, { callTool }) as unknown as TestClient
}

/** The text of a result. */
export function textOf(result: { content?: unknown }): string {
  const [first] = (result.content ?? []) as { type: string; text?: string }[]
  return first?.text ?? ''
}

/** The body of an error. */
export function errorOf(result: { _meta?: unknown }): ReturnType<typeof JSON.parse> {
  return (result._meta as Record<string, unknown> | undefined)?.['legal-text/error']
}

/** The structured result, of any shape. */
export function factsOf(result: { structuredContent?: unknown }): ReturnType<typeof JSON.parse> {
  return result.structuredContent
}
