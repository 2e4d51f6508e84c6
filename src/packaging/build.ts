/**
 * Builds the package: code, pages, types, the starter dataset, the OpenAPI document, the command manifest. `npm run build`.
 * Everything in `dist` comes from here, and the same sources give the same files.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { allCommands } from '../cli/commands.ts'
import { openCorpus } from '../dataset/open.ts'
import { buildOpenApi } from '../http/openapi-examples.ts'
import { inLanguage } from '../i18n/texts.ts'
import { buildBundle } from '../import/build-bundle.ts'
import { QUESTIONS_FILE, withMarks } from '../import/search-index/questions.ts'
import { listingOf, TOOL_LIST } from '../mcp/tool.ts'
import { tools } from '../mcp/tools.ts'
import { loadTexts } from '../program/load-texts.ts'
import { assetPath, packageRoot, version } from '../program/package.ts'
import { bundleCode, divideProgram } from './bundle-code.ts'
import { bundleWeb } from './bundle-web.ts'
import { finishDeclarations } from './declarations.ts'
import { GERMAN_MANUAL, manualPage } from './manual-page.ts'
import { STARTER_FETCHED_AT, withStarterStates } from './starter-states.ts'

/** Runs the program of a package by its file: Windows cannot run the scripts in `.bin`. */
const tool = (script: string, ...options: string[]) => {
  const words = [join(packageRoot, 'node_modules', script), ...options]
  execFileSync(process.execPath, words, { cwd: packageRoot, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function step(name: string, run: () => unknown): Promise<void> {
  const start = performance.now()
  await run()
  console.log(`${name.padEnd(16)} ${Math.round(performance.now() - start)} ms`)
}

await step('code', bundleCode)
await step('completion', copyCompletion)
await step('tables', copyTables)
await step('tools', writeToolList)
await step('types', buildTypes)
await step('questions', packQuestions)
await step('starter dataset', buildStarter)
await step('openapi', writeOpenApi)
await step('pages', bundleWeb)
await step('commands', () => tool('oclif/bin/run.js', 'manifest'))
await step('manual', writeManualPages)
await step('program', divideProgram)

async function writeManualPages(): Promise<void> {
  const commands = await allCommands()
  writeFileSync(assetPath('legal-text.1'), manualPage(commands, version))
  loadTexts('de')
  mkdirSync(dirname(assetPath(GERMAN_MANUAL)), { recursive: true })
  writeFileSync(
    assetPath(GERMAN_MANUAL),
    inLanguage('de', () => manualPage(commands, version)),
  )
}

function writeToolList(): void {
  writeFileSync(assetPath(TOOL_LIST), JSON.stringify(tools.map(listingOf)))
}

function copyCompletion(): void {
  const from = join(packageRoot, 'src', 'cli', 'completion', 'scripts')
  rmSync(assetPath('completion'), { recursive: true, force: true })
  cpSync(from, assetPath('completion'), { recursive: true })
}

/** Copies tables that only corpus builds read, and texts of other languages: files that no other command loads. */
function copyTables(): void {
  const source = join(packageRoot, 'src')
  for (const name of globSync('{**/*.txt,i18n/*.json}', { cwd: source })) cpSync(join(source, name), assetPath(name))
}

function packQuestions(): void {
  const files = globSync(join(packageRoot, 'src/import/search-index/questions/*.json')).sort()
  const fields = files.map((file) => withMarks(JSON.parse(readFileSync(file, 'utf8'))))
  const params = { [constants.ZSTD_c_compressionLevel]: 19 }
  writeFileSync(assetPath(QUESTIONS_FILE), zstdCompressSync(JSON.stringify(fields), { params }))
}

async function buildTypes(): Promise<void> {
  rmSync(assetPath('types'), { recursive: true, force: true })
  tool('typescript/bin/tsc', '--project', 'src/packaging/types.tsconfig.json')
  await finishDeclarations()
}

async function buildStarter(): Promise<void> {
  const from = join(packageRoot, 'src', 'starter')
  const out = assetPath('starter.sqlite')
  await withStarterStates((states) =>
    buildBundle({ from, out, fetchedAt: STARTER_FETCHED_AT, history: { states }, search: true }),
  )
  utimesSync(out, new Date(STARTER_FETCHED_AT), new Date(STARTER_FETCHED_AT))
}

async function writeOpenApi(): Promise<void> {
  const corpus = await openCorpus({ dataset: 'starter' })
  writeFileSync(assetPath('openapi.json'), await buildOpenApi(corpus))
  await corpus.close()
}
