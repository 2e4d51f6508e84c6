/** Reads a bundle as input for another one. Counts over the texts of all laws are left to the build. */
import { EMPTY_ACCOUNT, type ParsedFinding, type ParsedLimitation } from '../../model/parsed-law.ts'
import type { State } from '../../model/versions.ts'
import { isOfToday, type StoredCoverage } from '../../store/bundle-schema.ts'
import { HistoryReader } from '../../store/sqlite/history-reader.ts'
import type { InputFile, SharedAccount, SourceLaw, StatedAmendment, StatedCitation, StoredLaws } from '../source.ts'
import { dayOf } from '../values.ts'

/** SQL for the code and the path of a norm as columns with a prefix. */
const addressOf = (norm: string, law: string) => `${law}.code AS ${norm}_code, ${norm}.path AS ${norm}_path`

const STATED = `
SELECT law.source_family, citation.subdivision, ${addressOf('citing', 'law')}, ${addressOf('cited', 'other')}
FROM citation JOIN norm AS citing ON citing.id = citation.citing JOIN law ON law.id = citing.law
JOIN norm AS cited ON cited.id = citation.norm JOIN law AS other ON other.id = cited.law
WHERE citation.start IS NULL ORDER BY citation.citing, citation.place`

const AMENDMENTS = `
SELECT amendment.name, amendment.subdivision, amendment.effective_from, ${addressOf('amending', 'law')},
       ${addressOf('amended', 'other')}
FROM amendment JOIN norm AS amending ON amending.id = amendment.amending JOIN law ON law.id = amending.law
LEFT JOIN norm AS amended ON amended.id = amendment.amended LEFT JOIN law AS other ON other.id = amended.law
ORDER BY amendment.amending, amendment.place`

/** Images of a law by name. Parameter: its code. */
const IMAGES = `
SELECT DISTINCT named.value ->> 'name' AS name, image.sha256, length(image.bytes) AS size
FROM law JOIN norm ON norm.law = law.id JOIN content ON content.id = norm.content
JOIN json_each(content.attachments) AS named JOIN image ON image.sha256 = named.value -> 'image' ->> 'sha256'
WHERE law.code = ? AND ${isOfToday('law')} AND ${isOfToday('norm')}`

type Named<Name extends string> = Record<`${Name}_code` | `${Name}_path`, string>

export class BundleSource extends HistoryReader implements StoredLaws {
  readonly file: string
  readonly state: State | undefined
  readonly isComplete: boolean
  readonly hasStates: boolean
  readonly #hasImages: boolean

  /** @throws LegalTextError as {@link HistoryReader} */
  constructor(file: string) {
    const unknown = { source: '', listing: 'partial', incomplete: null } as const
    super(file, (fetch) => ({ ...unknown, observed_on: fetch === null ? '' : dayOf(fetch) }), true)
    this.file = file
    this.state = this.states.find(({ observed_on }) => observed_on !== '')
    this.isComplete = this.#meta('listing') === 'complete'
    this.hasStates = this.ask('SELECT 1 FROM law WHERE state_from IS NOT NULL AND dated = 0 LIMIT 1').length > 0
    this.#hasImages = this.ask(`SELECT 1 FROM sqlite_schema WHERE name = 'image'`).length > 0
  }

  laws(): { code: string; read: () => SourceLaw }[] {
    return this.identities().map((identity) => ({
      code: this.codeOf(identity) ?? '',
      read: () => this.#read(identity),
    }))
  }

  #read(identity: string): SourceLaw {
    const history = this.datedHistory(identity)
    const [observed] = this.take(identity)
    if (observed === undefined) return { law: undefined, limitations: [], findings: [] }
    const { norms, code } = observed.law
    const account = { ...EMPTY_ACCOUNT, elements: norms.length, designated: norms.length }
    const images = this.#hasImages ? this.#images(code) : undefined
    return { law: { ...observed.law, account }, limitations: [], findings: [], images, ...(history && { history }) }
  }

  #images(code: string): Map<string, InputFile> {
    const rows = this.ask<{ name: string; sha256: string; size: number }>(IMAGES, code)
    const read = (sha256: string) =>
      this.ask<{ bytes: Uint8Array }>('SELECT bytes FROM image WHERE sha256 = ?', sha256)[0]?.bytes ?? new Uint8Array()
    return new Map(rows.map(({ name, sha256, size }) => [name, { path: name, size, read: async () => read(sha256) }]))
  }

  account(): SharedAccount {
    const coverage = JSON.parse(this.#meta('coverage') ?? '{}') as StoredCoverage
    const { norms, account, shared_laws_by_source_family: shared = {} } = coverage
    const { elements, headers, structure, designated } = account
    return {
      shared,
      elements: {
        elements: elements - norms,
        headers: headers.total,
        headersWithText: headers.with_text,
        structure: structure.total,
        structureAsNorms: structure.as_norms,
        structureEmpty: structure.empty,
        designated: designated - norms,
      },
    }
  }

  stateLawCoverage(): unknown {
    return JSON.parse(this.#meta('state_law_coverage') ?? 'null') ?? undefined
  }

  limitations(): ParsedLimitation[] {
    return this.ask<ParsedLimitation>(
      `SELECT source_family AS sourceFamily, source_id AS sourceId, title, source_url AS sourceUrl, terminal_state AS terminalState,
              reason, state_code AS stateCode, law_id AS lawId, retrieved_at AS retrievedAt, limitation_id AS limitationId,
              http_status AS httpStatus, retryable FROM limitation ORDER BY id`,
    ).map((row) => ({ ...row, retryable: row.retryable === null ? null : Boolean(row.retryable) }))
  }

  findings(): ParsedFinding[] {
    return this.ask(
      'SELECT source_family AS sourceFamily, source_id AS sourceId, law_id AS lawId, reason FROM finding ORDER BY id',
    )
  }

  statedCitations(): StatedCitation[] {
    type Row = Named<'citing' | 'cited'> & { source_family: string; subdivision: string | null }
    return this.ask<Row>(STATED).map((row) => ({
      name: `${row.citing_code} ${row.citing_path}`,
      sourceFamily: row.source_family,
      citing: { code: row.citing_code, path: row.citing_path },
      cited: { code: row.cited_code, path: row.cited_path },
      subdivision: row.subdivision,
    }))
  }

  amendments(): StatedAmendment[] {
    type Row = Named<'amending'> & Partial<Named<'amended'>> & Record<'name', string>
    return this.ask<Row & Record<'subdivision' | 'effective_from', string | null>>(AMENDMENTS).map((row) => ({
      law: row.name,
      subdivision: row.subdivision,
      effectiveFrom: row.effective_from,
      amending: { code: row.amending_code, path: row.amending_path },
      amended: row.amended_path ? { code: row.amended_code ?? '', path: row.amended_path } : undefined,
    }))
  }

  #meta(key: string): string | undefined {
    return this.ask<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)[0]?.value
  }
}
