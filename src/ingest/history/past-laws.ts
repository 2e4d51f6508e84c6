/** Laws of older states that are already read. */
import type { ObservedLaw } from '../../corpus/law-history.ts'
import type { PastFile, PastLaws } from '../source.ts'
import { compareText } from '../sources/values.ts'

export class ReadLaws implements PastLaws {
  readonly #byIdentity = new Map<string, ObservedLaw[]>()

  add(observed: ObservedLaw): void {
    const own = this.#byIdentity.get(observed.law.identity) ?? []
    own.push(observed)
    this.#byIdentity.set(observed.law.identity, own)
  }

  take(identity: string): ObservedLaw[] {
    const own = this.#byIdentity.get(identity) ?? []
    this.#byIdentity.delete(identity)
    return own
  }

  identityOf(code: string): string | undefined {
    return [...this.#byIdentity].find(([, observed]) => observed.at(-1)?.law.code === code)?.[0]
  }

  rest(): ObservedLaw[][] {
    const code = (observed: readonly ObservedLaw[]) => observed.at(-1)?.law.code ?? ''
    return [...this.#byIdentity.values()].sort((a, b) => compareText(code(a), code(b)))
  }
}

/** Laws from several sources. */
export class SeveralLaws implements PastLaws {
  readonly #sources: readonly PastLaws[]

  constructor(sources: readonly PastLaws[]) {
    this.#sources = sources
  }

  codeOf(identity: string): string | undefined {
    return this.#sources.map((source) => source.codeOf?.(identity)).find((code) => code !== undefined)
  }

  identityOf(code: string): string | undefined {
    return this.#sources.map((source) => source.identityOf?.(code)).find((identity) => identity !== undefined)
  }

  async hasAll(identity: string, files: readonly PastFile[]): Promise<boolean> {
    for (const source of this.#sources) if (await source.hasAll?.(identity, files)) return true
    return false
  }

  take(identity: string): ObservedLaw[] {
    return this.#sources.flatMap((source) => source.take(identity))
  }

  *rest(): Generator<ObservedLaw[]> {
    for (const [index, source] of this.#sources.entries()) {
      for (const own of source.rest()) {
        const identity = own[0]?.law.identity ?? ''
        yield [...own, ...this.#sources.slice(index + 1).flatMap((other) => other.take(identity))]
      }
    }
  }
}
