import { useLanguage } from '../../i18n/texts.ts'
import { readSettings } from '../../program/settings.ts'
import { ACQUIRE_ENVIRONMENT } from '../acquire-corpus.ts'
import { DATASET, defineCommand } from '../description.ts'

export default defineCommand({
  summary: 'Serve the corpus to assistants (Model Context Protocol).',
  description:
    'Speaks the Model Context Protocol on standard input and output. Clients start it; docs/mcp.md has their configuration. ' +
    'It ends when its standard input does. Without a dataset it answers from the newest corpus in the cache; if there is none, ' +
    'it downloads one, and says so in its answers until that is there. Messages for you go to stderr. `legal-text http` ' +
    'serves the same at `POST /mcp`.',
  examples: [
    ['What clients run: all of German federal law', 'legal-text mcp'],
    ['The sample', 'legal-text mcp --dataset starter'],
    ['One message by hand', `echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' | legal-text mcp`],
  ],
  flags: {
    dataset: { description: DATASET.description, helpValue: DATASET.helpValue, completes: DATASET.completes },
    json: { description: 'Errors as JSON on stdout.', helpGroup: 'COMMON' },
  },
  environment: ['datasetPath', ...ACQUIRE_ENVIRONMENT],
  errors: [],
  async run({ flags: { dataset: datasetPath } }) {
    // Answers must not depend on the locale of the server.
    useLanguage('en')
    const settings = readSettings(process.env, { datasetPath })
    const { serveOnStdio } = await import('../../mcp/stdio.ts')
    if (process.stdin.isTTY) {
      process.stderr.write(
        'Waiting for messages of the Model Context Protocol on standard input; docs/mcp.md has the configuration of clients. Ctrl-C ends.\n',
      )
    }
    await serveOnStdio(settings, (text) => process.stderr.write(`${text}\n`))
  },
})
