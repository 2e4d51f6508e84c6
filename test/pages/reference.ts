/** The API reference at `/docs`. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { skip, usePages } from './support/browser.ts'

const pages = usePages()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  nodes: { html: string }[]
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [320, 1400]) {
    test(`the reference is accessible and fits: ${colorScheme}, ${width} px`, { skip }, async () => {
      const { page } = await pages.open('/docs', { colorScheme, viewport: { width, height: 800 }, bypassCSP: true })
      for (const id of ['norm', 'search', 'error-internal']) {
        const summaries = page.locator(`section:has(#${id}) summary`)
        for (const summary of await summaries.all()) await summary.click()
      }
      const [content, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      assert((content ?? 0) <= (room ?? 0), `it is ${content} px wide`)
      await page.evaluate(axe)
      const violations = (await page.evaluate('axe.run().then(({ violations }) => violations)')) as Violation[]
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('; ')}`),
        [],
      )
      await page.context().close()
    })
  }
}

test('the reference has every operation, its examples work, and its links lead somewhere', { skip }, async () => {
  const { page, faults } = await pages.open('/docs')
  const { paths } = (await (await fetch(`${pages.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  for (const { operationId } of Object.values(paths).flatMap((methods) => Object.values(methods)))
    assert.equal(await page.locator(`h3[id="${operationId}"]`).count(), 1, operationId)
  const links = await page.locator('a').evaluateAll((found) => found.map((each) => (each as HTMLAnchorElement).href))
  for (const link of new Set(links)) {
    const { hash, pathname } = new URL(link)
    if (pathname === '/docs') assert.equal(await page.locator(`[id="${hash.slice(1)}"]`).count(), 1, link)
    else assert((await fetch(link)).ok, link)
  }
  assert.equal(await page.locator('.origin').first().textContent(), pages.url)
  assert.deepEqual(faults, [])
})

test('the reference finds words in itself, and works without scripts', { skip }, async () => {
  const { page } = await pages.open('/docs')
  const shown = () => page.locator('main section:visible').count()
  const all = await shown()
  await page.getByLabel('Find in this page').fill('partial_total SNIPPET')
  const found = await shown()
  assert(found > 0 && found < all / 4, `${found} of ${all}`)
  assert(await page.locator('#search').isVisible())
  const plain = await pages.open('/docs#search', { javaScriptEnabled: false })
  await plain.page.locator('#search').waitFor()
})
