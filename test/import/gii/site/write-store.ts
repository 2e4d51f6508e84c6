/** Writes laws to a store until it is killed: `node write-store.ts FILE`. */
import { openLawStore } from '../../../../src/import/gii/site/fetch-laws.ts'
import { zip } from '../../../archive/zip.ts'

const store = openLawStore(process.argv[2] as string, 'https://site.example', (text) => {
  throw new Error(text)
})
const toc = { content: Buffer.from('<items/>'), etag: undefined, lastModified: undefined }
for (let round = 0; ; round++) {
  const codes = new Set(Array.from({ length: 300 }, (_, index) => `law_${(index + round * 50) % 1000}`))
  store.beginRun(toc, codes, new Date())
  for (const code of codes) {
    const content = `${code} ${round} `.repeat(200 + Math.floor(Math.random() * 2000))
    const validators = { etag: `"${round}"`, lastModified: undefined }
    const kept = { sha256: content.slice(0, 20), members: [{ name: 'a.xml', size: content.length }] }
    const law = { code, title: content, url: 'https://site.example/', ...validators, ...kept }
    store.addLaw(law, zip([{ name: 'a.xml', content, method: 0 }]), new Date())
    if (code === 'law_7') process.stdout.write('.')
  }
  store.finishRun(codes, new Date())
}
