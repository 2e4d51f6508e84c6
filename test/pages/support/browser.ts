/** A browser and a server for page tests. */
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before } from 'node:test'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { openCorpus } from '../../../src/dataset/open.ts'
import { createApp } from '../../../src/http/app.ts'
import type { Corpus } from '../../../src/model/corpus.ts'
import type { LegalTextError } from '../../../src/util/errors.ts'

const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = PLACES.find((path) => path !== undefined && existsSync(path))

/** The reason to skip the page tests, or false. */
export const skip = executablePath === undefined && 'there is no Chromium (apt-get install chromium, or set CHROMIUM)'

export interface Pages {
  /** Base URL of a server with the starter dataset. */
  url: string
  /** The corpus that the server answers from; may be replaced by an error. */
  corpus: Corpus | LegalTextError
  open(path: string, options?: BrowserContextOptions): Promise<Opened>
}

export interface Opened {
  page: Page
  /** Errors of the console and of scripts, and requests to other hosts, as they occur. */
  faults: string[]
}

/** Starts a browser and a server before the tests of a file, and stops them afterwards. */
export function usePages(): Pages {
  let browser: Browser | undefined
  let starter: Corpus | undefined
  const pages: Pages = {
    url: '',
    corpus: undefined as unknown as Corpus,
    async open(path, options = {}) {
      const context = await (browser as Browser).newContext({ viewport: { width: 1280, height: 900 }, ...options })
      const page = await context.newPage()
      page.setDefaultTimeout(60_000)
      const faults: string[] = []
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('request', (request) => {
        if (!request.url().startsWith(`${pages.url}/`) && !request.url().startsWith('data:')) faults.push(request.url())
      })
      await page.goto(pages.url + path)
      return { page, faults }
    },
  }
  const server = createServer(createApp({ corpus: () => pages.corpus }).handler)
  before(async () => {
    if (skip) return
    starter = await openCorpus({ dataset: 'starter' })
    pages.corpus = starter
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    pages.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await chromium.launch({ executablePath: executablePath as string, args: ['--no-sandbox'] })
  })
  after(async () => {
    await browser?.close()
    server.close()
    server.closeAllConnections()
    await starter?.close()
  })
  return pages
}

/** Waits for this heading on the page. */
export async function heading(page: Page, text: string | RegExp): Promise<void> {
  await page.locator('main h1').filter({ hasText: text }).waitFor({ state: 'attached' })
}

/** Text of the focused element. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
}
