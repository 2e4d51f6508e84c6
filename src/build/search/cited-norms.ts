/** Which norms the text of a norm cites, as far as a look-up by name and path tells. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type FoundDesignation, findDesignations } from '../../citation/find.ts'
import type { NameCandidate } from '../../citation/law-mentions.ts'
import { foldName, nominativeForms } from '../../citation/law-name.ts'
import { formatElements } from '../../citation/norm-path.ts'
import { IS_NAMED } from '../../corpus/bundle-schema.ts'

/** A citation of a norm of the corpus. Places are UTF-16 code units of the citing text. */
export interface CitedNorm {
  norm: number
  start: number
  end: number
}

/** The law that a designation names: a number, `undefined` where it names none, `null` where none that is known. */
type NamedLaw = number | undefined | null

export class CitedNorms {
  readonly #alias: StatementSync
  readonly #code: StatementSync
  readonly #norm: StatementSync
  readonly #laws = new Map<string, number | null | undefined>()

  /** @param database the bundle with all laws and norms */
  constructor(database: DatabaseSync) {
    this.#alias = database.prepare(`SELECT law FROM alias WHERE ${IS_NAMED} LIMIT 2`)
    this.#code = database.prepare('SELECT id AS law FROM law WHERE code = ?')
    this.#norm = database.prepare('SELECT id FROM norm WHERE law = ? AND path = ?')
  }

  /** The norms that a text of `law` cites, in its order; of a range its first. A citation without a law means its own. */
  find(text: string, law: number): CitedNorm[] {
    const found = findDesignations(text)
    const cited: CitedNorm[] = []
    let behind: NamedLaw
    for (const designation of found.reverse()) {
      const named = this.#lawOf(designation) ?? (designation.linkedToNext ? behind : undefined)
      const unknown = designation.weak || designation.abbreviation !== undefined
      behind = named === undefined && !unknown ? law : named
      if (behind === undefined || behind === null) continue
      for (const { readings } of designation.norms) {
        const norm = this.#normAt(behind, readings.map(formatElements))
        if (norm !== undefined) cited.push({ norm, start: designation.start, end: designation.end })
      }
    }
    return cited.reverse()
  }

  #lawOf({ namesAfter, namesBefore }: FoundDesignation): NamedLaw {
    for (const name of [...namesAfter, ...namesBefore]) {
      const law = this.#lawNamed(name)
      if (law !== undefined) return law
    }
    return undefined
  }

  /** The one law with a name; `null` where several have it. */
  #lawNamed({ text }: NameCandidate): NamedLaw {
    if (this.#laws.has(text)) return this.#laws.get(text)
    let law: NamedLaw
    for (const form of nominativeForms(text)) {
      const rows = [...this.#code.all(form.toLowerCase()), ...this.#alias.all(foldName(form))] as { law: number }[]
      const laws = new Set(rows.map((row) => row.law))
      if (laws.size === 0) continue
      law = laws.size === 1 ? (rows[0]?.law as number) : null
      break
    }
    this.#laws.set(text, law)
    return law
  }

  #normAt(law: number, paths: readonly string[]): number | undefined {
    for (const path of paths) {
      const row = this.#norm.get(law, path) as { id: number } | undefined
      if (row !== undefined) return row.id
    }
    return undefined
  }
}
