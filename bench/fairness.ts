/**
 * Latency of other clients while greedy ones send costly requests: `/health` on a new connection, a cached norm on a kept one,
 * and computed searches from another address (127.0.0.2); and the peak memory of the server. The load `none` is measured first,
 * in the same run. The greedy load is wrk (a package of Debian), from 127.0.0.1. `npm run build` first.
 *
 *   node bench/fairness.ts --dataset FILE [--connections 200] [--seconds 8] [--load laws,searches] [--server FILE]
 *
 * Server and clients are pinned to one processor each. On a busy machine, compare with the load `none`. Loads of pages need a
 * dataset of federal law with history: `--law bgb`.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { assetPath } from '../src/program/package.ts'
import { median, startServer } from './server-process.ts'

const { values } = parseArgs({
  options: {
    dataset: { type: 'string', default: 'starter' },
    law: { type: 'string', default: 'msgb' },
    norm: { type: 'string', default: 'par:1' },
    connections: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '8' },
    load: { type: 'string', default: '' },
    server: { type: 'string', default: assetPath('server.js') },
  },
})

/** Pause between two requests of a waiting client, in milliseconds. */
const PAUSE = 20

/** Paths in Lua, each requested once; `n` counts the requests. */
const LOADS: Record<string, string> = {
  none: '',
  laws: `'/laws?limit=' .. (100000 + n)`,
  'unknown laws': `'/laws/' .. word(n) .. 'gesetz'`,
  'unknown norms': `'/laws/${values.law}/norms/par:' .. (100000 + n)`,
  searches: `'/search?q=' .. word(n) .. '+recht+der+' .. word(n * 7 + 3)`,
  phrases: `'/search?q=%22der+' .. word(n) .. '%22+recht+und+pflicht+der+von+in+die'`,
  prefixes: `'/search?explain=true&limit=100&q=' .. prefixes(n, 10) .. '+' .. word(n)`,
  'too many prefixes': `'/search?explain=true&limit=100&q=' .. all .. word(n)`,
  'lists of laws by query': `'/laws?query=' .. word(n)`,
  outlines: `'/laws/${values.law}?depth=' .. (n % 20 + 1) .. '&part=' .. word(n)`,
  citations: `'/citations?q=%C2%A7+' .. n .. '+BGB,+%C2%A7+' .. (n + 1) .. '+StGB,+%C2%A7+' .. (n + 2) .. '+' .. word(n) .. 'G'`,
  'lists as CSV': `'/laws?format=csv&limit=' .. (100000 + n)`,
  relationships: `'/laws/${values.law}/norms/${values.norm}/relationships?limit=' .. (n % 1000000 + 1)`,
  'page addresses': `'/laws/${values.law}?x=' .. word(n), html`,
  feeds: `'/changes.atom?since=' .. (1900 + n % 100) .. '-01-' .. (10 + math.floor(n / 100) % 20)`,
  patterns: `'/grep?pattern=%5Cd%7B' .. (n % 8 + 1) .. '%7D' .. word(n):sub(1, 2)`,
  'costly patterns': `'/grep?pattern=(%5Cw%2B%5Cs*)%2B;' .. n .. '%24'`,
  'far pages of changes': `'/changes?offset=' .. (46000 + n)`,
  'long texts of assistants': `'/mcp', json, check(n), 'POST'`,
}

/** Loads of connections that send part of a request and wait. */
const STALLED: Record<string, (url: string) => () => void> = {
  'all but one byte': (url) => {
    const { hostname, port } = new URL(url)
    const body = Buffer.from(check(900_000))
    const head = `POST /mcp HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n`
    const stalled = Array.from({ length: MOST_STALLED }, (_, index) => {
      const socket = connect({ host: hostname, port: Number(port), localAddress: `127.1.0.${index + 1}` })
      socket.on('error', () => undefined).resume()
      socket.write(`${head}Content-Length: ${body.length}\r\n\r\n`)
      socket.write(body.subarray(0, -1))
      return socket
    })
    return () => {
      for (const socket of stalled) socket.destroy()
    }
  },
}
const MOST_STALLED = 64

/** A call of `check_text`. @param length of the text */
const check = (length: number) =>
  JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'check_text', arguments: { text: '§ 1 BGB '.repeat(length / 8) } },
  })

process.env.MCP = 'true'

const SCRIPT = `
local n = 0
local letters = 'aeioubdfgklmnprstwz'
function word(i)
  local made = ''
  i = i * 48271 % 2147483647
  for k = 1, 5 do made = made .. letters:sub(i % 19 + 1, i % 19 + 1); i = math.floor(i / 19) end
  return made
end
function prefixes(i, count)
  local made = {}
  for k = 1, count do
    local at = (i * 7 + k * 5) % 361
    made[k] = letters:sub(at % 19 + 1, at % 19 + 1) .. letters:sub(math.floor(at / 19) + 1, math.floor(at / 19) + 1) .. '*'
  end
  return table.concat(made, '+')
end
local all = prefixes(0, 240) .. '+'
local html = { Accept = 'text/html' }
local json = { ['Content-Type'] = 'application/json', Accept = 'application/json, text/event-stream' }
local text = string.rep('Nach § 433 Abs. 1 BGB und § 99 StGB. ', 23000)
function check(i)
  return '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_text","arguments":{"text":"' .. i .. text .. '"}}}'
end
function made(path, headers, body, method) return wrk.format(method or 'GET', path, headers, body) end
request = function()
  n = n + 1
  return made(PATH)
end
local kinds = {}
response = function(status) kinds[status] = (kinds[status] or 0) + 1 end
function done(summary)
  io.write(string.format('answers %d in %.1f s, timeouts %d, broken %d', summary.requests, summary.duration / 1e6,
    summary.errors.timeout, summary.errors.read + summary.errors.connect + summary.errors.write))
end
`

const folder = mkdtempSync(join(tmpdir(), 'legal-text-fairness-'))
const started: ChildProcess[] = []
try {
  const all = [...Object.keys(LOADS), ...Object.keys(STALLED)]
  const asked = values.load === '' ? all : ['none', ...values.load.split(',')]
  for (const name of asked) await measure(name)
} finally {
  for (const child of started) child.kill()
  rmSync(folder, { recursive: true })
}

async function measure(name: string): Promise<void> {
  const flags = ['--host', '127.0.0.1', '--port', '0', '--strict', '--dataset', values.dataset]
  const { child, url } = await startServer([values.server, ...flags], '0')
  started.push(child)
  const norm = `${url}/laws/${values.law}/norms/${values.norm}`
  const kept = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let times = 0; times < 3; times++) await ask(norm, kept)
  const path = LOADS[name]
  const stalled = STALLED[name]?.(url)
  if (path === undefined && stalled === undefined) throw new Error(`there is no load ${name}`)
  const load = path ? greedy(url, path) : undefined
  await wait(500)
  const until = performance.now() + Number(values.seconds) * 1000
  const other = new Agent({ keepAlive: true, localAddress: '127.0.0.2' })
  let count = 0
  const [fresh, ready, computed] = await Promise.all([
    repeat(until, () => ask(`${url}/health`, new Agent({ keepAlive: false }))),
    repeat(until, () => ask(norm, kept)),
    repeat(until, () => ask(`${url}/search?q=frist+${count++}`, other)),
  ])
  const told = (await load) ?? (stalled && `${MOST_STALLED} connections`)
  stalled?.()
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
  const memory = `${Math.round(Number(kilobytes) / 1024)} MB`
  console.log(
    `${name.padEnd(24)} health ${figures(fresh)}; norm ${figures(ready)}; another client ${figures(computed)}; ${told ?? 'no load'}; ${memory}`,
  )
  const ended = new Promise((resolve) => child.once('exit', resolve))
  kept.destroy()
  other.destroy()
  child.kill('SIGKILL')
  await ended
}

/** Loads the server for the configured seconds and two more. */
async function greedy(url: string, path: string): Promise<string> {
  const script = join(folder, 'load.lua')
  writeFileSync(script, SCRIPT.replace('PATH', path))
  const flags = ['--threads', '1', '--connections', values.connections, '--timeout', '120s', '--script', script]
  const args = ['--cpu-list', '1', 'wrk', ...flags, '--duration', `${Number(values.seconds) + 1}s`, url]
  const child = spawn('taskset', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  const output = await text(child.stdout)
  return output.slice(output.indexOf('answers '))
}

/** Repeats a request. @returns each latency, in milliseconds */
async function repeat(until: number, once: () => Promise<void>): Promise<number[]> {
  const times: number[] = []
  while (performance.now() < until) {
    const begin = performance.now()
    await once()
    times.push(performance.now() - begin)
    await wait(PAUSE)
  }
  return times
}

function ask(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} is answered with ${response.statusCode}`))
      response.resume().once('end', resolve)
    }).once('error', reject)
  })
}

function figures(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] as number
  return `median ${median(times).toFixed(1)} p99 ${p99.toFixed(1)} max ${sorted.at(-1)?.toFixed(1)} ms (${times.length})`
}
