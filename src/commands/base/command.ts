import { Command } from '@oclif/core'

/** What the flag --dataset is, wherever a command has it. */
export const DATASET_FLAG = {
  description: 'Dataset to open: the path of a bundle, or `starter`. Beats the variable DATASET_PATH.',
  helpValue: 'PATH',
}

/** The base of all commands: errors are left to `cli.ts`, the one place that shows them, and keep their kind. */
export abstract class BaseCommand extends Command {
  protected override async catch(error: Error): Promise<never> {
    throw error
  }
}
