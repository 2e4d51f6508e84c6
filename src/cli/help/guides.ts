/** Help on general subjects: `legal-text help formats`. */

import { translated } from '../../i18n/texts.ts'
import { SETTINGS } from '../../program/settings-table.ts'
import { VARIABLES } from '../../program/variables.ts'
import { FORMATS } from '../../render/formats.ts'
import { ERROR_KINDS, INTERRUPTED } from '../../util/errors.ts'
import type { HelpPage } from '../terminal/pages/help-page.ts'
import { settingTerm } from './command-help.ts'

export const guides = (): Readonly<Record<string, HelpPage>> => ({
  norms: {
    title: 'Names of norms.',
    sections: [
      {
        header: 'LAWS',
        paragraphs: [
          'You can name a law by its code, its abbreviation, its title, or another of its names. Case, spaces, dots, ' +
            'hyphens and the spelling of umlauts do not matter. If several laws share a name, the error lists them.',
        ],
      },
      {
        header: 'NORMS',
        terms: [
          ['14', 'the section of that number'],
          ['"§ 14 Abs. 1 Nr. 2"', 'a part of it, as lawyers write it'],
          ['§ 14 MSGB', 'with its law, with or without quotation marks'],
          ['12-14', 'several sections; so do "§§ 12 bis 14" and "§§ 12, 14"'],
          ['"§ 12 f."', 'the section and the next; "ff." gives the first one and a note'],
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
    title: 'Output formats.',
    sections: [
      {
        header: 'FORMATS',
        terms: [
          ...Object.entries(FORMATS).map(([name, { meaning }]): [string, string] => [name, meaning]),
          ['(none)', 'a page for people: as wide as the terminal, in colours if it has them, through a pager'],
        ],
      },
      {
        header: 'FORMATS OF COMMANDS',
        paragraphs: [
          'The help of each command lists its formats. --json is --format json: one document, the same as over HTTP. ' +
            'ndjson and csv have one item of the list in the answer per line: laws, norms, results, relationships, ' +
            'limitations, citations. The columns of csv are the fields of the JSON, in the same order; arrays and objects ' +
            'are JSON. text is the page without colours; for a norm it is the text with its lines as they are.',
          'Only the answer goes to stdout; notes, questions and progress go to stderr. With json and ndjson, errors go to ' +
            'stdout as JSON, too.',
        ],
      },
    ],
  },
  environment: {
    title: 'Environment variables.',
    sections: [
      {
        header: 'SETTINGS',
        terms: Object.values(SETTINGS).map(settingTerm),
      },
      { header: 'OTHERS', terms: Object.entries(VARIABLES) },
    ],
  },
  'exit-codes': {
    title: 'Exit codes.',
    sections: [
      {
        header: 'EXIT CODES',
        terms: [
          ['0', 'Done.'],
          ...Object.entries(ERROR_KINDS)
            .map(([kind, { exitCode, meaning }]): [string, string] => [
              String(exitCode),
              `${kind}: ${translated(meaning)}`,
            ])
            .sort(([a], [b]) => Number(a) - Number(b)),
          [String(INTERRUPTED.exitCode), INTERRUPTED.meaning],
        ],
      },
    ],
  },
})

export const guideTerms = () => Object.entries(guides()).map(([name, { title }]): [string, string] => [name, title])
