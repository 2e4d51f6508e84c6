import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Corpus, Law, Norm } from '../../src/model/corpus.ts'
import { normWith, run, tableOf } from '../render/marked-norm.ts'
import { heading, skip, usePages } from './support/browser.ts'

const pages = usePages()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const FEES = [
  'Fahrzeug\tGebühr in Taler\t',
  '\tTag\tMonat',
  'Boote\ta) aus Holz,\u2028b) aus Blech\t20,00',
  '\t2,00\t40,00',
  'Kahn\tfrei\t',
].join('\n')
const NOTICE = ['Muster', 'Belehrung über den Rückzug', 'Sie können am Kai rufen, soweit es nicht nachts ist.'].join(
  '\n',
)
const TEXT = [
  '(1) ¹Es gilt das 10¹²fache von e-0,038*T und vmax. ²Fett, kursiv, unterstrichen, klein und gesperrt.',
  FEES,
  '(2) Dafür gilt:',
  NOTICE,
].join('\n')
const sentence = (number: string) => {
  const start = TEXT.indexOf(number)
  return { kind: 'sentence' as const, start, end: start + 1 }
}
const NORM = normWith({
  norm: 'par:14',
  label: '§ 14',
  heading: 'Freigrenzen',
  text: TEXT,
  status: 'not_yet_in_force',
  in_force_from: '2999-01-01',
  spans: [
    sentence('¹Es'),
    run('raised', '¹²', TEXT),
    run('raised', '-0,038*T', TEXT),
    run('lowered', 'max', TEXT),
    sentence('²Fett'),
    run('bold', 'Fett', TEXT),
    run('italic', 'kursiv', TEXT),
    run('underlined', 'unterstrichen', TEXT),
    run('small', 'klein', TEXT),
    run('spaced', 'gesperrt', TEXT),
  ],
  tables: [
    tableOf(FEES, TEXT, {
      head_rows: 2,
      frame: 'all',
      merged: [
        { row: 0, column: 0, rows: 2, columns: 1 },
        { row: 0, column: 1, rows: 1, columns: 2 },
        { row: 2, column: 0, rows: 2, columns: 1 },
        { row: 4, column: 1, rows: 1, columns: 2 },
      ],
    }),
    tableOf(NOTICE, TEXT, { frame: 'all', centred_rows: [0, 1] }),
  ],
})

/** The page of a missing norm. */
async function open(norm: Norm, options: BrowserContextOptions = {}): Promise<{ page: Page; faults: string[] }> {
  const starter = pages.corpus as Corpus
  const has = (code: string, path: string) => code === 'msgb' && path === norm.norm
  pages.corpus = new Proxy(starter, {
    get(target, name) {
      if (name === 'norm')
        return async (code: string, path: string) => (has(code, path) ? norm : target.norm(code, path))
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  try {
    const opened = await pages.open('/msgb/14', options)
    await heading(opened.page, norm.heading)
    return opened
  } finally {
    pages.corpus = starter
  }
}

test('runs have their elements, and nothing is raised twice', { skip }, async () => {
  const { page, faults } = await open(NORM)
  const html = await page.locator('.text .line').first().innerHTML()
  assert.equal(
    html.replaceAll(/ data-written="[^"]*"/g, ''),
    '<sup class="sentence-number">1</sup>Es gilt das 10<sup>12</sup>fache von e<sup>-0,038*T</sup> und v<sub>max</sub>. ' +
      '<sup class="sentence-number">2</sup><b>Fett</b>, <i>kursiv</i>, <u>unterstrichen</u>, <small>klein</small> und ' +
      '<em class="spaced">gesperrt</em>.',
  )
  assert.deepEqual(faults, [])
})

test('copied text keeps what is raised, as plain text and as HTML', { skip }, async () => {
  const { page, faults } = await open(NORM)
  const copied = await page.evaluate(() => {
    const line = document.querySelector('.text .line') as HTMLElement
    getSelection()?.selectAllChildren(line)
    return new Promise<string[]>((resolve) => {
      const types = ['text/plain', 'text/html']
      addEventListener('copy', (event) => resolve(types.map((type) => event.clipboardData?.getData(type) ?? '')))
      document.execCommand('copy')
    })
  })
  assert.equal(
    copied[0]?.trim(),
    '¹Es gilt das 10¹²fache von e^(-0,038*T) und v_(max). ²Fett, kursiv, unterstrichen, klein und gesperrt.',
  )
  assert(copied[1]?.includes('10<sup>12</sup>fache'), copied[1])
  assert.equal(await page.locator('.copy').count(), 0)
  assert.deepEqual(faults, [])
})

test('numbers in the margin are copied into the line that they begin, and buttons are not copied', {
  skip,
}, async () => {
  const { page, faults } = await pages.open('/msgb/16')
  const copied = await page.evaluate(() => {
    getSelection()?.selectAllChildren(document.querySelector('article') as HTMLElement)
    return new Promise<string>((resolve) => {
      addEventListener('copy', (event) => resolve(event.clipboardData?.getData('text/plain') ?? ''))
      document.execCommand('copy')
    })
  })
  assert.match(copied, /^\(1\) Ein Vertrag .*\.$/m)
  assert.match(copied, /^\(2\) Kündigt der Nutzer /m)
  assert.doesNotMatch(copied, /Copy|Sentence numbers/)
  assert.deepEqual(faults, [])
})

test('a copy without raised words is left to the browser', { skip }, async () => {
  const { page } = await open(NORM)
  const prevented = await page.evaluate(() => {
    getSelection()?.selectAllChildren(document.querySelector('.text b') as HTMLElement)
    return new Promise<boolean>((resolve) => {
      addEventListener('copy', (event) => resolve(event.defaultPrevented))
      document.execCommand('copy')
    })
  })
  assert.equal(prevented, false)
})

test('a described table has its head, merged cells, lists in cells and its frame', { skip }, async () => {
  const { page, faults } = await open(NORM)
  const table = page.locator('.text table').first()
  const rows = await table.locator('tr').evaluateAll((drawn) =>
    drawn.map((row) =>
      [...row.children].map((cell) => {
        const { rowSpan, colSpan, tagName, textContent } = cell as HTMLTableCellElement
        return `${tagName} ${colSpan}×${rowSpan} ${textContent}`
      }),
    ),
  )
  assert.deepEqual(rows, [
    ['TH 1×2 Fahrzeug', 'TH 2×1 Gebühr in Taler'],
    ['TH 1×1 Tag', 'TH 1×1 Monat'],
    ['TD 1×2 Boote', 'TD 1×1 a) aus Holz,b) aus Blech', 'TD 1×1 20,00'],
    ['TD 1×1 2,00', 'TD 1×1 40,00'],
    ['TD 1×1 Kahn', 'TD 2×1 frei'],
  ])
  assert.equal(await table.locator('li').count(), 2)
  const borders = await table.evaluate((drawn) => getComputedStyle(drawn).borderTopWidth)
  assert.equal(borders, '2px')
  assert.deepEqual(faults, [])
})

test('a form stands in its frame, its title centred', { skip }, async () => {
  const { page } = await open(NORM)
  const form = page.locator('.text table.form')
  const aligned = await form.locator('td').evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).textAlign))
  assert.deepEqual(aligned, ['center', 'center', 'left'])
  assert.equal(await form.evaluate((drawn) => getComputedStyle(drawn).borderLeftWidth), '2px')
})

test('a norm that is not yet in force says so before it is read', { skip }, async () => {
  const { page } = await open(NORM)
  assert.equal(
    await page.locator('.norm .badge').textContent(),
    'This norm is not yet in force; it takes effect on 1 January 2999, as the source says.',
  )
  const past = await open({ ...NORM, in_force_from: '2020-01-01' })
  assert.match(
    (await past.page.locator('.norm .badge').textContent()) ?? '',
    /names 1 January 2020 .* that day has passed\.$/,
  )
})

test('a norm without an official page has no link to one', { skip }, async () => {
  const provenance = { ...NORM.provenance, html_url: null, source_url: null } as unknown as Norm['provenance']
  const { page, faults } = await open({ ...NORM, provenance: { ...provenance, source_version: '20260429210245' } })
  assert.equal(await page.locator('.norm .tools .outer').count(), 0)
  const origin = await page.locator('.source .origin').textContent()
  assert.match(origin ?? '', /no known address.*, file of 29 April 2026$/)
  assert.deepEqual(faults, [])
})

test('a law says where it was published, and which of its norms are not yet in force', { skip }, async () => {
  const starter = pages.corpus as Corpus
  const law = (await starter.law('msgb')) as Law
  const changed = {
    ...law,
    promulgation: { gazette: 'BGBl I', reference: '1950, 262', also: [{ gazette: 'FNA', reference: '12-3' }] },
    norms: law.norms.map((norm) =>
      norm.norm === 'par:14' ? { ...norm, status: 'not_yet_in_force', in_force_from: '2999-01-01' } : norm,
    ),
    provenance: { ...law.provenance, source_version: '20260429210245' },
  }
  pages.corpus = new Proxy(starter, {
    get(target, name) {
      if (name === 'law') return async () => changed
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const { page, faults } = await pages.open('/msgb#par:14')
  pages.corpus = starter
  await heading(page, 'Stadtgesetzbuch')
  const facts = (await page.locator('.facts').textContent()) ?? ''
  assert.match(facts, /PublishedBGBl I 1950, 262; FNA 12-3/)
  assert.match(facts, /File of the source29 April 2026/)
  const entry = page.locator('.law-contents [id="par:14"]')
  assert.match((await entry.textContent()) ?? '', /\(not yet in force; from 1 January 2999\)$/)
  assert.equal(await entry.isVisible(), true, 'the headings above the norm of the address are open')
  await page.fill('.law-contents input', '§ 14')
  const found = page.locator('.law-contents ul.contents').first().locator('.entry').first()
  assert.match((await found.textContent()) ?? '', /\(not yet in force; from 1 January 2999\)$/)
  assert.deepEqual(faults, [])
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1280]) {
    test(`runs and tables are accessible and fit: ${colorScheme}, ${width} px`, { skip }, async (context) => {
      const { page } = await open(NORM, { colorScheme, viewport: { width, height: 800 }, bypassCSP: true })
      const [content, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      assert((content ?? 0) <= (room ?? 0), `${content} px wide`)
      await page.evaluate(axe)
      const violations = (await page.evaluate('axe.run().then(({ violations }) => violations)')) as { id: string }[]
      assert.deepEqual(
        violations.map(({ id }) => id),
        [],
      )
      if (process.env.SCREENSHOTS !== undefined) {
        const path = `${process.env.SCREENSHOTS}/marked-${colorScheme}-${width}.png`
        await page.screenshot({ path, fullPage: true })
        context.diagnostic(path)
      }
    })
  }
}
