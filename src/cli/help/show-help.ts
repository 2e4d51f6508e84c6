/** Shows the help page of a line. */

import { t, translated } from '../../i18n/texts.ts'
import { ignoreRefusal } from '../../util/errors.ts'
import { commandOf, type Listed, listedCommands, listedTopics, loadCommand } from '../commands.ts'
import { writePage } from '../output.ts'
import type { HelpPage } from '../terminal/pages/help-page.ts'
import { commandHelp } from './command-help.ts'
import { guides, guideTerms } from './guides.ts'

/** @throws LegalTextError `invalid_input` for a subject without help */
export async function showHelp(words: readonly string[]): Promise<void> {
  const { helpPage } = await import('../terminal/pages/help-page.ts')
  await writePage(await pageOf(words), helpPage, { pager: !words.includes('--no-pager') })
}

/** The help page of a line. @throws LegalTextError `invalid_input` for a subject without help */
export async function pageOf(words: readonly string[]): Promise<HelpPage> {
  if (words.length === 0) return startPage(await namedDataset())
  const subject = words.filter((word, index) => !word.startsWith('-') && !(index === 0 && word === 'help'))
  const [first] = subject
  // The page of the whole program covers these two.
  if (first === undefined || first === 'help' || first === 'version') return rootPage()
  const command = commandOf(subject)
  if (command !== undefined) return commandHelp(command.id.replaceAll(':', ' '), await loadCommand(command.id))
  const guide =
    words[0] === 'help' && subject.length === 1 && Object.hasOwn(guides(), first) ? guides()[first] : undefined
  return guide ?? topicPage(first) ?? (await unknownPage(subject))
}

async function unknownPage(subject: readonly string[]): Promise<never> {
  const { unknownCommand } = await import('../unknown-command.ts')
  throw unknownCommand(subject.join(':'), Object.keys(guides()))
}

const termsOf = (commands: readonly Listed[]) =>
  commands.map(({ id, summary }) => [id.replaceAll(':', ' '), summary] as const)

/** The name of the dataset in DATASET_PATH; `undefined` if it is unset, names the sample, or must be fetched first. */
async function namedDataset(): Promise<string | undefined> {
  const path = process.env.DATASET_PATH?.trim()
  if (!path) return undefined
  const [{ datasetName, STARTER }, { locateBundle }, { readSourceSettings }, { cacheFolder }] = await Promise.all([
    import('../../dataset/dataset-name.ts'),
    import('../../dataset/locate.ts'),
    import('../../dataset/options.ts'),
    import('../../program/cache-path.ts'),
  ])
  if (path === STARTER) return undefined
  try {
    const options = { cache: cacheFolder(), settings: readSourceSettings(process.env), download: false }
    return (await locateBundle(path, options)) === undefined ? undefined : datasetName(path)
  } catch (error) {
    return ignoreRefusal(error)
  }
}

function startPage(dataset: string | undefined): HelpPage {
  return {
    title: 'legal-text gives the exact wording of laws, with its source, offline.',
    sections: [
      {
        header: 'TRY IT ON THE SAMPLE',
        examples: [
          ['The wording of a norm', 'legal-text norm "§ 14 MSGB" --dataset starter'],
          ['Norms about something', 'legal-text search Kündigung --dataset starter'],
          ['A law and its norms', 'legal-text law msgb --dataset starter'],
        ],
      },
      dataset === undefined
        ? {
            header: 'GET THE LAWS',
            examples: [
              ['All of German federal law, from the official source, once', 'legal-text corpus pull'],
              ['After that, --dataset is no longer needed', 'legal-text norm "§ 433 BGB"'],
            ],
          }
        : {
            header: 'YOUR DATASET',
            examples: [
              [t`The laws of ${dataset}, which DATASET_PATH names`, 'legal-text laws'],
              ['What it holds', 'legal-text coverage'],
            ],
          },
      {
        header: 'GO ON',
        terms: [
          ['legal-text --help', 'all commands'],
          ['legal-text norm --help', 'one of them'],
          ['legal-text help norms', 'names of norms'],
        ],
      },
    ],
  }
}

function rootPage(): HelpPage {
  const commands = listedCommands()
  return {
    title: 'legal-text gives the exact wording of laws, with its source, offline.',
    sections: [
      { header: 'USAGE', paragraphs: [t`legal-text COMMAND [ARGUMENTS] [FLAGS]`] },
      { header: 'COMMANDS', terms: termsOf(commands.filter(({ id }) => !id.includes(':'))) },
      ...Object.entries(listedTopics()).map(([topic, { description }]) => ({
        header: `${topic.toUpperCase()}: ${translated(description)}`,
        terms: termsOf(commands.filter(({ id }) => id.startsWith(`${topic}:`))),
      })),
      { header: 'GUIDES', terms: guideTerms().map(([name, meaning]) => [`help ${name}`, meaning]) },
      {
        header: 'MORE',
        terms: [
          [
            `${translated('COMMAND')} --help`,
            'the description of a command, its flags, examples, variables and exit codes',
          ],
          ['version, --version, -V', 'the versions of legal-text, Node.js and the bundle schema'],
          ['version --licences', 'the licences of the packages that are part of it'],
        ],
      },
    ],
  }
}

function topicPage(topic: string): HelpPage | undefined {
  const description = listedTopics()[topic]?.description
  if (description === undefined) return undefined
  return {
    title: description,
    sections: [
      { header: 'USAGE', paragraphs: [t`legal-text ${topic} COMMAND [ARGUMENTS] [FLAGS]`] },
      { header: 'COMMANDS', terms: termsOf(listedCommands().filter(({ id }) => id.startsWith(`${topic}:`))) },
    ],
  }
}
