import { readFileSync } from 'node:fs'
import { assetPath } from '../package.ts'
import type { CommandDescription } from './base/description.ts'

const command: CommandDescription = {
  summary: 'Write the script that makes a shell complete commands, flags, laws and norms.',
  description:
    'The script goes where the shell looks for it. From then on Tab completes commands, flags and their values, and from ' +
    'the corpus the codes of laws, the norm paths and numbers of their norms, and the subdivisions of these. Nothing is ' +
    'downloaded for that.',
  arguments: [
    { name: 'shell', description: 'The shell: bash, zsh or fish.', required: true, options: ['bash', 'zsh', 'fish'] },
  ],
  flags: { json: { description: 'Errors as JSON.', common: true } },
  examples: [
    ['bash, in ~/.bashrc', 'source <(legal-text completion bash)'],
    ['zsh, in a folder of $fpath', 'legal-text completion zsh > ~/.zfunc/_legal-text'],
    ['fish', 'legal-text completion fish > ~/.config/fish/completions/legal-text.fish'],
  ],
  async run(given) {
    process.stdout.write(readFileSync(assetPath(`completion/legal-text.${given.required('shell')}`), 'utf8'))
  },
}

export default command
