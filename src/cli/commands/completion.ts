import { assetPath, readPackageFile } from '../../program/package.ts'
import { defineCommand } from '../description.ts'

export default defineCommand({
  summary: 'Write the completion script of a shell.',
  description:
    'Save the script where the shell looks for it. Then Tab completes commands, flags and their values, and from the ' +
    'corpus the codes of laws, parts, norm paths, numbers of norms, and subdivisions. Completion never downloads a corpus.',
  arguments: [
    { name: 'shell', description: 'The shell: bash, zsh or fish.', required: true, options: ['bash', 'zsh', 'fish'] },
  ],
  flags: { json: { description: 'Errors as JSON.', helpGroup: 'COMMON' } },
  examples: [
    ['bash, in ~/.bashrc', 'source <(legal-text completion bash)'],
    ['zsh, in a folder of $fpath', 'legal-text completion zsh > ~/.zfunc/_legal-text'],
    ['fish', 'legal-text completion fish > ~/.config/fish/completions/legal-text.fish'],
  ],
  async run({ args }) {
    process.stdout.write(readPackageFile(assetPath(`completion/legal-text.${args.shell}`)))
  },
})
