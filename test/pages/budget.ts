import assert from 'node:assert/strict'
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { assetPath } from '../../src/program/package.ts'
import { skip, usePages } from './support/browser.ts'

const pages = usePages()

/** Maximum size of the assets in bytes, compressed: script, styles, icon. */
const MOST_BYTES = 100 * 1024

/** Maximum number of further requests of a page: scripts, styles, icon, and for a norm the contents of its law. */
const MOST_REQUESTS = 5

test('the reader is small', (context) => {
  const files = globSync(['assets/*.br'], { cwd: assetPath('web') })
  const bytes = files.reduce((sum, file) => sum + statSync(join(assetPath('web'), file)).size, 0)
  assert(files.length >= 3)
  assert(bytes < MOST_BYTES, `${bytes} bytes`)
  context.diagnostic(`${bytes} bytes with brotli`)
})

test('the first view asks for little', { skip }, async (context) => {
  for (const path of ['/', '/msgb/14']) {
    const times: number[] = []
    for (let round = 0; round < 7; round++) {
      const { page } = await pages.open('/health')
      await page.addInitScript(() => {
        new MutationObserver((_, observer) => {
          if (document.querySelector('main h1') === null) return
          observer.disconnect()
          requestAnimationFrame(() => performance.mark('shown'))
        }).observe(document, { childList: true, subtree: true })
      })
      await page.goto(pages.url + path)
      await page.waitForFunction(() => performance.getEntriesByName('shown').length > 0)
      times.push(await page.evaluate(() => performance.getEntriesByName('shown')[0]?.startTime ?? Number.NaN))
      const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
      assert(asked.length <= MOST_REQUESTS, asked.join(', '))
      await page.context().close()
    }
    const median = times.sort((a, b) => a - b)[3] ?? Number.NaN
    context.diagnostic(`${path}: content shown after ${Math.round(median)} ms (median of ${times.length})`)
  }
})
