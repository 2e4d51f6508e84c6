/** Publishes a bundle, for tests that kill it: FILE ADDRESS. */
import { publishBundle } from '../../../src/store/postgres/publish.ts'

const [file = '', address = ''] = process.argv.slice(2)
process.stdout.write('begins\n')
await publishBundle(file, address, { keep: 2 })
