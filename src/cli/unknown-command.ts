import { say } from '../i18n/texts.ts'
import { editDistance } from '../util/edit-distance.ts'
import { LegalTextError } from '../util/errors.ts'
import { COMMAND_IDS } from './commands.ts'
import { shellWord } from './terminal/pages/paging.ts'

/**
 * The error for a line without a command.
 * @param id the first words of the line, joined by colons: `nrom:bgb:1`
 * @param others words to suggest in addition to commands
 */
export function unknownCommand(id: string, others: readonly string[] = []): LegalTextError {
  return new LegalTextError('invalid_input', messageOf(id, others))
}

function messageOf(id: string, others: readonly string[]): string {
  const commands = COMMAND_IDS.map((each) => each.replaceAll(':', ' '))
  const words = id.split(':')
  const known = commands.find((command) => words.join(' ').startsWith(`${command} `))
  if (known !== undefined) return say`unexpected argument ${words.slice(known.split(' ').length).join(' ')}; see --help`
  const ofTopic = commands.filter((command) => command.startsWith(`${words[0]} `))
  const given = ofTopic.length > 0 ? words.slice(0, 2).join(' ') : (words[0] ?? '')
  const close = nearest(given, ofTopic.length > 0 ? ofTopic : [...commands, ...others])
  if (close) return say`${given} is not a command; did you mean ${close}?`
  if (given.startsWith('-')) return say`${given} stands before the command; flags go after it`
  if (given === '') return say`an empty word is not a command; see legal-text --help`
  return say`${given} is not a command; see legal-text --help, or for a law, legal-text law ${shellWord(given)}`
}

/** The name nearest to a mistyped word, if at most a third of its letters, or `least`, differ. */
export function nearest(word: string, names: readonly string[], least = 2): string | undefined {
  const limit = Math.max(least, Math.floor(word.length / 3))
  const ranked = names
    .map((name) => ({ name, distance: editDistance(word.toLowerCase(), name, limit) }))
    .sort((a, b) => a.distance - b.distance)
  const best = ranked[0]
  return best && best.distance <= limit ? best.name : undefined
}
