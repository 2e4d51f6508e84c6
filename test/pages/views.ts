import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { skip, usePages } from './support/browser.ts'

const pages = usePages()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const VIEWS = [
  '/',
  '/?q=Kündigung',
  '/?q=-nichts',
  '/?q=zzzzzz',
  '/?view=laws',
  '/?view=laws&query=hafen',
  '/msgb',
  '/msgb#par:14',
  '/msgb?view=full',
  '/hafeng_2021?view=full',
  '/msgb/14/1/satz:1/nr:1',
  '/msgb/3-6',
  '/msgbeg/art:5',
  '/msgbeg/annex:1',
  '/hafeng_2021/annex:1',
  '/msverf/preamble:1',
  '/?view=changes',
  '/?view=changes&codes=msgb&since=2025-01-01',
  '/?view=changes&codes=nothing',
  '/msgb/16?view=diff',
  '/hafeng_2021/annex:1?view=diff&to=2026-01-01',
  '/msgb?view=diff&from=2024-06-01&to=2026-01-01',
  '/hafeng_2021/6?as_of=2025-06-01',
  '/msgb?as_of=2025-09-15',
  '/msgb/16?as_of=2025-09-15',
  '/?q=Hafen&as_of=2024-06-01',
  '/nothing',
  '/msgbeg/%C2%A7%201',
  '/nothing',
]

interface Violation {
  id: string
  nodes: { html: string }[]
}

/** Two screens suffice: colours do not depend on the width, and German words are longer. */
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
