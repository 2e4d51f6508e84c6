/** Help about what is the same in all commands. */
import { ERROR_KINDS, INTERRUPTED } from '../../../errors.ts'
import { FORMATS } from '../../../formats/formats.ts'
import { SETTINGS } from '../../../settings.ts'
import { VARIABLES } from '../../../settings-table.ts'
import type { HelpPage } from '../../../terminal/pages/help-page.ts'
import { settingTerm } from './command-help.ts'

/** The guides by their names: `legal-text help formats`. */
export const GUIDES: Readonly<Record<string, HelpPage>> = {
  norms: {
    title: 'How norms are named.',
    sections: [
      {
        header: 'LAWS',
        paragraphs: [
          'A law goes by its code, its abbreviation, its title, or another of its names. Case, blanks, dots, hyphens and ' +
            'the spelling of umlauts do not matter. A name that several laws share is an error that lists them.',
        ],
      },
      {
        header: 'NORMS',
        terms: [
          ['14', 'the section of that number'],
          ['"§ 14 Abs. 1 Nr. 2"', 'a part of it, as lawyers write it'],
          ['"§ 14 MSGB"', 'with its law, as one word'],
          ['par:14', 'its norm path'],
          ['art:5/par:1', 'the section of an article'],
          ['par:14/abs:1/nr:2', 'a part of it, as a norm path'],
        ],
      },
      {
        header: 'EXAMPLES',
        examples: [
          ['The norms of a law, with their norm paths', 'legal-text law msgb --dataset starter'],
          ['One of them', 'legal-text norm msgb par:14 --dataset starter'],
        ],
      },
    ],
  },
  formats: {
    title: 'What an answer can be written as.',
    sections: [
      {
        header: 'FORMATS',
        terms: [
          ...Object.entries(FORMATS).map(([name, { meaning }]): [string, string] => [name, meaning]),
          ['(none)', 'a page for people: as wide as the terminal, in colours where it has them, through a pager'],
        ],
      },
      {
        header: 'WHICH COMMAND HAS WHICH',
        paragraphs: [
          'The help of each command lists its formats. --json is --format json: one document, the same as over HTTP. ' +
            'ndjson and csv have the items of the list of an answer, one a line: laws, norms, results, relationships, ' +
            'limitations, citations. The columns of csv are the fields of the JSON, in their order; what is no scalar is ' +
            'JSON. text is the page without colours; of a norm it is the lines of its text as they are.',
          'Only the answer goes to stdout; notes, questions and progress go to stderr. With json and ndjson an error goes ' +
            'to stdout, too, as JSON.',
        ],
      },
    ],
  },
  environment: {
    title: 'Variables of the environment.',
    sections: [
      {
        header: 'SETTINGS',
        terms: Object.values(SETTINGS).map(settingTerm),
      },
      { header: 'OTHERS', terms: Object.entries(VARIABLES) },
    ],
  },
  'exit-codes': {
    title: 'What exit codes mean.',
    sections: [
      {
        header: 'EXIT CODES',
        terms: [
          ['0', 'Done.'],
          ...Object.entries(ERROR_KINDS)
            .map(([kind, { exitCode, meaning }]): [string, string] => [String(exitCode), `${kind}: ${meaning}`])
            .sort(([a], [b]) => a.localeCompare(b)),
          [String(INTERRUPTED.exitCode), INTERRUPTED.meaning],
        ],
      },
    ],
  },
}

/** What each guide is about, for lists. */
export const GUIDE_TERMS = Object.entries(GUIDES).map(([name, { title }]): [string, string] => [name, title])
