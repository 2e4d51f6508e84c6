/**
 * Lighthouse scores of a server's pages: performance, accessibility, best practices, each out of 100.
 *   node bench/lighthouse.ts [--dataset FILE] [--law bgb] [--norm par:433] [--query Kaufvertrag] [--language de]
 * npx fetches Lighthouse, which is larger than everything else here; Chromium must be installed. Fails if a score is below 95.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startServer } from './server-process.ts'

const LEAST = 95
const CATEGORIES = ['performance', 'accessibility', 'best-practices']

const { values } = parseArgs({
  options: {
    dataset: { type: 'string', default: 'starter' },
    law: { type: 'string', default: 'msgb' },
    norm: { type: 'string', default: 'par:14' },
    query: { type: 'string', default: 'Lotse' },
    language: { type: 'string', default: 'en' },
  },
})
const { dataset, law, norm, query, language } = values

const folder = mkdtempSync(join(tmpdir(), 'legal-text-lighthouse-'))
const program = join(import.meta.dirname, '..', 'bin', 'run.js')
const server = await startServer([program, 'http', '--dataset', dataset, '--host', '127.0.0.1', '--port', '0'])
try {
  const paths = ['/', `/laws/${law}`, `/laws/${law}/norms/${norm}`, `/search?q=${encodeURIComponent(query)}`]
  for (const path of paths) report(path, scoresOf(server.url + path))
} finally {
  server.child.kill()
  rmSync(folder, { recursive: true })
}

function scoresOf(url: string): number[] {
  const out = join(folder, 'report.json')
  const words = ['--yes', 'lighthouse@13', url, '--quiet', '--output', 'json', '--output-path', out]
  const flags = [
    `--only-categories=${CATEGORIES.join(',')}`,
    '--chrome-flags=--headless=new --no-sandbox',
    `--extra-headers=${JSON.stringify({ 'Accept-Language': language })}`,
  ]
  const env = { CHROME_PATH: '/usr/bin/chromium', ...process.env }
  const { status, stderr } = spawnSync('npx', [...words, ...flags], { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`Lighthouse ended with ${status}: ${stderr}`)
  const { categories } = JSON.parse(readFileSync(out, 'utf8')) as { categories: Record<string, { score: number }> }
  return CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100))
}

function report(path: string, scores: readonly number[]): void {
  const words = scores.map((score, index) => `${CATEGORIES[index]} ${score}`)
  process.stdout.write(`${path}: ${words.join(', ')}\n`)
  if (scores.some((score) => score < LEAST)) process.exitCode = 1
}
