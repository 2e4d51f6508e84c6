/** Invalid arguments, as untyped programs pass them: our errors name the fault and the valid values. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { runInNewContext } from 'node:vm'
import * as library from '../../src/index.ts'
import { assetPath } from '../../src/program/package.ts'

const { findDesignations, LegalText, LegalTextError, open, openCorpus, readDocument, render, renderParts } = library

const laws = await open({ dataset: 'starter' })
after(() => laws.close())

// biome-ignore lint/suspicious/noExplicitAny: calls that do not type-check
type Untyped = (...given: any[]) => any
const untyped = (call: unknown) => call as Untyped

/** Asserts that a call fails with `invalid_input` and this message. */
async function refuses(call: () => unknown, message: RegExp): Promise<void> {
  const failure = await Promise.try(call).then(
    () => assert.fail(`nothing is wrong; expected ${message}`),
    (error: unknown) => error,
  )
  assert(failure instanceof LegalTextError, String(failure))
  assert.equal(failure.kind, 'invalid_input')
  assert.match(failure.message, message)
}

const JUNK = [null, 5, 'x', '', true, Symbol('x'), () => 1, 5n, [], [1], {}, { nonsense: 1 }, new Date(0), new Map()]

describe('what open() is given', () => {
  test('must be an object', async () => {
    for (const call of [open, openCorpus].map(untyped)) {
      await refuses(() => call(null), /^options: must be an object such as \{ dataset: … \}, not null$/)
      await refuses(() => call('starter'), /^options: must be an object such as \{ dataset: … \}, not a string$/)
      await refuses(() => call([]), /^options: .*, not an array$/)
      const dataset = pathToFileURL(assetPath('starter.sqlite'))
      await refuses(() => call(dataset), /^options: .* \{ dataset: … \}, not a value of class URL$/)
      await refuses(
        () => call(Promise.resolve({ dataset })),
        /^options: .* \{ dataset: … \}, not a Promise; await it first$/,
      )
      for (const other of [new Map([['dataset', dataset]]), new Date(0), new Error('x')]) {
        await refuses(() => call(other), /^options: .*, not a value of class (?:Map|Date|Error)$/)
      }
    }
  })

  test('must have known names', async () => {
    const known = /^datset: unknown option; known are dataset, assets, onProgress, onNotice, signal$/
    await refuses(() => untyped(open)({ datset: 'starter' }), known)
  })

  test('must name a dataset by a path or URL', async () => {
    for (const [dataset, type] of [
      ...[[null, 'null'] as const, [5, 'a number'] as const, [Symbol('x'), 'a symbol'] as const],
      ...[['', 'an empty string'] as const, ['  ', 'an empty string'] as const],
      ...[[new URL('ftp://localhost/x'), '"ftp://localhost/x"'] as const],
    ]) {
      await refuses(
        () => untyped(open)({ dataset }),
        new RegExp(`^dataset: must be "starter", or the path or URL .* of a dataset, not ${type}$`),
      )
    }
    await (await open({ dataset: pathToFileURL(assetPath('starter.sqlite')) })).close()
    await assert.rejects(open({ dataset: new URL('http://127.0.0.1:1/laws.zip') }), { kind: 'not_ready' })
  })

  test('may be an object of another realm, or without a prototype', async () => {
    for (const options of [
      runInNewContext('({ dataset: "starter" })'),
      Object.assign(Object.create(null), { dataset: 'starter' }),
    ]) {
      await (await open(options)).close()
    }
  })

  test('may name a dataset by a file URL as a string', async () => {
    await (await open({ dataset: pathToFileURL(assetPath('starter.sqlite')).href })).close()
    for (const url of ['file://host/x', 'file:///a?b', 'file:///a#b', 'file:x', 'file:///a%2Fb', 'file:///a%00b']) {
      const message = /^dataset: must be "starter".*, not "file:.*": a file: URL has an absolute path on this machine/
      await refuses(() => open({ dataset: url }), message)
      // `new URL` would make an absolute path of this.
      if (url !== 'file:x') await refuses(() => open({ dataset: new URL(url) }), message)
    }
    await refuses(() => open({ dataset: 'a\0b' }), /, not a path with a NUL character$/)
  })

  test('must have functions and a signal', async () => {
    await refuses(() => untyped(open)({ dataset: 'starter', onProgress: 5 }), /^onProgress: must be a function/)
    await refuses(() => untyped(open)({ dataset: 'starter', signal: {} }), /^signal: must be an AbortSignal/)
  })

  test('may have a signal that is aborted already, or while a corpus is opened', async () => {
    const reason = new Error('enough')
    await assert.rejects(open({ dataset: 'starter', signal: AbortSignal.abort(reason) }), reason)
    const later = new AbortController()
    const opening = openCorpus({ dataset: 'starter', signal: later.signal })
    later.abort(reason)
    await assert.rejects(opening, reason)
  })
})

test('every exported function ends with errors of ours, whatever it is given', async () => {
  for (const [name, value] of Object.entries(library)) {
    if (typeof value !== 'function' || /^class\b/.test(String(value))) continue
    for (const junk of JUNK) {
      // Objects without names are valid here, and some would open a port.
      if (name === 'startServer' && Object.keys(Object(junk)).length === 0 && typeof junk === 'object' && junk) continue
      try {
        await untyped(value)(junk, junk, junk, junk)
      } catch (error) {
        assert(error instanceof LegalTextError, `${name}(${String(junk)}): ${error}`)
        assert.equal(error.kind, name.startsWith('open') ? error.kind : 'invalid_input', name)
      }
    }
  }
  for (const junk of JUNK) await refuses(() => new LegalText(junk as never), /^corpus: must be an open corpus/)
  await refuses(() => new LegalTextError('nonsense' as never, ''), /^kind: must be one of not_found, /)
})

test('every method ends with errors of ours, in our words, whatever it is given', async () => {
  const methods = ['norm', 'law', 'laws', 'norms', 'search', 'related', 'cite', 'check', 'designations', 'limitations']
  const firsts = ['msgb', '§ 1 MSGB', 'Hafen']
  for (const method of methods) {
    for (const args of JUNK.flatMap((junk) => [[junk], ...firsts.map((first) => [first, junk])])) {
      try {
        const answer = untyped(laws[method as 'norms']).apply(laws, args)
        await (method === 'norms' ? (answer as AsyncGenerator).next() : answer)
      } catch (error) {
        assert(error instanceof LegalTextError, `${method}(${args.map(String)}): ${error}`)
        assert.doesNotMatch(error.message, /Invalid input|expected \w+, received/, method)
      }
    }
  }
})

test('options that a method does not have are named, with those that it has', async () => {
  await refuses(
    () => untyped(laws.laws).call(laws, 5),
    /^options: must be an object such as \{ query: … \}, not a number$/,
  )
  await refuses(() => untyped(laws.search).call(laws, null), /^q: must be the words/)
  await refuses(() => untyped(laws.law).call(laws, 'msgb', 2), /^options: must be an object such as \{ depth: … \}/)
  await refuses(
    () => untyped(laws.law).call(laws, 'msgb', { dept: 2 }),
    /^dept: unknown option; known are depth, part, as_of, in_force_on, jurisdiction$/,
  )
  await refuses(
    () => untyped(laws.law).call(laws, 'msgb', { code: 'x' }),
    /^code: unknown option; known are depth, part, as_of, in_force_on, jurisdiction$/,
  )
  await refuses(
    () => untyped(laws.norms.bind(laws) as never)('msgb', { depth: 1 }).next(),
    /^depth: unknown option; .* part, as_of, in_force_on, jurisdiction$/,
  )
  await refuses(() => untyped(laws.related).call(laws, '§ 1 MSGB', null), /^options: must be an object/)
  await refuses(
    () => untyped(laws.related).call(laws, '§ 1 MSGB', { lmit: 1 }),
    /^lmit: .* type, limit, offset, as_of, in_force_on, jurisdiction$/,
  )
  await refuses(() => untyped(laws.laws).call(laws, { query: 5 }), /^query: must be a text$/)
  await refuses(() => untyped(laws.limitations).call(laws, { law_id: 5 }), /^law_id: must be a text$/)
  await refuses(() => untyped(laws.norm).call(laws, 5), /^designation: must be a norm with its law.*, not a number$/)
  await refuses(() => untyped(laws.cite).call(laws, 5), /^text: must be a string, not a number$/)
})

test('methods without options take no further arguments', async () => {
  const calls: [method: string, ...given: unknown[]][] = [
    ['designations', '§ 1 MSGB', {}],
    ['coverage', {}],
    ['status', 5],
  ]
  for (const [method, ...given] of calls) {
    const call = untyped(laws[method as 'status'])
    await refuses(() => call.apply(laws, given), new RegExp(`^options: ${method}\\(\\) takes none$`))
    await call.apply(laws, given.with(-1, undefined))
  }
})

test('a text that is too long is named as the argument that it is', async () => {
  const long = 'x'.repeat(200_000)
  await refuses(() => laws.norm(long), /^designation: must be at most 100000 characters$/)
  await refuses(() => laws.related(long), /^designation: must be at most 100000 characters$/)
  await refuses(() => laws.designations(long), /^text: must be at most 100000 characters$/)
  await refuses(() => laws.cite(long), /^text: must be at most 100000 characters; check\(\) reads longer texts$/)
})

test('an operation needs a corpus and an object', async () => {
  const input = { code: 'msgb', norm: '1' }
  const run = untyped(library.norm.run)
  await refuses(() => run(null, input), /^corpus: must be an open corpus, .*, not null$/)
  await refuses(() => run(laws, input), /^corpus: .* the `corpus` of a LegalText, not a value of class LegalText$/)
  await refuses(
    () => run(laws.corpus, 5),
    /^input: must be an object with code, norm, as_of, in_force_on, jurisdiction, not a number$/,
  )
  await refuses(() => untyped(library.norms.stream)(laws, { code: 'msgb' }), /^corpus: /)
})

test('documents are bytes', async () => {
  const bytes = new TextEncoder().encode('§ 1 MSGB')
  const expected =
    /^bytes: must be the content of a file as a Uint8Array or Buffer, not a (string|value of class ArrayBuffer)$/
  await refuses(() => untyped(readDocument)('§ 1 MSGB'), expected)
  await refuses(() => untyped(readDocument)(bytes.buffer), expected)
  await refuses(() => untyped(readDocument)(bytes, 'letter.txt'), /^options: must be an object such as \{ name: … \}/)
  await refuses(() => untyped(readDocument)(bytes, { name: 5 }), /^name: must be a string/)
  await refuses(
    () => untyped(readDocument)(bytes, { format: 'rtf' }),
    /^format: must be one of plain, markdown, html, /,
  )
  await refuses(() => untyped(readDocument)(bytes, { formt: 'html' }), /^formt: unknown option/)
  await refuses(() => untyped(findDesignations)(bytes), /^text: must be a string/)
})

test('an answer is rendered as that of its operation', async () => {
  const { norm, norms, search } = library
  const [one, found] = [await laws.norm('msgb', '1'), await laws.search('Hafen')]
  const parts = await norms.stream(laws.corpus, { code: 'msgb' })
  await refuses(() => untyped(render)('norm', 'md', one), /^operation: must be an operation, such as `norm`/)
  await refuses(() => render(norm, 'md', found), /^answer: must be an answer of norm/)
  await refuses(() => render(search, 'csv', one), /^answer: must be an answer of search/)
  await refuses(() => render(search, 'csv', undefined), /^answer: .* not undefined$/)
  await refuses(() => render(search, 'text', found), /^format: must be one of json, ndjson, csv, md$/)
  await refuses(() => render(norms, 'md', parts), /^operation: renderParts\(\) renders the answers of norms$/)
  await refuses(
    () => renderParts(norm, 'md', laws.corpus, parts),
    /^operation: render\(\) renders the answers of norm$/,
  )
  await refuses(() => untyped(renderParts)(norms, 'md', laws, parts), /^corpus: must be an open corpus/)
  await refuses(() => untyped(renderParts)(norms, 'md', laws.corpus), /^answer: must be an answer in parts, as norms/)
})

test('a server has known settings, with values that they take', async () => {
  const { createApp, startServer } = library
  const corpus = () => laws.corpus
  const reason = new Error('enough')
  await assert.rejects(startServer({ port: 0 }, { signal: AbortSignal.abort(reason) }), reason)
  await refuses(() => untyped(createApp)({ corpus: laws.corpus }), /^corpus: must be a function that returns the open/)
  await refuses(
    () => untyped(createApp)({ corpus, setings: {} }),
    /^setings: unknown option; known are corpus, settings/,
  )
  await refuses(
    () => untyped(createApp)({ corpus, settings: { prot: 1 } }),
    /^prot: unknown option; known are host, port/,
  )
  await refuses(() => untyped(startServer)({ port: 'x' }), /^port: must be a whole number from 0 to 65535$/)
  await refuses(() => untyped(startServer)({ port: '80' }), /^port: .* from 0 to 65535, not a string$/)
  await refuses(
    () => untyped(startServer)({ host: null }),
    /^host: must be a host name, an IP address, or unix:\/path for a Unix socket, not null$/,
  )
  await refuses(
    () => untyped(startServer)({ trustedProxies: '::1' }),
    /^trustedProxies: must be an array of IP addresses/,
  )
})
