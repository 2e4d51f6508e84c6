import { Flags } from '@oclif/core'
import { BaseCommand } from './base/command.ts'

export default class OpenApi extends BaseCommand {
  static override summary = 'Write the OpenAPI document of the HTTP interface.'
  static override description =
    'OpenAPI 3.1, generated from the schemas that validate every input: the same document as at `/openapi.json`. ' +
    'It needs no corpus.'
  static override examples = [
    { description: 'Into a file', command: '<%= config.bin %> <%= command.id %> > openapi.json' },
    {
      description: 'The same; the document is JSON in any case',
      command: '<%= config.bin %> <%= command.id %> --json',
    },
  ]

  static override flags = {
    json: Flags.boolean({ description: 'Errors as JSON too.', helpGroup: 'GLOBAL' }),
  }

  override async run(): Promise<void> {
    await this.parse(OpenApi)
    const { openApiJson } = await import('../http/openapi-file.ts')
    process.stdout.write(`${openApiJson()}\n`)
  }
}
