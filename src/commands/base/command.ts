import { Command } from '@oclif/core'

/** What the flag --dataset is, wherever a command has it. */
export const DATASET_FLAG = {
  description:
    'Dataset to open: a path, a URL, or `starter`. Beats the variable DATASET_PATH; default the newest of the cache.',
  helpValue: 'PATH',
}

/** The base of all commands: errors are left to `cli.ts`, the one place that shows them, and keep their kind. */
export abstract class BaseCommand extends Command {
  protected override async catch(error: Error): Promise<never> {
    throw error
  }
}
