/** Limits the names of a corpus to laws of one jurisdiction: the only place where `jurisdiction` chooses between laws. */
import { say } from '../i18n/texts.ts'
import type { Corpus } from '../model/corpus.ts'
import { argumentError } from '../util/arguments.ts'

/**
 * @param jurisdiction whatever its case; `undefined` for the corpus as it is
 * @param prefersPlace true if names that no law of the jurisdiction has may mean laws of other ones
 * @throws LegalTextError `invalid_input` if the corpus has no law of the jurisdiction
 */
export async function corpusOfPlace(
  corpus: Corpus,
  jurisdiction: string | undefined,
  prefersPlace = false,
): Promise<Corpus> {
  const place = jurisdiction?.toLowerCase()
  if (place === undefined || place === corpus.place) return corpus
  const { laws_by_jurisdiction } = await corpus.coverage()
  const known = Object.keys(laws_by_jurisdiction).map((each) => each.toLowerCase())
  if (!known.includes(place)) {
    const message = say`the corpus has no law of ${JSON.stringify(jurisdiction)}, only of ${known.sort().join(', ')}`
    throw argumentError('jurisdiction', message)
  }
  return inPlace(corpus, place, prefersPlace)
}

function inPlace(corpus: Corpus, place: string, prefersPlace: boolean): Corpus {
  const within =
    (find: Corpus['findLaws']): Corpus['findLaws'] =>
    async (name, own = place) => {
      const found = await find(name, own)
      return found.length > 0 || !prefersPlace ? found : find(name)
    }
  return {
    ...corpus,
    place,
    findLaws: within(corpus.findLaws),
    lawsCalled: within(corpus.lawsCalled),
    lawsEverCalled: async (name) => {
      const ever = await corpus.lawsEverCalled(name)
      return ever.filter(({ jurisdiction }) => prefersPlace || jurisdiction.toLowerCase() === place)
    },
    atState: (...given) => inPlace(corpus.atState(...given), place, prefersPlace),
    inForceOn: (...given) => inPlace(corpus.inForceOn(...given), place, prefersPlace),
  }
}
