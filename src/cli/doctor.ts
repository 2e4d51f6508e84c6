/** Examines the machine for the needs of commands. Changes nothing. */
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { addressIn, datasetName, isDatabaseAddress, redactUrl, STARTER } from '../dataset/dataset-name.ts'
import { locateBundle } from '../dataset/locate.ts'
import { openEngine } from '../dataset/open-engine.ts'
import { readSourceSettings } from '../dataset/options.ts'
import { remoteSize } from '../dataset/remote-dataset.ts'
import { LANGUAGE_NAMES, languageOfLocale } from '../i18n/choose-language.ts'
import { formatNumber } from '../i18n/readable.ts'
import { say } from '../i18n/texts.ts'
import { cacheFolder } from '../program/cache-path.ts'
import { isExecutable, packageRoot, version } from '../program/package.ts'
import { systemReason } from '../program/system-error.ts'
import { legalTextError } from '../util/errors.ts'
import { tried } from '../util/tried.ts'
import { clipboards } from './terminal/desktop.ts'
import { pagerOf } from './terminal/pager.ts'
import { screenOf } from './terminal/screen.ts'

export interface Check {
  name: string
  /** `bad`: commands fail without it; `note`: some are limited. */
  result: 'good' | 'note' | 'bad'
  /** The present state, or the problem. */
  value: string
  /** The line that fixes it. */
  remedy: string | null
}

export interface Machine {
  /** The dataset that commands open. */
  dataset: string | undefined
  /** True to query the source of the corpus. */
  network: boolean
  environment?: NodeJS.ProcessEnv
  platform?: NodeJS.Platform
}

const good = (name: string, value: string): Check => ({ name, result: 'good', value, remedy: null })
const note = (name: string, value: string, remedy: string): Check => ({ name, result: 'note', value, remedy })
const bad = (name: string, value: string, remedy: string): Check => ({ name, result: 'bad', value, remedy })

/** @throws LegalTextError `invalid_input` if a setting cannot be read */
export async function examine(machine: Machine): Promise<Check[]> {
  const { environment = process.env, platform = process.platform } = machine
  const settings = readSourceSettings(environment)
  const { datasetUrl, corpusUrl, sourceUrl } = settings
  const source = datasetUrl ?? (corpusUrl === undefined ? sourceUrl : addressIn(corpusUrl))
  return [
    good('version', `${version}, ${isExecutable ? say`single executable` : packageRoot}`),
    good('platform', `${platform}-${process.arch}, Node.js ${process.versions.node}`),
    ...(await corpusChecks(machine.dataset, environment, platform)),
    cacheCheck(cacheFolder(environment, platform), platform),
    terminalCheck(environment),
    localeCheck(environment, platform),
    pagerCheck(environment, platform),
    clipboardCheck(environment, platform),
    programCheck(
      'pdftotext',
      'pdftotext',
      say`PDF documents cannot be read`,
      ['poppler-utils', 'poppler', 'oschwartz10612.Poppler'],
      environment,
      platform,
    ),
    machine.network
      ? await networkCheck(source)
      : good('network', say`not asked; \`legal-text doctor --network\` asks ${redactUrl(source)}`),
  ]
}

/** Age in days from which a corpus counts as old. */
const OLD = 92
const DAY = 86_400_000

async function corpusChecks(
  dataset: string | undefined,
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): Promise<Check[]> {
  const kind = dataset !== undefined && isDatabaseAddress(dataset) ? 'database' : 'corpus'
  const unused = kind === 'corpus' ? [good('database', say`none is set`)] : []
  try {
    const settings = readSourceSettings(environment)
    const file = await locateBundle(dataset, { cache: cacheFolder(environment, platform), settings, download: false })
    if (file === undefined && dataset !== undefined) {
      return [note(kind, say`${redactUrl(dataset)} is not converted yet`, 'legal-text status'), ...unused]
    }
    if (file === undefined) return [bad(kind, say`there is none on this machine`, 'legal-text corpus pull'), ...unused]
    const corpus = await openEngine(file)
    try {
      await corpus.ping?.()
      const [{ laws, norms }, date] = await Promise.all([corpus.coverage(), corpus.corpusDate()])
      const name = datasetName(dataset)
      const counts = say`${name}: ${formatNumber(laws)} laws, ${formatNumber(norms)} norms`
      return [good(kind, counts), ...unused, ...(date === null || dataset === STARTER ? [] : [ageCheck(date)])]
    } finally {
      await corpus.close()
    }
  } catch (error) {
    const remedy = kind === 'corpus' ? 'legal-text corpus pull' : 'legal-text corpus list ADDRESS'
    return [bad(kind, legalTextError(error).message, remedy), ...unused]
  }
}

function ageCheck(date: string): Check {
  const days = Math.floor((Date.now() - Date.parse(date)) / DAY)
  const value = say`${days} days (of ${date})`
  return days > OLD ? note('age', value, 'legal-text corpus update') : good('age', value)
}

/** The nearest existing folder must be writable. */
function cacheCheck(cache: string, platform: NodeJS.Platform): Check {
  let folder = cache
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder)
  try {
    // Fails unless it is a folder.
    accessSync(`${folder}/.`, constants.W_OK)
    return good('cache', cache)
  } catch (error) {
    const remedy = platform === 'win32' ? 'setx XDG_CACHE_HOME FOLDER' : 'export XDG_CACHE_HOME=FOLDER'
    return bad('cache', say`cannot write ${cache}: ${systemReason(error)}`, remedy)
  }
}

function terminalCheck(environment: NodeJS.ProcessEnv): Check {
  if (!process.stdout.isTTY) return good('terminal', say`the output is not a terminal`)
  const { width, colour, links } = screenOf(process.stdout, environment)
  const parts = [say`${width} columns`, colour ? say`colours` : say`no colours`, links ? say`links` : say`no links`]
  return good('terminal', parts.join(', '))
}

function localeCheck(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): Check {
  const { LC_ALL, LC_CTYPE, LANG } = environment
  const encoding = LC_ALL || LC_CTYPE || LANG || 'C'
  const value = `${encoding}, ${LANGUAGE_NAMES[languageOfLocale(environment)]}`
  if (platform === 'win32' || platform === 'darwin' || /utf-?8/i.test(encoding)) return good('locale', value)
  return note('locale', say`${value}: other programs may show § and umlauts wrongly`, 'export LC_ALL=C.UTF-8')
}

/** The packages of a program, for apt, brew and winget. */
type Packages = readonly [apt: string, brew: string, winget: string]

function programCheck(
  name: string,
  program: string,
  lack: string,
  packages: Packages,
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): Check {
  const file = findProgram(program, environment, platform)
  return file === undefined
    ? note(name, say`${program} is not installed: ${lack}`, installLine(packages, platform))
    : good(name, file)
}

const installLine = ([apt, brew, winget]: Packages, platform: NodeJS.Platform): string =>
  platform === 'darwin'
    ? `brew install ${brew}`
    : platform === 'win32'
      ? `winget install ${winget}`
      : `sudo apt install ${apt}`

function pagerCheck(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): Check {
  const command = pagerOf(environment, platform)
  if (command === undefined) return good('pager', say`none is wanted`)
  const program = environment.PAGER === undefined ? 'less' : (/^\s*(\S+)/.exec(command)?.[1] ?? '')
  return programCheck(
    'pager',
    program,
    say`long pages run past`,
    ['less', 'less', 'jftuga.less'],
    environment,
    platform,
  )
}

function clipboardCheck(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): Check {
  const names = clipboards(platform, environment).map(({ name }) => name)
  const file = names.map((name) => findProgram(name, environment, platform)).find((found) => found !== undefined)
  if (file !== undefined) return good('clipboard', file)
  const lack = say`nothing here sets it: --copy leaves it to the terminal (OSC 52)`
  return note('clipboard', lack, installLine([environment.WAYLAND_DISPLAY ? 'wl-clipboard' : 'xclip', '', ''], 'linux'))
}

/** The file of a program in PATH. */
function findProgram(name: string, environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined {
  const endings = platform === 'win32' ? ['', ...(environment.PATHEXT ?? '.EXE').split(';')] : ['']
  const folders = (environment.PATH ?? '').split(delimiter).filter(Boolean)
  const files = folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
  return [name, ...files].find((file) => (file !== name || /[\\/]/.test(name) ? isProgram(file) : false))
}

const isProgram = (file: string) => tried(() => accessSync(file, constants.X_OK) === undefined, false)

async function networkCheck(url: string): Promise<Check> {
  const shown = redactUrl(url)
  try {
    await remoteSize(url)
    return good('network', say`${shown} answers`)
  } catch (error) {
    return bad('network', legalTextError(error).message, `curl --head ${shown}`)
  }
}
