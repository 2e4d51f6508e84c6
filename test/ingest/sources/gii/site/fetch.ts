/** Fetches the laws of a site, to be killed: `node fetch.ts URL FILE`. */
import { fetchLaws } from '../../../../../src/ingest/sources/gii/site/fetch-laws.ts'
import { SourceStore } from '../../../../../src/ingest/sources/gii/site/source-store.ts'
import { quickClient } from '../../../../download/server.ts'

const [, , baseUrl = '', file = ''] = process.argv
const store = SourceStore.open(file, baseUrl)
await fetchLaws({ baseUrl, store, client: quickClient() })
store.close()
