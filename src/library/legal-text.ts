/** The main entry point of the library: an open corpus, with a method for every query. */

import type { BuildReport } from '../dataset/build-corpus.ts'
import { type OpenOptions, openCorpus, readOpenOptions } from '../dataset/open.ts'
import type { WorkOptions } from '../dataset/options.ts'
import type { Corpus } from '../model/corpus.ts'
import { changes } from '../operations/changes.ts'
import { check } from '../operations/check.ts'
import { cite } from '../operations/cite.ts'
import { coverage } from '../operations/coverage.ts'
import { definitions } from '../operations/definitions.ts'
import { designations } from '../operations/designations.ts'
import { grep, type PatternResult } from '../operations/grep.ts'
import { law } from '../operations/law.ts'
import { lawDiff } from '../operations/law-diff.ts'
import { lawVersions } from '../operations/law-versions.ts'
import { laws } from '../operations/laws.ts'
import { limitations } from '../operations/limitations.ts'
import { link } from '../operations/link.ts'
import { namedNorms } from '../operations/named-norms.ts'
import { norm } from '../operations/norm.ts'
import { normDiff } from '../operations/norm-diff.ts'
import { normVersions } from '../operations/norm-versions.ts'
import { norms } from '../operations/norms.ts'
import {
  type AnswerInParts,
  type AnswerOf,
  assertCorpus,
  type InputOf,
  MAX_TEXT_LENGTH,
  type Operation,
  readDay,
} from '../operations/operation.ts'
import { relationships } from '../operations/relationships.ts'
import { search } from '../operations/search.ts'
import { status } from '../operations/status.ts'
import { cacheFolder } from '../program/cache-path.ts'
import { readSetting } from '../program/settings.ts'
import { corpusOf, type Days } from '../resolve/as-of.ts'
import type { NamedNorm } from '../resolve/named-norm.ts'
import { argumentError, assertOptions, assertString } from '../util/arguments.ts'
import { corpusClosed } from '../util/errors.ts'

type NormAnswer = AnswerOf<typeof norm>

/** The requested day of a norm. */
export type NormOptions = Omit<InputOf<typeof norm>, 'code' | 'norm'>

/** The days of two compared versions of a norm. */
export type DiffDays = Omit<InputOf<typeof normDiff>, 'code' | 'norm'>

/** Filters and paging of the relationships of a norm. */
export type RelatedOptions = Omit<InputOf<typeof relationships>, 'code' | 'norm'>

/**
 * Opens a dataset: the one in `options`, else the one that `DATASET_PATH` names, else the newest corpus in the cache.
 * @throws LegalTextError `not_ready` if the dataset is missing, damaged or of another version; `invalid_input` for wrong options.
 *   The reason of the signal, if that is aborted.
 */
export async function open(options: OpenOptions = {}): Promise<LegalText> {
  const { dataset = readSetting('datasetPath', process.env), ...work } = readOpenOptions(options)
  return new LegalText(await openCorpus({ ...work, dataset }))
}

/** Source files and target of a bundle. */
export interface BuildOptions extends WorkOptions {
  /** Folders, archives or files in the form of a source family. */
  from: string | readonly string[]
  /** The bundle. An existing one is replaced after the build. */
  out: string
  /** Time of the fetch of the files (ISO 8601), for the provenance. */
  fetchedAt?: string | undefined
  /** False to omit the search index. */
  search?: boolean | undefined
}

/**
 * Builds a bundle from local files, as `corpus build` does.
 * @throws LegalTextError `invalid_input` if an option is wrong, the input cannot be read, or the file cannot be written. The
 *   reason of the signal, if that is aborted.
 */
export async function buildCorpus(options: BuildOptions): Promise<BuildReport> {
  assertOptions(options, ['from', 'out', 'fetchedAt', 'search', 'onProgress', 'onNotice', 'signal'])
  const { from, out, search = true, ...work } = options ?? ({} as BuildOptions)
  const paths = [from].flat()
  for (const path of paths) assertString('from', path, 'the path of a folder, an archive or a file')
  assertString('out', out, 'the path of the file to write')
  const { buildCorpus: build } = await import('../dataset/build-corpus.ts')
  return build({ ...work, search, from: paths, out, cache: cacheFolder(), maxFailedPercent: 0 })
}

/**
 * An open corpus, and its queries. Each answer is the JSON body of the command line and the server. All methods validate their
 * arguments and reject with LegalTextErrors: `invalid_input`, `not_found`, `ambiguous`, and, after {@link LegalText.close},
 * `not_ready`.
 */
export class LegalText implements AsyncDisposable {
  /** The corpus, for operations and `createApp`. */
  readonly corpus: Corpus
  /** Number of unanswered queries. */
  #pending = 0
  /** Iterators of `norms` and `grep`. */
  readonly #readers = new Set<AsyncIterator<unknown>>()
  #whenIdle: (() => void) | undefined
  #closing: Promise<void> | undefined

  /** @param corpus is closed by `close` @throws LegalTextError `invalid_input` if it is not a corpus */
  constructor(corpus: Corpus) {
    assertCorpus(corpus)
    this.corpus = corpus
  }

  /**
   * Returns the exact wording of a norm, named by one designation (`§ 433 Abs. 1 BGB`), or by its law and a norm path or
   * short form (`bgb`, `433`).
   */
  norm(designation: string, options?: NormOptions): Promise<NormAnswer>
  norm(code: string, norm: string, options?: NormOptions): Promise<NormAnswer>
  norm(first: string, second?: string | NormOptions, third?: NormOptions): Promise<NormAnswer> {
    const [name, given] = typeof second === 'object' ? [undefined, second] : [second, third]
    return this.#ask(async () => {
      const options = checkedOptions(norm, given, 'code', 'norm')
      const { note, ...input } = await this.#named(first, name, options)
      const answer = await norm.run(this.corpus, { ...input, ...options })
      return note === undefined
        ? answer
        : { ...answer, resolution: { requested: first, by: 'approximation', message: note } }
    })
  }

  /** Returns for each designation its norm, as {@link LegalText.norm}, or an error body. At most 300. */
  namedNorms(
    q: readonly string[],
    options?: Omit<InputOf<typeof namedNorms>, 'q'>,
  ): Promise<AnswerOf<typeof namedNorms>> {
    return this.#ask(() => namedNorms.run(this.corpus, { ...checkedOptions(namedNorms, options, 'q'), q }))
  }

  /** Returns one law and the list of its norms, without their wording. */
  law(code: string, options?: Omit<InputOf<typeof law>, 'code'>): Promise<AnswerOf<typeof law>> {
    return this.#ask(() => law.run(this.corpus, { ...checkedOptions(law, options, 'code'), code }))
  }

  /** Lists the laws, or those with `query` in one of their names. */
  laws(options?: InputOf<typeof laws>): Promise<AnswerOf<typeof laws>> {
    return this.#ask(() => laws.run(this.corpus, checkedOptions(laws, options)))
  }

  /** Yields the norms of a law in document order, with their wording. After `close`, the next step fails. */
  norms(
    code: string,
    options?: Omit<InputOf<typeof norms>, 'code'>,
  ): AsyncGenerator<AnswerOf<typeof norms>['norms'][number], void, undefined> {
    return this.#items(() => norms.stream(this.corpus, { ...checkedOptions(norms, options, 'code'), code }))
  }

  /** Yields the norms with lines that a regular expression matches. After `close`, the next step fails. */
  grep(
    pattern: string,
    options?: Omit<InputOf<typeof grep>, 'pattern'>,
  ): AsyncGenerator<PatternResult, void, undefined> {
    return this.#items<PatternResult>(() =>
      grep.stream(this.corpus, { ...checkedOptions(grep, options, 'pattern'), pattern }),
    )
  }

  /** Lists the norms that a norm cites, contains, is cited by and is contained in. Arguments as of {@link LegalText.norm}. */
  related(designation: string, options?: RelatedOptions): Promise<AnswerOf<typeof relationships>>
  related(code: string, norm: string, options?: RelatedOptions): Promise<AnswerOf<typeof relationships>>
  related(
    first: string,
    second?: string | RelatedOptions,
    third?: RelatedOptions,
  ): Promise<AnswerOf<typeof relationships>> {
    const [norm, given] = typeof second === 'object' ? [undefined, second] : [second, third]
    return this.#ask(async () => {
      const options = checkedOptions(relationships, given, 'code', 'norm')
      const { code, norm: path } = await this.#named(first, norm, options)
      return relationships.run(this.corpus, { ...options, code, norm: path })
    })
  }

  /** Finds norms by words, the best first. */
  search(q: string, options?: Omit<InputOf<typeof search>, 'q'>): Promise<AnswerOf<typeof search>> {
    return this.#ask(() => search.run(this.corpus, { ...checkedOptions(search, options, 'q'), q }))
  }

  /** Finds the norms that define a term, or all definitions of laws. */
  definitions(options: InputOf<typeof definitions>): Promise<AnswerOf<typeof definitions>> {
    return this.#ask(() => definitions.run(this.corpus, checkedOptions(definitions, options)))
  }

  /** Finds the citations in a text, each with the norm that it means and its wording. */
  cite(text: string, options?: Omit<InputOf<typeof cite>, 'q'>): Promise<AnswerOf<typeof cite>> {
    return this.#ask(async () => {
      const given = checkedOptions(cite, options, 'q')
      assertText('text', text, undefined, '; check() reads longer texts')
      return cite.run(this.corpus, { ...given, q: text })
    })
  }

  /** Checks every citation of a text, with the line and column of each. `readDocument` reads DOCX, ODT and PDF. */
  check(text: string, options?: Omit<InputOf<typeof check>, 'text'>): Promise<AnswerOf<typeof check>> {
    return this.#ask(() => check.run(this.corpus, { ...checkedOptions(check, options, 'text'), text }))
  }

  /** Returns a text with its right citations as links. Plain text becomes Markdown, unless `as` is `html`. */
  link(
    text: string,
    format?: InputOf<typeof link>['format'],
    options?: Omit<InputOf<typeof link>, 'text' | 'format'>,
  ): Promise<AnswerOf<typeof link>> {
    return this.#ask(() => link.run(this.corpus, { ...checkedOptions(link, options, 'text', 'format'), text, format }))
  }

  /** Resolves a text that consists of designations with their laws: `§§ 433, 434 BGB`. */
  designations(text: string): Promise<AnswerOf<typeof designations>>
  designations(text: string, ...surplus: unknown[]): Promise<AnswerOf<typeof designations>> {
    return this.#ask(async () => {
      assertNoOptions('designations', surplus)
      assertText('text', text)
      return designations.run(this.corpus, { q: text })
    })
  }

  /** Lists the versions of a law, newest first. */
  lawVersions(code: string, days?: Omit<InputOf<typeof lawVersions>, 'code'>): Promise<AnswerOf<typeof lawVersions>> {
    return this.#ask(() => lawVersions.run(this.corpus, { ...checkedOptions(lawVersions, days, 'code'), code }))
  }

  /** Lists the versions of a norm, newest first. */
  normVersions(
    code: string,
    norm: string,
    days?: Omit<InputOf<typeof normVersions>, 'code' | 'norm'>,
  ): Promise<AnswerOf<typeof normVersions>> {
    const options = () => checkedOptions(normVersions, days, 'code', 'norm')
    return this.#ask(() => normVersions.run(this.corpus, { ...options(), code, norm }))
  }

  /** Compares a law as published on two days; without days, its last two versions. */
  lawDiff(code: string, days?: Omit<InputOf<typeof lawDiff>, 'code'>): Promise<AnswerOf<typeof lawDiff>> {
    return this.#ask(() => lawDiff.run(this.corpus, { ...checkedOptions(lawDiff, days, 'code'), code }))
  }

  /** Compares a norm as published on two days; without days, its last two versions. */
  normDiff(code: string, norm: string, days?: DiffDays): Promise<AnswerOf<typeof normDiff>> {
    return this.#ask(() => normDiff.run(this.corpus, { ...checkedOptions(normDiff, days, 'code', 'norm'), code, norm }))
  }

  /** Lists the changes, newest first. */
  changes(options?: InputOf<typeof changes>): Promise<AnswerOf<typeof changes>> {
    return this.#ask(() => changes.run(this.corpus, checkedOptions(changes, options)))
  }

  /** Counts the contents of the corpus. */
  coverage(): Promise<AnswerOf<typeof coverage>>
  coverage(...surplus: unknown[]): Promise<AnswerOf<typeof coverage>> {
    return this.#ask(async () => {
      assertNoOptions('coverage', surplus)
      return coverage.run(this.corpus)
    })
  }

  /** Lists the known sources that the corpus lacks. */
  limitations(filters?: InputOf<typeof limitations>): Promise<AnswerOf<typeof limitations>> {
    return this.#ask(() => limitations.run(this.corpus, checkedOptions(limitations, filters)))
  }

  /** Says which corpus is open, with the faults of its sources. */
  status(): Promise<AnswerOf<typeof status>>
  status(...surplus: unknown[]): Promise<AnswerOf<typeof status>> {
    return this.#ask(async () => {
      assertNoOptions('status', surplus)
      return status.run(this.corpus)
    })
  }

  /** Waits for pending answers, ends iterations over `norms`, and closes the corpus. Later calls return the same promise. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  /** As {@link LegalText.close}: `await using laws = await open()`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  async *#items<Item>(ask: () => Promise<AnswerInParts>): AsyncGenerator<Item, void, undefined> {
    const { parts } = await this.#ask(ask)
    const reader = parts[Symbol.asyncIterator]()
    this.#readers.add(reader)
    try {
      for (;;) {
        const { done, value } = await this.#ask(() => reader.next())
        if (done) return
        for (const each of value as readonly Item[]) {
          this.#assertOpen()
          yield each
        }
      }
    } finally {
      this.#readers.delete(reader)
      await reader.return?.()
    }
  }

  async #named(
    first: string,
    norm: string | undefined,
    days: Days | undefined,
  ): Promise<Pick<NamedNorm, 'code' | 'norm' | 'note'>> {
    if (norm !== undefined) return { code: first, norm }
    assertText('designation', first, 'a norm with its law, such as "§ 433 Abs. 1 BGB"')
    const as_of = readDay(days?.as_of)
    const corpus = await corpusOf(this.corpus, { as_of, in_force_on: readDay(days?.in_force_on, 'in_force_on') })
    const answer = await designations.run(corpus, { q: first, single: true })
    const { code, norm: path, note } = answer.norms[0] as NamedNorm
    return { code, norm: path, ...(note !== undefined && { note }) }
  }

  async #ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    this.#begin()
    try {
      return await question()
    } finally {
      this.#end()
    }
  }

  #assertOpen(): void {
    if (this.#closing !== undefined) throw corpusClosed()
  }

  #begin(): void {
    this.#assertOpen()
    this.#pending++
  }

  #end(): void {
    if (--this.#pending === 0) this.#whenIdle?.()
  }

  async #close(): Promise<void> {
    if (this.#pending > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve
      })
    }
    // A loop left without ending its iterator would keep the corpus open.
    for (const reader of this.#readers) await reader.return?.()
    await this.corpus.close()
  }
}

/**
 * Checks the options of a method: the inputs of its operation that are not its arguments.
 * @throws LegalTextError `invalid_input`
 */
function checkedOptions<Of extends Pick<Operation, 'input'>, Name extends keyof InputOf<Of> = never>(
  { input }: Of,
  options: Omit<InputOf<Of>, Name> | undefined,
  ...others: Name[]
): typeof options {
  const names: readonly PropertyKey[] = others
  assertOptions(
    options,
    Object.keys(input.shape).filter((name) => !names.includes(name)),
  )
  return options
}

/**
 * Checks a text that is answered in one piece.
 * @param advice for texts that are too long
 * @throws LegalTextError `invalid_input` that names the argument
 */
function assertText(name: string, value: unknown, expected?: string, advice = ''): asserts value is string {
  assertString(name, value, expected)
  if (value.length > MAX_TEXT_LENGTH)
    throw argumentError(name, `must be at most ${MAX_TEXT_LENGTH} characters${advice}`)
}

/** @throws LegalTextError `invalid_input` for surplus arguments of a method without options */
function assertNoOptions(method: string, surplus: readonly unknown[]): void {
  if (surplus.some((value) => value !== undefined)) throw argumentError('options', `${method}() takes none`)
}
