/** Fetches the laws of a site, to be killed: `node fetch.ts URL FILE`. */
import { fetchLaws } from '../../../src/dataset/download/fetch-laws.ts'
import { SourceStore } from '../../../src/dataset/download/source-store.ts'
import { quickClient } from './server.ts'

const [, , baseUrl = '', file = ''] = process.argv
const store = SourceStore.open(file, baseUrl)
await fetchLaws({ baseUrl, store, client: quickClient() })
store.close()
