import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { openEngine } from '../../../src/dataset/open-engine.ts'
import { type BuildOptions, buildBundle } from '../../../src/import/build-bundle.ts'
import type { Change, Corpus } from '../../../src/model/corpus.ts'
import { changes } from '../../../src/operations/changes.ts'
import { lawVersions } from '../../../src/operations/law-versions.ts'
import { LegalTextError } from '../../../src/util/errors.ts'
import { zip } from '../../archive/zip.ts'
import { law } from '../gii/site/site.ts'
import * as packages from '../package/packages.ts'
import { TestRepository } from './repositories.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-git-'))
after(() => rmSync(folder, { recursive: true }))
let count = 0
const newPath = (name: string) => join(folder, `${++count}-${name}`)
const NUMBERS: Record<string, string> = { alpha: '900010001', beta: '900010002', gamma: '900010003' }
const text = (code: string, wording: string, builddate?: string) =>
  law(code, wording, builddate).xml.replaceAll('900010001', NUMBERS[code] as string)
const OLD = 'Die Brücke wird bei Sonnenaufgang geöffnet und bei Sonnenuntergang geschlossen.'
const NEW = 'Die Brücke bleibt bei Sturm geschlossen, und die Fähre fährt nicht.'

async function build(options: Partial<BuildOptions>): Promise<Corpus> {
  const out = newPath('bundle.sqlite')
  await buildBundle({ out, search: false, ...options })
  return openEngine(out)
}

const fromRepository = (path: string, folder?: string) => build({ history: { repository: { path, folder } } })

async function changesOf(corpus: Corpus): Promise<string[]> {
  const { items } = await corpus.changes({ limit: 100, offset: 0 })
  return items.map(({ observed_on, type, code, norm }: Change) => `${observed_on} ${type} ${code} ${norm ?? ''}`.trim())
}

const daysOf = async (corpus: Corpus) => (await corpus.states()).map(({ observed_on }) => observed_on)

const refused = (options: Partial<BuildOptions>, message: RegExp) =>
  assert.rejects(
    buildBundle({ out: newPath('bundle.sqlite'), ...options }),
    (error) => error instanceof LegalTextError && error.kind === 'invalid_input' && message.test(error.message),
    String(message),
  )

describe('a repository whose commits are states', () => {
  it('gives the laws of its last commit, and the older ones', async () => {
    const repository = new TestRepository(newPath('laws'))
    repository.commit('2024-01-01', { 'gesetze/alpha/alpha.xml': text('alpha', OLD), 'README.md': 'Laws' })
    const commit = repository.commit('2024-02-01', { 'gesetze/alpha/alpha.xml': text('alpha', NEW) })
    repository.commit('2024-03-01', { 'gesetze/beta/beta.xml': text('beta', OLD) })
    const corpus = await fromRepository(repository.path)
    assert.deepEqual(await daysOf(corpus), ['2024-01-01', '2024-02-01', '2024-03-01'])
    assert.equal((await corpus.states())[1]?.source, commit)
    assert.equal((await corpus.norm('alpha', 'par:1'))?.text, NEW)
    assert.equal((await corpus.atState('2024-01-01').norm('alpha', 'par:1'))?.text, OLD)
    assert.deepEqual(await changesOf(corpus), [
      '2024-03-01 added beta',
      '2024-03-01 added beta par:1',
      '2024-02-01 changed alpha par:1',
    ])
    await corpus.close()
  })

  it('adds nothing to a bundle that has its days', async () => {
    const repository = new TestRepository(newPath('laws'))
    repository.commit('2024-01-01', { 'alpha.xml': text('alpha', OLD) })
    repository.commit('2024-02-01', { 'alpha.xml': text('alpha', NEW) })
    const history = { repository: { path: repository.path } }
    const [bundle, again] = [newPath('bundle.sqlite'), newPath('again.sqlite')]
    const { states, norms } = await buildBundle({ out: bundle, history })
    const report = await buildBundle({ from: bundle, out: again, history })
    assert.deepEqual([report.states, report.norms], [states, norms])
    assert.deepEqual(states, { count: 2, first: '2024-01-01', last: '2024-02-01' })
  })

  it('may be bare, and older than the state that the corpus is built from', async () => {
    const repository = new TestRepository(newPath('laws'))
    repository.commit('2024-01-01', { 'alpha.xml': text('alpha', OLD) })
    const bare = newPath('laws.git')
    repository.git('clone', '--quiet', '--bare', '.', bare)
    const from = newPath('newest')
    mkdirSync(from)
    writeFileSync(join(from, 'BJNR900010001.xml'), text('alpha', NEW))
    const corpus = await build({ from, fetchedAt: '2025-01-01T00:00:00Z', history: { repository: { path: bare } } })
    assert.deepEqual(await daysOf(corpus), ['2024-01-01', '2025-01-01'])
    assert.deepEqual(await changesOf(corpus), ['2025-01-01 changed alpha par:1'])
    await corpus.close()
    await refused(
      { from, fetchedAt: '2023-01-01T00:00:00Z', history: { repository: { path: bare } } },
      /there is a state of 2024-01-01 .* newer than .*newest.*--fetched-at/,
    )
    await refused({ from, history: { repository: { path: bare } } }, /the day of .*newest is not known.*--fetched-at/)
  })

  it('follows first parents, and the days of their commits, even if a clock ran backwards', async () => {
    const repository = new TestRepository(newPath('laws'))
    repository.commit('2024-01-01', { 'alpha.xml': text('alpha', OLD) })
    repository.git('checkout', '--quiet', '-b', 'side')
    repository.commit('2024-01-15', { 'beta.xml': text('beta', OLD) })
    repository.git('checkout', '--quiet', 'main')
    repository.commit('2024-01-20', { 'gamma.xml': text('gamma', OLD) })
    repository.git('merge', '--quiet', '--no-ff', '--message', 'merge', 'side', { day: '2024-02-01' })
    repository.commit('2024-01-10', { 'alpha.xml': text('alpha', NEW) })
    repository.commit('2024-03-01', { 'alpha.xml': text('alpha', `${NEW} Sie fährt wieder.`) })
    const corpus = await fromRepository(repository.path)
    assert.deepEqual(await daysOf(corpus), ['2024-01-01', '2024-01-20', '2024-02-01', '2024-03-01'])
    // The commit dated 10 January gets the day of the commit before it.
    assert.equal((await corpus.atState('2024-02-01').norm('alpha', 'par:1'))?.text, NEW)
    assert.match((await corpus.states())[2]?.incomplete ?? '', /dated out of order.*2024-01-10/)
    assert.equal((await corpus.atState('2024-01-20').findLaws('beta')).length, 0)
    await corpus.close()
  })

  it('has one state a day, that of the last commit', async () => {
    const repository = new TestRepository(newPath('laws'))
    repository.commit('2024-01-01', { 'alpha.xml': text('alpha', 'Ein Entwurf.') })
    repository.commit('2024-01-01', { 'alpha.xml': text('alpha', OLD) })
    repository.commit('2024-01-02', { 'alpha.xml': text('alpha', OLD, '20240102000000') })
    const corpus = await fromRepository(repository.path)
    assert.deepEqual(await daysOf(corpus), ['2024-01-01', '2024-01-02'])
    assert.deepEqual(await changesOf(corpus), [], 'a build date makes no version')
    assert.equal((await corpus.atState('2024-01-01').norm('alpha', 'par:1'))?.text, OLD)
    await corpus.close()
  })

  it('tells of removed laws only if it ever removes one', async () => {
    const repository = new TestRepository(newPath('laws'))
    const laws = { 'alpha.xml': text('alpha', OLD), 'beta.xml': text('beta', OLD), 'gamma.xml': text('gamma', OLD) }
    repository.commit('2024-01-01', laws)
    repository.commit('2024-01-02', { 'alpha.xml': text('alpha', NEW) })
    const cumulative = await fromRepository(repository.path)
    assert.equal((await cumulative.coverage()).states?.[0]?.listing, 'cumulative')
    await cumulative.close()
    repository.commit('2024-01-03', { 'beta.xml': null })
    const complete = await fromRepository(repository.path)
    assert.equal((await complete.coverage()).states?.[0]?.listing, 'complete')
    assert.deepEqual((await changesOf(complete)).slice(0, 2), [
      '2024-01-03 removed beta',
      '2024-01-03 removed beta par:1',
    ])
    assert.equal((await complete.findLaws('beta')).length, 0)
    assert.equal((await complete.atState('2024-01-02').norm('beta', 'par:1'))?.text, OLD)
    await complete.close()
  })

  it('keeps the version of a law before a document that cannot be read, and names the commit', async () => {
    const repository = new TestRepository(newPath('laws'))
    const other = { 'beta.xml': text('beta', OLD) }
    repository.commit('2024-01-01', { 'alpha.xml': text('alpha', OLD), ...other })
    const broken = repository.commit('2024-01-02', { 'alpha.xml': text('alpha', NEW).replace('</metadaten>', '') })
    repository.commit('2024-01-03', { 'alpha.xml': text('alpha', NEW) })
    const corpus = await fromRepository(repository.path)
    assert.equal((await corpus.atState('2024-01-02').norm('alpha', 'par:1'))?.text, OLD)
    assert.deepEqual(await changesOf(corpus), ['2024-01-03 changed alpha par:1'])
    const [limitation, ...others] = await corpus.limitations({})
    assert.deepEqual(others, [])
    assert.equal(limitation?.law_id, 'alpha')
    assert.match(limitation?.reason ?? '', new RegExp(`2024-01-02.*${broken}`))
    await corpus.close()
  })

  it('does not tell a law as removed whose newest document cannot be read', async () => {
    const repository = new TestRepository(newPath('laws'))
    repository.commit('2024-01-01', { 'alpha.xml': text('alpha', OLD), 'beta.xml': text('beta', OLD) })
    repository.commit('2024-01-02', { 'alpha.xml': text('alpha', NEW).replace('</metadaten>', '') })
    const corpus = await fromRepository(repository.path)
    assert.deepEqual(await changesOf(corpus), [])
    assert.deepEqual((await corpus.findLaws('alpha')).length, 0)
    assert.equal((await corpus.atState('2024-01-01').norm('alpha', 'par:1'))?.text, OLD)
    assert.equal((await corpus.limitations({}))[0]?.law_id, 'alpha')
    await corpus.close()
  })

  it('tells which state is incomplete', async () => {
    const repository = new TestRepository(newPath('laws'))
    repository.commit('2024-01-01', { 'alpha.xml': text('alpha', 'Es war einmal.') })
    repository.commit('2024-01-02', { 'alpha.xml': text('alpha', OLD) })
    repository.commit('2024-01-03', { 'alpha.xml': text('alpha', NEW) })
    const shallow = newPath('shallow')
    repository.git('clone', '--quiet', '--depth', '2', `file://${repository.path}`, shallow)
    const corpus = await fromRepository(shallow)
    const [first] = await corpus.states()
    assert.equal(first?.observed_on, '2024-01-02')
    assert.match(first.incomplete ?? '', /shallow/)
    await corpus.close()

    const blob = repository.git('rev-parse', 'HEAD~1:alpha.xml')
    rmSync(join(repository.path, '.git', 'objects', blob.slice(0, 2), blob.slice(2)))
    const damaged = await fromRepository(repository.path)
    assert.equal((await damaged.atState('2024-01-02').norm('alpha', 'par:1'))?.text, 'Es war einmal.')
    assert.match((await damaged.limitations({}))[0]?.reason ?? '', new RegExp(`${blob}.*2024-01-02`))
    await damaged.close()
  })

  it('is read from one of its folders', async () => {
    const repository = new TestRepository(newPath('laws'))
    repository.commit('2024-01-01', { 'now/alpha.xml': text('alpha', NEW), 'drafts/alpha.xml': text('alpha', OLD) })
    const corpus = await fromRepository(repository.path, 'now')
    assert.equal((await corpus.norm('alpha', 'par:1'))?.text, NEW)
    await corpus.close()
    await refused({ history: { repository: { path: repository.path, folder: 'nowhere' } } }, /no commits.*nowhere/)
  })

  it('is refused with the reason if it is none, or has no laws', async () => {
    const plain = newPath('plain')
    mkdirSync(plain)
    await refused({ history: { repository: { path: plain } } }, /plain: not a git repository/)
    await refused({ history: { repository: { path: newPath('nothing') } } }, /nothing: .*No such file/)
    const empty = new TestRepository(newPath('empty'))
    await refused({ history: { repository: { path: empty.path } } }, /empty/)
    const texts = new TestRepository(newPath('texts'))
    texts.commit('2024-01-01', { 'readme.txt': 'No law', 'other.xml': '<html/>' })
    await refused({ history: { repository: { path: texts.path } } }, /there is no law in/)
    const inner = join(texts.path, 'inner')
    mkdirSync(inner)
    await refused({ history: { repository: { path: inner } } }, /inner: not a git repository/)
  })

  it('gives the same bytes each time', async () => {
    const repository = new TestRepository(newPath('laws'))
    repository.commit('2024-01-01', { 'alpha.xml': text('alpha', OLD), 'beta.xml': text('beta', OLD) })
    repository.commit('2024-01-02', { 'alpha.xml': text('alpha', NEW), 'beta.xml': null })
    const hashes = new Set<string>()
    for (let time = 0; time < 2; time++) {
      const out = newPath('same.sqlite')
      await buildBundle({ out, history: { repository: { path: repository.path } } })
      hashes.add(createHash('sha256').update(readFileSync(out)).digest('hex'))
    }
    assert.equal(hashes.size, 1)
  })
})

describe('a repository from anywhere', () => {
  const twoStates = () => {
    const repository = new TestRepository(newPath('laws'))
    repository.commit('2024-01-01', { 'alpha/alpha.xml': text('alpha', OLD), 'beta/beta.xml': text('beta', OLD) })
    repository.commit('2024-01-02', { 'alpha/alpha.xml': text('alpha', NEW) })
    return repository
  }
  const objectFile = (repository: TestRepository, revision: string) => {
    const blob = repository.git('rev-parse', revision)
    return join(repository.path, '.git', 'objects', blob.slice(0, 2), blob.slice(2))
  }
  const limitationsOf = async (corpus: Corpus) =>
    (await corpus.limitations({})).map(({ source_id, reason }) => `${source_id}: ${reason}`)

  it('is read whatever its settings and the variables of git are', async () => {
    const repository = twoStates()
    for (const [name, value] of [
      ['log.showRoot', 'false'],
      ['i18n.logOutputEncoding', 'UTF-16'],
      ['diff.orderFile', '/nonexistent'],
      ['diff.relative', 'true'],
    ] as const)
      repository.git('config', name, value)
    const grafts = join(repository.path, '.git', 'info', 'grafts')
    mkdirSync(join(grafts, '..'), { recursive: true })
    writeFileSync(grafts, `${repository.git('rev-parse', 'HEAD')}\n`)
    const other = twoStates()
    process.env.GIT_DIR = join(other.path, '.git')
    try {
      const corpus = await fromRepository(repository.path)
      assert.deepEqual(await daysOf(corpus), ['2024-01-01', '2024-01-02'])
      assert.equal((await corpus.states())[1]?.source, repository.git('rev-parse', 'HEAD'))
      assert.deepEqual(await changesOf(corpus), ['2024-01-02 changed alpha par:1'])
      await corpus.close()
    } finally {
      delete process.env.GIT_DIR
    }
  })

  it('may have names that look like the output of git', async () => {
    const repository = twoStates()
    const name = `a\u0001${'0'.repeat(40)} 2099-01-01 2099-01-01T00:00:00Z\n:100644 x.xml`
    repository.commit('2024-01-03', { [name]: 'No law' })
    const corpus = await fromRepository(repository.path)
    assert.deepEqual(await daysOf(corpus), ['2024-01-01', '2024-01-02', '2024-01-03'])
    await corpus.close()
  })

  it('removes what becomes a link', async () => {
    const repository = twoStates()
    rmSync(join(repository.path, 'beta/beta.xml'))
    symlinkSync('../alpha/alpha.xml', join(repository.path, 'beta/beta.xml'))
    repository.commit('2024-01-03', {})
    const corpus = await fromRepository(repository.path)
    assert.deepEqual(await changesOf(corpus), [
      '2024-01-03 removed beta',
      '2024-01-03 removed beta par:1',
      '2024-01-02 changed alpha par:1',
    ])
    await corpus.close()
  })

  it('may have damaged objects: each is a limitation, and all else is read', async () => {
    const repository = twoStates()
    repository.commit('2024-01-03', { 'gamma/gamma.xml': text('gamma', OLD) })
    const damaged = objectFile(repository, 'HEAD~2:alpha/alpha.xml')
    chmodSync(damaged, 0o644)
    writeFileSync(damaged, readFileSync(damaged).fill(0xff, 10, 20))
    rmSync(objectFile(repository, 'HEAD:gamma/gamma.xml'))
    const corpus = await fromRepository(repository.path)
    assert.equal((await corpus.norm('beta', 'par:1'))?.text, OLD)
    assert.equal((await corpus.atState('2024-01-01').norm('beta', 'par:1'))?.text, OLD)
    const [alpha, gamma] = await limitationsOf(corpus)
    assert.match(alpha ?? '', /^alpha: .* no readable object .*2024-01-01/)
    assert.match(gamma ?? '', /^gamma: /)
    await corpus.close()
  })

  it('may have documents of which nothing tells the law', async () => {
    const repository = twoStates()
    repository.commit('2024-01-03', { 'delta/delta.xml': '' })
    repository.commit('2024-01-04', { 'delta/delta.xml': null, 'gii-toc.xml': '<items><broken' })
    repository.commit('2024-01-05', { 'gii-toc.xml': null })
    const corpus = await fromRepository(repository.path)
    const reasons = await limitationsOf(corpus)
    assert.equal(reasons.length, 2)
    assert.match(reasons[0] ?? '', /^delta\/delta.xml: .* cannot be read; in the state of 2024-01-03/)
    assert.match(reasons[1] ?? '', /^gii-toc.xml: gii-toc.xml is broken.* in the state of 2024-01-04/)
    await corpus.close()
  })

  it('keeps a law whose newest document is empty, and its history', async () => {
    const repository = twoStates()
    repository.commit('2024-01-03', { 'alpha/alpha.xml': '' })
    const corpus = await fromRepository(repository.path)
    assert.deepEqual(await changesOf(corpus), ['2024-01-02 changed alpha par:1'])
    const { code, versions } = await lawVersions.run(corpus, { code: 'alpha' })
    assert.deepEqual([code, versions.map(({ observed_to }) => observed_to)], ['alpha', [null, '2024-01-01']])
    await corpus.close()
  })

  it('is refused if a commit has no date', async () => {
    const repository = twoStates()
    const [tree, parent] = [repository.git('rev-parse', 'HEAD^{tree}'), repository.git('rev-parse', 'HEAD')]
    const commit = `tree ${tree}\nparent ${parent}\nauthor T <t@e> 1 +0000\ncommitter T <t@e> 1717200000 +9999\n\nx\n`
    writeFileSync(join(repository.path, '.git', 'commit'), commit)
    const id = repository.git('hash-object', '-t', 'commit', '-w', '--literally', '.git/commit')
    repository.git('update-ref', 'HEAD', id)
    await refused({ history: { repository: { path: repository.path } } }, new RegExp(`commit ${id} .* has no date`))
  })
})

describe('a history that nobody here has chosen', () => {
  const toc = (...codes: string[]) =>
    `<items>${codes.map((code) => `<item><title>${code}</title><link>https://recht.example/${code}/xml.zip</link></item>`).join('')}</items>`
  const incompleteOf = async (corpus: Corpus) =>
    (await corpus.states()).flatMap(({ observed_on, incomplete }) => (incomplete === null ? [] : [observed_on]))

  it('keeps its days if a commit is dated ahead, within it, at its beginning or at its end', async () => {
    const days = ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04']
    for (const [place, wrong] of [
      [0, '2031-05-05'],
      [1, '2026-02-02'],
      [2, '1999-01-01'],
      [3, '2099-09-09'],
    ] as const) {
      const repository = new TestRepository(newPath('laws'))
      for (const [index, day] of days.entries()) {
        repository.commit(index === place ? wrong : day, { 'alpha.xml': text('alpha', `${OLD} ${index}`) })
      }
      const out = newPath('bundle.sqlite')
      const report = await buildBundle({ out, search: false, history: { repository: { path: repository.path } } })
      const corpus = await openEngine(out)
      const kept = days.filter((_, index) => index !== place)
      assert.deepEqual(await daysOf(corpus), kept)
      assert.equal((await corpus.norm('alpha', 'par:1'))?.text, `${OLD} 3`, 'the content of each commit counts')
      const counted = kept[Math.max(place - 1, 0)] as string
      assert.deepEqual(await incompleteOf(corpus), [counted])
      assert.deepEqual(
        report.incomplete_states?.map(({ observed_on }) => observed_on),
        [counted],
      )
      assert.match(report.incomplete_states?.[0]?.reason ?? '', new RegExp(`out of order.*${wrong}`))
      await corpus.close()
    }
  })

  it('is complete only if a law is removed: not a file of another kind, nor one that is put elsewhere', async () => {
    const repository = new TestRepository(newPath('laws'))
    const other = { 'README.md': 'Laws', 'pom.xml': '<project/>', 'package.json': '{}', '.github/ci.xml': '<ci/>' }
    repository.commit('2024-01-01', { 'alpha.xml': text('alpha', OLD), 'beta.xml': text('beta', OLD), ...other })
    const gone = Object.fromEntries(Object.keys(other).map((path) => [path, null]))
    repository.commit('2024-01-02', { ...gone, 'beta.xml': null, 'gesetze/beta.xml': text('beta', OLD) })
    const corpus = await fromRepository(repository.path)
    assert.deepEqual(
      (await corpus.states()).map(({ listing }) => listing),
      ['cumulative', 'cumulative'],
    )
    assert.deepEqual(await changesOf(corpus), [])
    assert.deepEqual(await corpus.limitations({}), [])
    await corpus.close()
  })

  it('has the laws that the table of contents of each commit lists', async () => {
    const repository = new TestRepository(newPath('laws'))
    const laws = Object.fromEntries(
      ['alpha', 'beta', 'gamma'].map((code) => [`laws/${code}/${code}.xml`, text(code, OLD)]),
    )
    repository.commit('2024-01-01', laws)
    repository.commit('2024-01-02', { 'laws/gii-toc.xml': toc('alpha', 'beta') })
    for (const day of ['2024-01-03', '2024-01-04', '2024-01-05'])
      repository.commit(day, { 'laws/gii-toc.xml': toc('alpha'), 'day.txt': day })
    const corpus = await fromRepository(repository.path)
    assert.deepEqual(
      (await corpus.states()).map(({ listing }) => listing),
      ['cumulative', 'complete', 'complete', 'complete', 'complete'],
    )
    assert.deepEqual(await changesOf(corpus), ['2024-01-03 removed beta', '2024-01-03 removed beta par:1'])
    assert.equal((await corpus.findLaws('beta')).length, 0)
    assert.equal((await corpus.atState('2024-01-02').norm('beta', 'par:1'))?.text, OLD)
    assert.equal((await corpus.findLaws('gamma')).length, 1, 'no table ever listed it')
    await corpus.close()
  })

  it('begins with its first law', async () => {
    const repository = new TestRepository(newPath('laws'))
    repository.commit('2023-12-30', { 'README.md': 'Laws', 'package.json': '{}' })
    repository.commit('2023-12-31', { 'config/settings.xml': '<settings/>', '.github/ci.xml': text('gamma', OLD) })
    repository.commit('2024-01-01', { 'alpha.xml': text('alpha', OLD) })
    repository.commit('2024-01-02', { 'alpha.xml': text('alpha', NEW) })
    const corpus = await fromRepository(repository.path)
    assert.deepEqual(await daysOf(corpus), ['2024-01-01', '2024-01-02'])
    assert.deepEqual(await changesOf(corpus), ['2024-01-02 changed alpha par:1'])
    await corpus.close()
  })

  it('may be of JSON packages, whose texts are compared, not the hashes that they state', async () => {
    const repository = new TestRepository(newPath('laws'))
    const files = (wording: string, ...laws: string[]) => ({
      'data/pkg/laws.json': JSON.stringify(laws.map((id) => packages.law(id))),
      'data/pkg/norms.json': JSON.stringify(laws.map((id) => packages.norm(id, 'par:1', { text: wording }))),
    })
    repository.commit('2023-12-31', { 'README.md': 'Packages' })
    repository.commit('2024-01-01', files(OLD, 'seeg', 'alt'))
    repository.commit('2024-01-02', files(NEW, 'seeg', 'alt'))
    repository.commit('2024-01-03', { 'data/pkg/norms.json': '[' })
    for (const day of ['2024-01-04', '2024-01-05', '2024-01-06'])
      repository.commit(day, { ...files(NEW, 'seeg'), 'data/day.txt': day })
    const corpus = await fromRepository(repository.path, 'data/pkg')
    assert.deepEqual(await daysOf(corpus), ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04'])
    assert.deepEqual(await changesOf(corpus), [
      '2024-01-04 removed alt',
      '2024-01-04 removed alt par:1',
      '2024-01-02 changed alt par:1',
      '2024-01-02 changed seeg par:1',
    ])
    assert.equal((await corpus.atState('2024-01-01').norm('seeg', 'par:1'))?.text, OLD)
    assert.equal((await corpus.atState('2024-01-02').norm('seeg', 'par:1'))?.text, NEW)
    assert.equal((await corpus.atState('2024-01-02').norm('alt', 'par:1'))?.text, NEW)
    assert.deepEqual(await incompleteOf(corpus), ['2024-01-03'])
    await corpus.close()
  })

  it('has the laws in its archives, and tells of archives that are not opened', async () => {
    const repository = new TestRepository(newPath('laws'))
    const archive = (code: string, wording: string) => zip([{ name: `${code}.xml`, content: text(code, wording) }])
    repository.commit('2024-01-01', { 'laws/alpha/xml.zip': archive('alpha', OLD), 'beta.zip': archive('beta', OLD) })
    repository.commit('2024-01-02', { 'laws/alpha/xml.zip': archive('alpha', NEW), 'all.tar.gz': 'no law' })
    const corpus = await fromRepository(repository.path)
    assert.deepEqual(await changesOf(corpus), ['2024-01-02 changed alpha par:1'])
    assert.equal((await corpus.atState('2024-01-01').norm('alpha', 'par:1'))?.text, OLD)
    assert.equal((await corpus.norm('beta', 'par:1'))?.text, OLD)
    assert.match((await corpus.states())[1]?.incomplete ?? '', /all\.tar\.gz: it is an archive/)
    await corpus.close()
  })

  it('leaves changes of marks alone out of its changes, unless they are asked for', async () => {
    const repository = new TestRepository(newPath('laws'))
    repository.commit('2024-01-01', { 'alpha.xml': text('alpha', OLD) })
    repository.commit('2024-01-02', { 'alpha.xml': text('alpha', OLD.replace('Sonnen', 'Sonnen\u00ad')) })
    repository.commit('2024-01-03', { 'alpha.xml': text('alpha', NEW) })
    const corpus = await fromRepository(repository.path)
    const asked = async (typographic?: boolean) =>
      (await changes.run(corpus, { ...(typographic && { typographic }) })).changes.map((change) => [
        change.observed_on,
        change.type,
        change.typographic,
      ])
    assert.deepEqual(await asked(), [['2024-01-03', 'changed', undefined]])
    assert.deepEqual(await asked(true), [
      ['2024-01-03', 'changed', undefined],
      ['2024-01-02', 'changed', true],
    ])
    const { versions } = await lawVersions.run(corpus, { code: 'alpha' })
    assert.deepEqual(
      versions.map(({ changed }) => changed),
      [1, 1, 0],
    )
    await corpus.close()
  })
})
