import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { openEngine } from '../../src/dataset/open-engine.ts'
import { buildBundle } from '../../src/import/build-bundle.ts'
import type { Input } from '../../src/import/source.ts'
import type { ParsedLimitation } from '../../src/model/parsed-law.ts'
import { packageRoot } from '../../src/program/package.ts'
import { DIGEST_PLACEHOLDER } from '../../src/store/bundle-schema.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { membersOf, tarOf } from '../archive/archives.ts'
import { zip } from '../archive/zip.ts'
import { designated, xml } from './gii/document.ts'

const starter = join(packageRoot, 'src', 'starter')
const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
after(() => rmSync(folder, { recursive: true }))
const file = (name: string) => join(folder, name)
const fetchedAt = '2026-01-15T00:00:00Z'

const refused = (promise: Promise<unknown>, message: RegExp) =>
  assert.rejects(
    promise,
    (error) => error instanceof LegalTextError && error.kind === 'invalid_input' && message.test(error.message),
  )

describe('a build', () => {
  it('accounts for every norm element and lists what could not be imported', async () => {
    const report = await buildBundle({ from: starter, out: file('account.sqlite'), fetchedAt })
    const { account } = report
    assert.equal(account.headers.total + account.structure.total + account.designated, account.elements)
    assert.equal(account.headers.with_text + account.structure.as_norms + account.designated, report.norms)
    const corpus = await openEngine(file('account.sqlite'))
    const limitations = await corpus.limitations({})
    assert.deepEqual(
      limitations.map(({ source_id, terminal_state, retrieved_at }) => [source_id, terminal_state, retrieved_at]),
      [
        ['32024d9903', 'unsupported_format', fetchedAt],
        ['buechv', 'parse_failed', fetchedAt],
        ['fischmkto', 'unsupported_format', fetchedAt],
      ],
    )
    assert.match(limitations[1]?.reason ?? '', /buechv\/.*\.xml: .*\(line \d+, column \d+\)/)
    await corpus.close()
  })

  it('gives the same bytes for the same input, whatever archive it comes in', async () => {
    const tar = await tarOf(membersOf(starter, 'laws-2026/'))
    writeFileSync(file('laws.tar'), tar)
    writeFileSync(file('laws.tar.gz'), gzipSync(tar))
    writeFileSync(file('laws.tar.zst'), zstdCompressSync(tar))
    writeFileSync(file('laws.zip'), zip(membersOf(starter)))
    const hashes = new Set<string>()
    for (const from of [
      starter,
      starter,
      file('laws.tar'),
      file('laws.tar.gz'),
      file('laws.tar.zst'),
      file('laws.zip'),
    ]) {
      const out = file('same.sqlite')
      await buildBundle({ from, out, fetchedAt })
      hashes.add(createHash('sha256').update(readFileSync(out)).digest('hex'))
    }
    assert.equal(hashes.size, 1)
  })

  it('has a digest over every byte but its own', async () => {
    const { digest, bundle_id } = await buildBundle({ from: starter, out: file('digest.sqlite'), fetchedAt })
    const bytes = readFileSync(file('digest.sqlite'))
    const place = bytes.indexOf(digest)
    assert.ok(place > 0)
    bytes.write(DIGEST_PLACEHOLDER, place, 'latin1')
    assert.equal(digest, `sha256:${createHash('sha256').update(bytes).digest('hex')}`)
    assert.equal(bundle_id, digest.slice(7, 23))
  })

  it('records when the source was fetched, and differs by nothing else', async () => {
    const without = await buildBundle({ from: starter, out: file('without.sqlite') })
    const corpus = await openEngine(file('without.sqlite'))
    assert.equal((await corpus.law('msgb'))?.provenance.fetch_timestamp, null)
    await corpus.close()
    assert.notEqual(without.digest, (await buildBundle({ from: starter, out: file('with.sqlite'), fetchedAt })).digest)
    await refused(buildBundle({ from: starter, out: file('x.sqlite'), fetchedAt: '29.4.2026' }), /ISO 8601/)
  })

  it('takes a folder of one law, and a single file', async () => {
    mkdirSync(file('single'))
    writeFileSync(file('single/testg.xml'), xml([designated('E1', '§ 1', '<P>Text.</P>')]))
    const one = await buildBundle({ from: file('single/testg.xml'), out: file('one.sqlite') })
    const other = await buildBundle({ from: file('single'), out: file('other.sqlite') })
    assert.equal(one.digest, other.digest)
    assert.equal(one.laws, 1)
  })

  it('takes an input that is open already, with what is known of it, and closes it', async () => {
    const read = async () => Buffer.from(xml([designated('E1', '§ 1', '<P>Text.</P>')]))
    const toc = (codes: string[]) =>
      `<items>${codes.map((code) => `<item><title>${code}</title><link>https://recht.example/${code}/xml.zip</link></item>`).join('')}</items>`
    const limitation = (lawId: string, terminalState: 'source_unavailable' | 'parse_failed'): ParsedLimitation => ({
      sourceFamily: 'gesetze-im-internet',
      sourceId: lawId,
      title: lawId,
      sourceUrl: '',
      terminalState,
      reason: 'known beforehand',
    })
    let closed = 0
    const input = (): Input => ({
      name: 'site',
      files: [
        { path: 'ag/a.xml', size: 1, read, fetchedAt: '2026-03-03T00:00:00Z' },
        { path: 'bg/b.xml', size: 1, read },
        { path: 'gii-toc.xml', size: 1, read: async () => Buffer.from(toc(['ag', 'bg', 'cg', 'dg', 'eg'])) },
      ],
      limitations: [limitation('ag', 'source_unavailable'), limitation('cg', 'source_unavailable')],
      skipped: [{ path: 'site/eg/xml.zip', reason: 'it is broken', terminalState: 'parse_failed' }],
      close: async () => void closed++,
    })
    await buildBundle({ from: input(), out: file('opened.sqlite'), fetchedAt, search: false })
    const corpus = await openEngine(file('opened.sqlite'))
    assert.equal((await corpus.law('ag'))?.provenance.fetch_timestamp, '2026-03-03T00:00:00Z')
    assert.equal((await corpus.norm('ag', 'par:1'))?.provenance.fetch_timestamp, '2026-03-03T00:00:00Z')
    assert.equal((await corpus.law('bg'))?.provenance.fetch_timestamp, fetchedAt)
    assert.deepEqual(
      (await corpus.limitations({})).map(({ law_id, terminal_state, reason }) => [law_id, terminal_state, reason]),
      [
        ['ag', 'source_unavailable', 'known beforehand'],
        ['cg', 'source_unavailable', 'known beforehand'],
        ['dg', 'source_unavailable', 'listed in the table of contents, but not among the files'],
        ['eg', 'parse_failed', 'site/eg/xml.zip: it is broken'],
      ],
    )
    await corpus.close()
    await refused(buildBundle({ from: input(), out: folder }), /it is a folder/)
    await refused(
      buildBundle({ from: { ...input(), files: [] }, out: file('none.sqlite') }),
      /no law could be fetched from site: ag: known beforehand; cg: known beforehand/,
    )
    assert.equal(closed, 3)
  })

  it('keeps all good laws when some are bad', async () => {
    const from = file('mixed')
    cpSync(starter, from, { recursive: true })
    writeFileSync(join(from, 'msgb', 'another.xml'), '<dokumente/>')
    mkdirSync(join(from, 'empty'))
    mkdirSync(join(from, 'constructor'))
    const hostile = `sha256:${'0'.repeat(64)}`
    writeFileSync(join(from, 'constructor', 'a.xml'), xml([designated('E1', '§ 1', `<P>${hostile}</P>`)]))
    mkdirSync(join(from, 'a,b'))
    writeFileSync(join(from, 'a,b', 'a.xml'), xml([designated('E1', '§ 1')]))
    mkdirSync(join(from, 'oddfile'))
    writeFileSync(join(from, 'oddfile', 'law.txt'), xml([designated('E1', '§ 1')]))
    mkdirSync(join(from, 'garbage'))
    writeFileSync(join(from, 'garbage', 'a.xml'), Buffer.from([0xff, 0xfe, 0, 1, 2]))
    const { laws, limitations_by_terminal_state } = await buildBundle({ from, out: file('mixed.sqlite') })
    assert.equal(laws, 12)
    assert.deepEqual(limitations_by_terminal_state, { excluded_by_policy: 2, parse_failed: 2, unsupported_format: 3 })
  })

  it('leaves out the questions of a norm with another heading, and reports it', async () => {
    const from = file('renamed')
    cpSync(starter, from, { recursive: true })
    const [law = ''] = readdirSync(join(from, 'msgb')).filter((name) => name.endsWith('.xml'))
    const text = readFileSync(join(from, 'msgb', law), 'utf8')
    writeFileSync(join(from, 'msgb', law), text.replace('>Säumnisgeld<', '>Mahngeld<'))
    const { findings } = await buildBundle({ from, out: file('renamed.sqlite') })
    assert.deepEqual(
      findings.filter(({ reason }) => reason.includes('questions')).map(({ law_id, reason }) => [law_id, reason]),
      [
        [
          'msgb',
          'the questions that people ask for par:27 are left out: the heading is another one, or the norm is gone',
        ],
      ],
    )
  })
})

describe('a build that fails', () => {
  it('says what is wrong with the input', async () => {
    const out = file('never.sqlite')
    await refused(buildBundle({ from: file('nothing'), out }), /no such file or folder/)
    mkdirSync(file('hollow'))
    await refused(buildBundle({ from: file('hollow'), out }), /there is no law in/)
    for (const name of ['a.html', 'b.HTM', 'README.md', 'd.json', 'e.pdf'])
      writeFileSync(join(file('hollow'), name), '')
    await refused(
      buildBundle({ from: file('hollow'), out }),
      /there is no law.*found instead: 2 HTML, 1 Markdown, 1 JSON/,
    )
    writeFileSync(file('noise'), Buffer.alloc(2000, 7))
    await refused(buildBundle({ from: file('noise'), out }), /neither a folder nor/)
    writeFileSync(file('cut.zip'), zip(membersOf(starter)).subarray(0, 5000))
    await refused(buildBundle({ from: file('cut.zip'), out }), /broken zip archive/)
    writeFileSync(file('cut.tar.zst'), zstdCompressSync(await tarOf(membersOf(starter))).subarray(0, 5000))
    await refused(buildBundle({ from: file('cut.tar.zst'), out }), /broken archive/)
    await refused(buildBundle({ from: join(starter, 'buechv'), out }), /no law in .* could be read: .*line/)
    await refused(buildBundle({ from: starter, out: folder }), /it is a folder/)
    await refused(buildBundle({ from: starter, out: join(folder, 'new/') }), /it is a folder/)
    await refused(buildBundle({ from: starter, out: '/dev/null' }), /not a regular file/)
    await refused(buildBundle({ from: starter, out: join(file('noise'), 'x') }), /cannot write/)
    await refused(buildBundle({ from: starter, out: file('x'.repeat(300)) }), /cannot write/)
    writeFileSync(file('input.xml'), xml([designated('E1', '§ 1')]))
    await refused(buildBundle({ from: file('input.xml'), out: file('input.xml') }), /it is the input/)
    await refused(buildBundle({ from: starter, out, fetchedAt: '2026-02-30' }), /ISO 8601/)
    await refused(buildBundle({ from: starter, out: file('cut.zip') }), /exists and is not a bundle/)
    await refused(buildBundle({ from: '/dev/null', out }), /neither a folder nor/)
  })

  it('removes what a killed build has left, but not what another one is writing', async () => {
    const into = mkdtempSync(join(folder, 'left-'))
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    writeFileSync(join(into, `b.sqlite.${dead}.tmp`), 'half')
    writeFileSync(join(into, `b.sqlite.${process.ppid}.tmp`), 'being written')
    writeFileSync(join(into, `other.${dead}.tmp`), 'not ours')
    writeFileSync(join(into, `b.sqlite.backup.${dead}.tmp`), 'not ours')
    writeFileSync(join(into, `b.sqlite.${dead}.tmp-journal`), 'half')
    // In a container, our own process may have the id of the killed one.
    writeFileSync(join(into, `b.sqlite.${process.pid}.tmp`), 'half')
    writeFileSync(join(into, `b.sqlite.${process.pid}.tmp-journal`), 'half')
    mkdirSync(join(into, `b.sqlite.${process.pid}.tmp-index`))
    await buildBundle({ from: starter, out: join(into, 'b.sqlite') })
    const kept = ['b.sqlite', `b.sqlite.${process.ppid}.tmp`, `b.sqlite.backup.${dead}.tmp`, `other.${dead}.tmp`]
    assert.deepEqual(readdirSync(into).sort(), kept.sort())
  })

  it('does not take what another build of the process is writing for a leftover', async () => {
    const out = join(mkdtempSync(join(folder, 'twice-')), 'b.sqlite')
    const builds = await Promise.allSettled([1, 2].map(() => buildBundle({ from: starter, out, search: false })))
    const failed = builds.flatMap((build) => (build.status === 'rejected' ? [String(build.reason)] : []))
    assert.equal(failed.length, 1)
    assert.match(failed[0] ?? '', /another build of this process is writing it/)
    assert.deepEqual(readdirSync(dirname(out)), ['b.sqlite'])
    await buildBundle({ from: starter, out, search: false })
  })

  it('leaves the old bundle and nothing else', async () => {
    const from = mkdtempSync(join(folder, 'old-'))
    const out = join(from, 'bundle.sqlite')
    await buildBundle({ from: starter, out })
    const before = readFileSync(out)
    await refused(buildBundle({ from: join(starter, 'buechv'), out }), /no law/)
    const abort = new AbortController()
    const onProgress = () => abort.abort(new Error('stopped'))
    await assert.rejects(buildBundle({ from: starter, out, onProgress, signal: abort.signal }), /stopped/)
    assert.deepEqual(readFileSync(out), before)
    assert.deepEqual(readdirSync(from), ['bundle.sqlite'])
  })
})
