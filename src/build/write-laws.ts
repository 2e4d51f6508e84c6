/** Writes the laws of an input, and what of it could not be read, to a bundle. */
import { LegalTextError } from '../errors.ts'
import type { BundleWriter, StatedRow } from './bundle-writer.ts'
import { Account } from './coverage.ts'
import type { Input } from './input/input.ts'
import type { Limitation, Source, StatedCitation } from './source.ts'
import { FAMILIES } from './sources/families.ts'

/** What the rest of the build needs to know of the source. */
export interface WrittenLaws {
  account: Account
  /** Citations that the source states, to be added to those that the texts are found to have. */
  citations: StatedRow[]
}

/**
 * @param name of the input, for messages
 * @throws LegalTextError `invalid_input` where no source family knows the input, or no law or no norm could be read
 */
export async function writeLaws(
  writer: BundleWriter,
  input: Input,
  name: string,
  { signal, onProgress }: { signal?: AbortSignal; onProgress: (done: number, total: number) => void },
): Promise<WrittenLaws> {
  const source = await openSource(input)
  if (source === undefined || source.lawCount === 0) {
    const expected = FAMILIES.map(({ form }) => form).join('; or ')
    throw new LegalTextError('invalid_input', `there is no law in ${name}: expected are ${expected}`)
  }
  const limitations = [...(input.limitations ?? []), ...source.limitations]
  const account = new Account()
  let done = 0
  let laws = 0
  let norms = 0
  for await (const { law, limitations: found } of source.laws(signal)) {
    signal?.throwIfAborted()
    for (const limitation of found) limitations.push(limitation)
    if (law !== undefined) {
      writer.addLaw(law)
      account.add(law.account)
      laws++
      norms += law.norms.length
    }
    onProgress(++done, source.lawCount)
  }
  if (laws === 0) {
    throw new LegalTextError('invalid_input', `no law in ${name} could be read: ${limitations.at(-1)?.reason}`)
  }
  if (norms === 0) {
    const reason = limitations.at(-1)?.reason ?? `its ${laws === 1 ? 'law has' : `${laws} laws have`} none`
    throw new LegalTextError('invalid_input', `no norm in ${name} could be read: ${reason}`)
  }
  if (source.stateLawCoverage !== undefined) {
    writer.setMeta('state_law_coverage', JSON.stringify(source.stateLawCoverage))
  }
  const stated = findNorms(writer, source.statedCitations)
  for (const limitation of stated.limitations) limitations.push(limitation)
  limitations.sort((a, b) => (a.sourceId < b.sourceId ? -1 : a.sourceId > b.sourceId ? 1 : 0))
  for (const limitation of limitations) writer.addLimitation(limitation)
  return { account, citations: stated.rows }
}

async function openSource(input: Input): Promise<Source | undefined> {
  for (const family of FAMILIES) if (await family.recognise(input)) return family.open(input)
  return undefined
}

/** Looks up both ends of stated citations; one that the bundle does not have is a limitation. */
function findNorms(
  writer: BundleWriter,
  citations: readonly StatedCitation[],
): { rows: StatedRow[]; limitations: Limitation[] } {
  const rows: StatedRow[] = []
  const limitations: Limitation[] = []
  for (const { name, sourceFamily, citing, cited, subdivision } of citations) {
    const [from, to] = [writer.findNorm(citing), writer.findNorm(cited)]
    if (from !== undefined && to !== undefined) {
      rows.push({ citing: from, norm: to, subdivision })
      continue
    }
    const missing = from === undefined ? citing : cited
    limitations.push({
      sourceFamily,
      sourceId: name,
      title: name,
      sourceUrl: '',
      terminalState: 'parse_failed',
      reason: `the relationship ${name} is left out: there is no norm ${missing.path} in ${missing.code}`,
      lawId: missing.code,
    })
  }
  return { rows, limitations }
}
