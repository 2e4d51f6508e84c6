/**
 * A process that does long work on datasets until it is killed: `long-work.ts KIND CACHE NAME`. `update` gets the corpus of the
 * site NAME, `convert` converts the folder NAME, `serve` serves the bundle NAME or the default dataset. It reports its start and
 * its end on stdout.
 */
import { pullCorpus } from '../../src/dataset/acquire.ts'
import { obtainBundle } from '../../src/dataset/open.ts'
import type { ObtainOptions } from '../../src/dataset/options.ts'
import { startServer } from '../../src/http/listen.ts'
import { readSettings } from '../../src/program/settings.ts'

const [kind, cache = '', name = ''] = process.argv.slice(2)
const local = { HOST: '127.0.0.1', PORT: '0', SOURCE_URL: process.env.SOURCE_URL }
const settings = readSettings({ ...local, ...(kind === 'update' && { SOURCE_URL: name }) })
const options: ObtainOptions = { cache, settings, download: true }
process.stdout.write('begins\n')
if (kind === 'update') await pullCorpus(options)
else if (kind === 'convert') await obtainBundle(name, options)
else await (await startServer({ ...settings, datasetPath: name || undefined })).ready
process.stdout.write('done\n')
