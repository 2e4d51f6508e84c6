import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { skip, usePages } from './support/browser.ts'

const pages = usePages()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const VIEWS = [
  '/',
  '/search?q=Kündigung',
  '/search?q=-nichts',
  '/search?q=zzzzzz',
  '/laws',
  '/laws?query=hafen',
  '/laws/msgb',
  '/laws/msgb#par:14',
  '/laws/msgb?view=full',
  '/laws/hafeng_2021?view=full',
  '/laws/msgb/norms/par:14%2Fabs:1%2Fsatz:1%2Fnr:1',
  '/laws/msgb/norms/par:3-6',
  '/laws/msgbeg/norms/art:5',
  '/laws/msgbeg/norms/annex:1',
  '/laws/hafeng_2021/norms/annex:1',
  '/laws/msverf/norms/preamble:1',
  '/changes',
  '/changes?codes=msgb&since=2025-01-01',
  '/changes?codes=nothing',
  '/laws/msgb/norms/par:16/diff',
  '/laws/hafeng_2021/norms/annex:1/diff?to=2026-01-01',
  '/laws/msgb/diff?from=2024-06-01&to=2026-01-01',
  '/laws/hafeng_2021/norms/par:6?as_of=2025-06-01',
  '/laws/msgb?as_of=2025-09-15',
  '/laws/msgb/norms/par:16?as_of=2025-09-15',
  '/search?q=Hafen&as_of=2024-06-01',
  '/laws/nothing',
  '/laws/msgbeg/norms/%C2%A7%201',
  '/nothing',
]

interface Violation {
  id: string
  nodes: { html: string }[]
}

/** Colours are the same at any width, and words are longer in German. */
const SCREENS = [
  { colorScheme: 'light', width: 1400, locale: 'en-GB' },
  { colorScheme: 'dark', width: 320, locale: 'de-DE' },
] as const

for (const { colorScheme, width, locale } of SCREENS) {
  test(`every view is accessible and fits: ${colorScheme}, ${width} px, ${locale}`, { skip }, async () => {
    const faults: string[] = []
    for (const view of VIEWS) {
      const { page } = await pages.open(view, {
        colorScheme,
        locale,
        viewport: { width, height: 800 },
        bypassCSP: true,
      })
      await page.locator('main h1').first().waitFor({ state: 'attached' })
      await page.waitForLoadState('networkidle')
      const [content, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      if ((content ?? 0) > (room ?? 0)) faults.push(`${view} is ${content} px wide`)
      await page.evaluate(axe)
      const violations = (await page.evaluate('axe.run().then(({ violations }) => violations)')) as Violation[]
      faults.push(...violations.map(({ id, nodes }) => `${view} ${id}: ${nodes.map(({ html }) => html).join('; ')}`))
      await page.context().close()
    }
    assert.deepEqual(faults, [])
  })
}
