import { say, t } from '../../i18n/texts.ts'
import { LegalTextError } from '../../util/errors.ts'
import { defineCommand, JSON_FLAG } from '../description.ts'
import { writeReport } from '../output.ts'

export default defineCommand({
  summary: 'Install completion for your shell, and the manual page.',
  description:
    'Writes the completion script to the place where the shell looks for it (bash: that of the package bash-completion), and ' +
    'the manual page to yours. It names the files and asks before it changes any; files that are up to date stay as they are. ' +
    'New shells then complete.',
  arguments: [
    {
      name: 'shell',
      description: 'The shell: bash, zsh or fish. Default: the one that SHELL names.',
      options: ['bash', 'zsh', 'fish'],
    },
  ],
  flags: {
    yes: { char: 'y', description: 'Write the files without asking.' },
    json: JSON_FLAG,
  },
  examples: [
    ['For your shell', 'legal-text install-completion'],
    ['In a script', 'legal-text install-completion zsh --yes'],
    ['The files that it has written', "legal-text install-completion --yes --json | jq -r '.files[].file'"],
  ],
  async run({ args, flags }) {
    const [{ install, shellOf, wantedFiles }, { canAsk, confirm }] = await Promise.all([
      import('../completion/install.ts'),
      import('../confirm.ts'),
    ])
    const shell = shellOf(args.shell, process.env)
    const wanted = wantedFiles(shell, process.env)
    const names = wanted.filter(({ changes }) => changes).map(({ file }) => file)
    if (names.length > 0 && !flags.yes) {
      if (!canAsk())
        throw new LegalTextError('invalid_input', say`nothing was changed; --yes writes ${names.join(', ')}`)
      if (!(await confirm([t`These files will be written:`, ...names].join('\n')))) return
    }
    install(wanted)
    const files = wanted.map(({ file, changes }) => ({ file, changed: changes }))
    await writeReport(
      flags,
      { shell, files },
      async () =>
        ({ files }) =>
          files.map(({ file, changed }) => (changed ? t`Written: ${file}` : t`Up to date: ${file}`)).join('\n'),
    )
  },
})
