/** What a command line has given: the values of the arguments and flags of a description. */
import { type CommandDescription, flagsOf } from './description.ts'

type Values = Readonly<Record<string, string | readonly string[] | boolean | undefined>>

/** Asking for what the description does not have is a mistake of the program, and throws. */
export class Given {
  readonly description: CommandDescription
  readonly #values: Values
  readonly #names: ReadonlySet<string>

  /** @param values of arguments and flags by their names; without those that were not given */
  constructor(description: CommandDescription, values: Values) {
    this.description = description
    this.#values = values
    this.#names = new Set([
      ...(description.arguments ?? []).map(({ name }) => name),
      ...Object.keys(flagsOf(description)),
    ])
  }

  /** The same with another value for an argument or a flag. */
  with(name: string, value: string): Given {
    return new Given(this.description, { ...this.#values, [name]: value })
  }

  /** The value of an argument or a flag; `undefined` where it was not given. */
  text(name: string): string | undefined {
    const value = this.value(name)
    return typeof value === 'string' ? value : undefined
  }

  /** The value of one that is required. */
  required(name: string): string {
    const value = this.text(name)
    if (value === undefined) throw new Error(`${name} was not given, and is not required by the description`)
    return value
  }

  /** The values of one that may be given several times. */
  texts(name: string): readonly string[] {
    const value = this.value(name)
    return typeof value === 'object' ? value : typeof value === 'string' ? [value] : []
  }

  /** Whether a switch was given. */
  has(name: string): boolean {
    return this.value(name) === true
  }

  /** A switch that `--no-…` turns off; `undefined` where neither was given. */
  choice(name: string): boolean | undefined {
    const value = this.value(name)
    return typeof value === 'boolean' ? value : undefined
  }

  /** Whatever was given: a text, several, or a switch. */
  value(name: string) {
    if (!this.#names.has(name)) throw new Error(`the command has no argument or flag ${name}`)
    return this.#values[name]
  }
}
