import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../../src/program/package.ts'
import type { Place } from './place.ts'

const MODULE = `
  import { open } from 'legal-text'
  import { startServer } from 'legal-text/server'
  const laws = await open({ dataset: 'starter' })
  const { heading } = await laws.norm('§ 1 MSGB')
  await laws.close()
  console.log(heading, typeof startServer)`

const COMMON_JS = `
  const { open } = require('legal-text')
  const { startServer } = require('legal-text/server')
  open({ dataset: 'starter' }).then(async (laws) => {
    const { heading } = await laws.norm('§ 1 MSGB')
    await laws.close()
    console.log(heading, typeof startServer)
  })`

/** Imports the package from modules of the project in which it is installed, and requires it. */
export function tryLibrary(project: Place): void {
  writeFileSync(project.path('library.js'), MODULE)
  writeFileSync(project.path('library.cjs'), COMMON_JS)
  for (const file of ['library.js', 'library.cjs']) {
    assert.equal(project.run(project.node, [file]), 'Rücksicht und Redlichkeit function\n', file)
  }
}

/** A program that uses the library's types; each `@ts-expect-error` must be an error. */
const TYPED = `
  import { createServer } from 'node:http'
  import { type AnswerOf, type Corpus, type Norm, type NormAnswer, type OpenOptions, LegalText, LegalTextError } from 'legal-text'
  import { createApp, findDesignations, laws, norm, norms, open, parseInput, readDocument, relationships, render, renderParts, search } from 'legal-text'
  import { type RunningServer, startServer } from 'legal-text/server'

  export async function ask(options: OpenOptions): Promise<string> {
    await using opened: LegalText = await open(options)
    const corpus: Corpus = opened.corpus
    const answer: NormAnswer = await opened.norm('§ 1 Abs. 2 MSGB')
    const heading: string | undefined = (await opened.search('Kündigung', { limit: 2, codes: ['msgb'] })).results[0]?.heading
    const found: AnswerOf<typeof search> = await search.run(corpus, { q: 'Kündigung', limit: 2 })
    const again = await search.run(corpus, parseInput(search, { q: 'Kündigung' }))
    const counts: number[] = [found, again, await laws.run(corpus, { query: 'msgb' }), await laws.run(corpus)].map(({ count }) => count)
    await relationships.run(corpus, { code: 'msgb', norm: '1' })
    await opened.related('msgbeg', 'art:5', { type: 'contains' })
    for await (const each of opened.norms('msgb')) each satisfies Norm
    const parts = await norms.stream(corpus, { code: 'msgb' })
    for await (const part of renderParts(norms, 'md', corpus, parts)) part satisfies string
    const { text, format } = await readDocument(new Uint8Array())
    const lines: number[] = (await opened.check(text, { format })).findings.map(({ line }) => line)
    // @ts-expect-error a limit is a number
    await search.run(corpus, { q: 'Hafen', limit: {} })
    // @ts-expect-error the words are missing
    await search.run(corpus, {})
    // @ts-expect-error there is no such option
    await opened.search('Hafen', { lmit: 3 })
    // @ts-expect-error a format is a name
    render(norm, 1, answer)
    const server: RunningServer = await startServer({ port: 0 })
    createServer(createApp({ corpus: () => corpus }).handler)
    return render(norm, 'md', answer) + findDesignations(text)[0]?.law + heading + counts + lines + server.url
  }

  export const kindOf = (error: unknown): string | null => (error instanceof LegalTextError ? error.kind : null)
  export const wrap = (corpus: Corpus): LegalText => new LegalText(corpus)
`

/** File name of the program, and its compiler options. A `.cts` is CommonJS. */
const COMPILATIONS: readonly (readonly [file: string, module: string, moduleResolution?: string])[] = [
  ...['node16', 'node18', 'node20', 'nodenext'].flatMap((module) => [
    ['program.mts', module] as const,
    ['program.cts', module] as const,
  ]),
  ['program.mts', 'esnext', 'bundler'],
]

/** Compiles a program that uses the library with the strictest compiler options, in both kinds of projects. */
export function tryTypes(project: Place): void {
  mkdirSync(project.path('typed'))
  for (const file of ['program.mts', 'program.cts']) writeFileSync(project.path('typed', file), TYPED)
  for (const [file, module, moduleResolution] of COMPILATIONS) {
    const compilerOptions = {
      ...{ module, ...(moduleResolution && { moduleResolution }), target: 'es2022', noEmit: true, skipLibCheck: false },
      ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
      // The types of Node.js that TypeScript users have installed, and no others.
      ...{ types: ['node'], typeRoots: [join(packageRoot, 'node_modules', '@types')] },
    }
    writeFileSync(project.path('typed', 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }))
    const compile = () => project.run(join(packageRoot, 'node_modules', '.bin', 'tsc'), ['--project', 'typed'])
    assert.doesNotThrow(compile, `${file} with module ${module}`)
  }
}
