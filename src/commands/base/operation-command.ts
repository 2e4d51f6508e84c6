/** Makes the command of an operation: its arguments and flags come from the operation's input schema. */
import { Args, Flags, type Interfaces } from '@oclif/core'
import type { z } from 'zod'
import type { Corpus } from '../../corpus/corpus.ts'
import { type Operation, parseInput } from '../../operations/operation.ts'
import type { Presenter } from '../../terminal/presenter.ts'
import { CorpusCommand, type CorpusFlags } from './corpus-command.ts'

interface CommandOptions<Output extends z.ZodType> {
  /** Inputs that are arguments, in their order; all others are flags. Where not given: the parameters of the path. */
  arguments?: string[]
  /** Inputs that are switches: given or not. */
  switches?: string[]
  /** Flags that may be given several times. */
  repeatable?: string[]
  /** What the help shows, as it is typed after `legal-text <command>`. Each works on the starter dataset. */
  examples: [description: string, rest: string][]
  /** Loads the presenter. */
  page(corpus: Corpus): Promise<Presenter<z.output<Output>>>
}

/** The command class of an operation. A norm can also be given as one designation: `norm "§ 1 MSGB"`. */
export function operationCommand<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  options: CommandOptions<Output>,
): typeof CorpusCommand {
  const names = options.arguments ?? pathParameters(operation.path)
  const inputs = Object.entries(operation.input.shape)
  const takesNorm = names.includes('code') && names.includes('norm')

  return class OperationCommand extends CorpusCommand {
    static override summary = `${operation.summary}.`
    static override description = operation.description
    static override examples = options.examples.map(([description, rest]) => ({
      description,
      command: `<%= config.bin %> <%= command.id %> ${rest}`.trimEnd(),
    }))

    static override args: Interfaces.ArgInput = Object.fromEntries(
      names.map((name) => {
        const description = operation.input.shape[name]?.description ?? ''
        return [name, Args.string({ description, required: !(takesNorm && name === 'norm'), ignoreStdin: true })]
      }),
    )

    static override flags: Interfaces.FlagInput = Object.fromEntries(
      inputs
        .filter(([name]) => !names.includes(name))
        .map(([name, schema]): [string, Interfaces.FlagInput[string]] => {
          const description = schema.description ?? ''
          if (options.switches?.includes(name)) return [flagName(name), Flags.boolean({ description })]
          const flag = { description, helpValue: name.toUpperCase() }
          const multiple = options.repeatable?.includes(name)
          return [
            flagName(name),
            multiple ? Flags.string({ ...flag, multiple, multipleNonGreedy: true }) : Flags.string(flag),
          ]
        }),
    )

    override async run(): Promise<void> {
      const { args, flags } = await this.parse(OperationCommand)
      const given: Record<string, unknown> = flags
      const raw: Record<string, unknown> = { ...args }
      for (const [name] of inputs) if (given[flagName(name)] !== undefined) raw[name] = given[flagName(name)]
      await this.answer(
        flags as CorpusFlags,
        async (corpus) => {
          const named = takesNorm && raw.norm === undefined ? await namedNorm(corpus, raw) : raw
          return operation.run(corpus, parseInput(operation, named))
        },
        options.page,
      )
    }
  }
}

async function namedNorm(corpus: Corpus, raw: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { normOfDesignation } = await import('../../corpus/named-norm.ts')
  const { note, ...named } = await normOfDesignation(corpus, String(raw.code))
  if (note !== undefined) process.stderr.write(`Note: ${note}\n`)
  return { ...raw, ...named }
}

const pathParameters = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
const flagName = (input: string) => input.replaceAll('_', '-')
