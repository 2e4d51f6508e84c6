/** Checks the tables of customary names, former acts and successors against federal law. */
import assert from 'node:assert/strict'
import customary from '../../../src/citation/laws/customary-names.json' with { type: 'json' }
import formerLaws from '../../../src/citation/laws/former-laws.json' with { type: 'json' }
import successors from '../../../src/citation/laws/successors.json' with { type: 'json' }
import type { Corpus } from '../../../src/model/corpus.ts'

/** Customary names must lead to laws of the corpus. */
export async function checkCustomaryNames(corpus: Corpus): Promise<void> {
  for (const [code, name] of Object.entries(customary)) {
    assert((await corpus.law(code)) !== undefined, code)
    assert(
      (await corpus.findLaws(name)).some((law) => law.code === code),
      `${code} ${name}`,
    )
  }
}

/** Former acts must be missing from the corpus, and their successors present. */
export async function checkFormerActs(corpus: Corpus): Promise<void> {
  for (const { names, successors } of formerLaws) {
    for (const name of names) assert.deepEqual(await corpus.findLaws(name), [], name)
    for (const name of successors) assert((await corpus.findLaws(name)).length > 0, `${names[0]}: ${name}`)
  }
}

/** Each successor must be in force, and its predecessor must not. */
export async function checkSuccessors(corpus: Corpus): Promise<void> {
  const former = new Set(formerLaws.map(({ names }) => names[0]))
  for (const [law, norms] of Object.entries(successors)) {
    const isFormer = former.has(law)
    assert(isFormer || (await corpus.law(law)) !== undefined, law)
    for (const [path, places] of Object.entries(norms)) {
      const old = isFormer ? undefined : await corpus.norm(law, path)
      assert(old === undefined || old.status === 'repealed', `${law} ${path} is in force`)
      for (const place of places) {
        const [code = '', target = ''] = place.split(' ')
        assert.equal((await corpus.norm(code, target))?.status, 'in_force', `${law} ${path}: ${place}`)
      }
    }
  }
}
