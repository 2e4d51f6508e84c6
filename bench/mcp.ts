/**
 * `POST /mcp`: the rate of get_norm as a share of the plain route's, for repeated norms and for norms requested once, and the
 * memory of the server over mixed calls. `npm run build` first; Linux, wrk.
 *
 *   node bench/mcp.ts --dataset FILE [--rounds 5] [--seconds 2] [--calls 10000]
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openCorpus } from '../src/dataset/open.ts'
import { assetPath } from '../src/program/package.ts'
import { pick, randomNumbers } from '../test/search/random.ts'
import { median, ownMemory, startServer } from './server-process.ts'

const { values } = parseArgs({
  options: {
    dataset: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    calls: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '32' },
  },
})
const rounds = Number(values.rounds)
const random = randomNumbers(1)

/** Number of norms requested repeatedly. */
const REPEATED = 50
/** Number of norms requested once: more than a round can serve. */
const ONCE = 20_000

const PROTOCOL = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': PROTOCOL,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** One request a line: its path, and for a POST a tab and the body. */
const SCRIPT = `
local requests, at = {}, 0
function init(args)
  for line in io.lines(args[1]) do
    local path, name, body = line:match('^([^\\t]*)\\t([^\\t]*)\\t(.*)$')
    if path == nil then requests[#requests + 1] = wrk.format('GET', line)
    else
      local headers = {
        ['Content-Type'] = 'application/json', ['Accept'] = 'application/json, text/event-stream',
        ['MCP-Protocol-Version'] = '${PROTOCOL}', ['Mcp-Method'] = 'tools/call', ['Mcp-Name'] = name,
      }
      requests[#requests + 1] = wrk.format('POST', path, headers, body)
    end
  end
end
function request()
  at = at + 1
  return requests[(at - 1) % #requests + 1]
end
function done(summary, latency)
  local errors, failed = summary.errors, 0
  for _, kind in ipairs({ 'connect', 'read', 'write', 'status', 'timeout' }) do failed = failed + errors[kind] end
  print(string.format('{ "answers": %d, "failed": %d, "microseconds": %d }', summary.requests, failed, summary.duration))
end
`

interface NormOf {
  code: string
  norm: string
}

const { norms, headings } = await readNames()
const folder = mkdtempSync(join(tmpdir(), 'legal-text-bench-'))
writeFileSync(join(folder, 'script.lua'), SCRIPT)
const flags = ['--host', '127.0.0.1', '--port', '0', '--strict', '--mcp', '--dataset', values.dataset]
const server = await startServer([assetPath('server.js'), ...flags], '0')
try {
  const again = norms.splice(0, REPEATED)
  rates('asked for again and again', () => [...again, ...again])
  rates('each asked for once', () => norms.splice(0, ONCE))
  await memory()
} finally {
  server.child.kill()
  rmSync(folder, { recursive: true })
}

async function readNames(): Promise<{ norms: NormOf[]; headings: string[] }> {
  const corpus = await openCorpus({ dataset: values.dataset })
  const norms: NormOf[] = []
  const headings: string[] = []
  for (const { code } of (await corpus.laws({})).items) {
    for (const { norm, heading } of await corpus.outline(code)) {
      norms.push({ code, norm })
      if (/\p{L}{4}/u.test(heading)) headings.push(heading)
    }
  }
  await corpus.close()
  return { norms: shuffled(norms), headings }
}

function shuffled<Each>(all: readonly Each[]): Each[] {
  const keyed = all.map((each) => ({ each, key: random() }))
  return keyed.sort((a, b) => a.key - b.key).map(({ each }) => each)
}

function rates(name: string, choose: () => NormOf[]): void {
  const ratios: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const chosen = choose()
    const half = chosen.length / 2
    const plain = load(chosen.slice(0, half).map(({ code, norm }) => `/laws/${code}/norms/${encodeURIComponent(norm)}`))
    const tool = load(chosen.slice(half).map((each) => `/mcp\tget_norm\t${call('get_norm', { ...each })}`))
    if (round === 0) continue
    ratios.push(tool / plain)
    console.log(`  round ${round}: plain ${Math.round(plain)}/s, get_norm ${Math.round(tool)}/s`)
  }
  const percent = (share: number) => `${Math.round(share * 100)} %`
  console.log(`get_norm, ${name}: ${percent(median(ratios))} of the plain route (${ratios.map(percent).join(', ')})`)
}

function call(name: string, given: Record<string, unknown>): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: given, _meta: META },
  })
}

/** Sends requests in turn for the configured seconds. @returns answers per second */
function load(lines: readonly string[]): number {
  writeFileSync(join(folder, 'requests'), lines.join('\n'))
  const args = ['--threads', '1', '--connections', values.connections, '--duration', `${values.seconds}s`]
  const script = ['--script', join(folder, 'script.lua'), server.url, '--', join(folder, 'requests')]
  const output = execFileSync('taskset', ['--cpu-list', '1', 'wrk', ...args, ...script], { encoding: 'utf8' })
  const summary = JSON.parse(output.slice(output.lastIndexOf('{'))) as Record<
    'answers' | 'failed' | 'microseconds',
    number
  >
  if (summary.failed > 0) throw new Error(`${summary.failed} requests failed`)
  return (summary.answers * 1e6) / summary.microseconds
}

/** Sends mixed calls, and prints the memory at each sixth of them. */
async function memory(): Promise<void> {
  const calls = Number(values.calls)
  const figures: number[] = []
  let sent = 0
  const client = async () => {
    while (sent < calls) {
      if (++sent % Math.floor(calls / 6) === 0) figures.push(ownMemory(server))
      await mixedCall()
    }
  }
  await Promise.all(Array.from({ length: 8 }, client))
  const [before, last] = [figures[3] ?? 0, figures.at(-1) ?? 0]
  console.log(
    `${calls} mixed calls: ${figures.join(', ')} MiB; ${signed((last / before - 1) * 100)} % in the last third`,
  )
}

function signed(number: number): string {
  return `${number < 0 ? '' : '+'}${number.toFixed(1)}`
}

async function mixedCall(): Promise<void> {
  const { code, norm } = pick(norms, random)
  const heading = pick(headings, random).slice(0, 80)
  const [name, given] = pick<[string, Record<string, unknown>]>(
    [
      ['get_norm', { code, norm }],
      ['get_norm', { code, norm, context: 2 }],
      ['get_norm', { code, norm: 'par:99999' }],
      ['search_norms', { q: heading }],
      ['get_law', { code }],
      ['list_laws', { query: heading.slice(0, 6) }],
      ['related_norms', { code, norm }],
      ['resolve_citations', { q: `§ 433 BGB, ${heading}, § 242 BGB` }],
      ['check_text', { text: `Nach § 823 Abs. 1 BGB, ${heading}, § 9999 ZPO.` }],
      ['corpus_coverage', {}],
    ],
    random,
  )
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': PROTOCOL,
      'Mcp-Method': 'tools/call',
      'Mcp-Name': name,
    },
    body: call(name, given),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${name} was answered with ${response.status}: ${text.slice(0, 200)}`)
}
