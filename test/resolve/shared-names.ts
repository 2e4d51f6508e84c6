/** Queries every front end for a law by a name that several laws share. */
import assert from 'node:assert/strict'
import { tools } from '../../src/mcp/tools.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { cite } from '../../src/operations/cite.ts'
import { designations } from '../../src/operations/designations.ts'
import { grep } from '../../src/operations/grep.ts'
import { law } from '../../src/operations/law.ts'
import { norm } from '../../src/operations/norm.ts'
import { norms } from '../../src/operations/norms.ts'
import { LegalTextError } from '../../src/util/errors.ts'

/** The codes of the laws that share a name, by name. */
export async function sharedNames(corpus: Corpus, names: readonly string[]): Promise<Map<string, string[]>> {
  const shared = new Map<string, string[]>()
  for (const name of new Set(names)) {
    const codes = (await corpus.lawsCalled(name)).map(({ code }) => code)
    if (codes.length > 1) shared.set(name, codes)
  }
  return shared
}

interface Chosen {
  code: string
  note: string | undefined
}

/** The law of an answer, or the kind of its error. */
async function chosen(answer: Promise<object>, listed = false): Promise<Chosen | string> {
  try {
    const { code, codes, law_note } = (await answer) as { code?: string; codes?: string[]; law_note?: string }
    return { code: (listed ? codes?.[0] : code) ?? '', note: law_note }
  } catch (error) {
    assert.ok(error instanceof LegalTextError)
    return error.kind
  }
}

/** Asserts that in every front end a name leads to one law, with a note on the others, or is ambiguous; and that codes lead to their laws. */
export async function assertOneChoice(corpus: Corpus, name: string, codes: readonly string[]): Promise<void> {
  const first = await chosen(law.run(corpus, { code: name, depth: 1 }))
  const tool = tools.find((each) => each.name === 'get_law')
  const structured = async () => (await tool?.call(corpus, { code: name }))?.structuredContent as object
  assert.deepEqual(await chosen(norms.run(corpus, { code: name })), first, `norms of ${name}`)
  assert.deepEqual(
    await chosen(grep.run(corpus, { pattern: 'Recht', codes: [name], limit: 1 }), true),
    first,
    `grep in ${name}`,
  )
  const answered = await chosen(structured())
  assert.deepEqual(
    typeof answered === 'string' ? answered : answered.code,
    typeof first === 'string' ? first : first.code,
  )
  for (const code of codes) {
    assert.deepEqual(await chosen(law.run(corpus, { code, depth: 1 })), { code, note: undefined }, code)
    // All ways of naming a norm lead to the same one.
    for (const { norm: path, label, status } of (await corpus.outline(code)).slice(0, 8)) {
      if (!/^(?:par|art):\d+[a-z]?$/.test(path) || status !== 'in_force') continue
      const given = await chosen(norm.run(corpus, { code: name, norm: path }))
      const named = designations
        .run(corpus, { q: `${label} ${name}`, single: true })
        .then(({ norms: [only] }) => only ?? {})
      const code = typeof given === 'string' ? given : given.code
      const inText = await chosen(named)
      assert.equal(typeof inText === 'string' ? inText : inText.code, code, `${label} ${name}`)
      const [citation] = (await cite.run(corpus, { q: `${label} ${name}` })).citations
      if (citation?.code)
        assert.equal(citation.code, typeof given === 'string' ? citation.code : code, `${label} ${name}`)
      if (typeof given !== 'string' && typeof first !== 'string') assert.equal(given.note, first.note)
    }
  }
}
