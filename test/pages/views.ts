import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { skip, usePages } from './support/browser.ts'

const pages = usePages()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const VIEWS = [
  '/#/',
  '/#/?q=Kündigung',
  '/#/?q=-nichts',
  '/#/laws',
  '/#/msgb',
  '/#/msgb?at=par:14&level=0',
  '/#/msgb/par:14/abs:1/satz:1/nr:1',
  '/#/msgb/par:3-6',
  '/#/msgbeg/art:5',
  '/#/msgbeg/annex:1',
  '/#/hafeng_2021/annex:1',
  '/#/msverf/preamble:1',
  '/#/changes',
  '/#/changes?law=nothing',
  '/#/msgb/par:16?to=2026-01-01',
  '/#/hafeng_2021/annex:1?to=2026-01-01',
  '/#/msgb?from=2024-06-01&to=2026-01-01',
  '/#/hafeng_2021/par:6?as_of=2025-06-01',
  '/#/msgb?at=par:16&as_of=2025-09-15',
  '/#/msgb/par:16?as_of=2025-09-15',
  '/#/?q=Hafen&as_of=2024-06-01',
  '/#/nothing',
  '/#/msgbeg/§ 1',
]

interface Violation {
  id: string
  nodes: { html: string }[]
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [320, 1400]) {
    test(`every view is accessible and fits: ${colorScheme}, ${width} px`, { skip }, async () => {
      for (const view of VIEWS) {
        const { page } = await pages.open(view, { colorScheme, viewport: { width, height: 800 }, bypassCSP: true })
        await page.locator('main h1').first().waitFor({ state: 'attached' })
        await page.waitForLoadState('networkidle')
        const [content, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
        assert((content ?? 0) <= (room ?? 0), `${view} is ${content} px wide`)
        await page.evaluate(axe)
        const violations = (await page.evaluate('axe.run().then(({ violations }) => violations)')) as Violation[]
        const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('; ')}`)
        assert.deepEqual(told, [], view)
        await page.context().close()
      }
    })
  }
}
