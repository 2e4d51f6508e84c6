/**
 * Finds the terms that a text defines: in brackets after their description, in sentences and lists "im Sinne dieses Gesetzes",
 * in norms on the meaning of terms, and in sentences that say what their subject is (Bundesministerium der Justiz, Handbuch der
 * Rechtsförmlichkeit, on definitions). Fictions (`gilt als`) define nothing, unless they are "im Sinne" of a law.
 */

/** How a term is defined: in brackets after its description, in a sentence, or as an item of a list. */
export const DEFINITION_KINDS = ['brackets', 'sentence', 'list'] as const

/** A term that a text defines. */
export interface Definition {
  term: string
  kind: (typeof DEFINITION_KINDS)[number]
  /** Its place in the text: `[start, end)` in UTF-16 code units. */
  start: number
  end: number
  /** True if it holds for a part of its law, or only shortens the preceding words. */
  isLocal: boolean
}

/** The properties of a norm that matter for its definitions. */
export interface DefiningNorm {
  /** The first kind of its path. */
  kind: string
  /** ISO 639-1. Texts in other languages than German define terms in lists, between quotation marks. */
  language: string
  heading: string
  text: string
}

/** Kinds of norms that define terms: brackets in annexes and preambles hold examples, places and abbreviations. */
const DEFINING = new Set(['par', 'art'])

const NOUN = String.raw`\p{Lu}[\p{Ll}\u00ad]{2,60}(?:-(?:\p{Lu}[\p{Ll}\u00ad]*|und))*`
const IN_BRACKET = String.raw`(?:\p{Ll}[\p{Ll}-]{2,40} ){0,3}${NOUN}(?: (?:der|des|für|von|zur|zum|im|in|mit|ohne|auf|an)(?: \p{Ll}{3,40}e[rnsm]?)? ${NOUN})?`
/** `(Verbraucher)`, `(elektronische Form)`, `(unverzüglich)`, `(Testament, letztwillige Verfügung)`; a bracket with figures defines nothing. */
const IN_BRACKETS = new RegExp(
  String.raw`(?<=[\p{Ll}“«”)»,] )\((?:(${IN_BRACKET})|(${NOUN})(?: oder (${NOUN})|, (\p{Ll}[\p{Ll}-]+ ${NOUN}))|(\p{Ll}{3,40}(?:lich|los|ig|är|bar|sam)))\)`,
  'dgu',
)
/** Names of laws, places and parts of texts in brackets. */
const NAMES =
  /(?:gesetz|gesetzbuch|gesetze|verordnung|richtlinie|abkommen|übereinkommen|protokoll|konvention|satzung|muster|tabelle|anlage|anhang|ausgabe|seite)(?:e?[ns])?$|^(?:West|Ost|Nord|Süd|Main|Oder|Saar|Bund|Land|Länder|Stadt|Kreis|siehe|vgl|außer|auch|nur|ohne|mit|in|einschließlich|insbesondere|zum|zur|bei|nach|wie|sowie|ausgenommen)(?!\p{L})|^(?:Gemeindeverb[aä]nde?n?|\p{L}+(?:liche|ische|ige)|Europol|Eurojust|Neufassung|Inkrafttreten|Außerkrafttreten)$|weggefallen|aufgehoben|kodifizierte|inklusive|gegenstandslos|unverändert|(?:idae|inae|iae)$/iu

/** A reference before a bracket that contains the heading of a norm or the name of a law. */
const REFERENCE = /(?:\d[a-z]?|(?:gesetz(?:buch)?(?:e?s)?|ordnung|verordnung|richtlinie)|\p{Lu}{2,}\p{L}*) $/u

/** An adjective, an article, or a preposition between the last two nouns before a bracket. */
const ADJECTIVE =
  /^(?!(?:einer|eines|einen|seine[rsmn]?|ihre[rsmn]?|diese[rsmn]?|jede[rsmn]?|welche[rsmn]?|unter|über|oder|aber|wegen|gegen|neben|zwischen|sowie|deren|dessen|solche[rsmn]?|keine[rsmn]?)$)\p{Ll}[\p{Ll}-]{2,}e[nrsm]?$/u
const BETWEEN =
  /^(?:der|des|die|den|dem|für|von|vom|zur|zum|zu|im|in|am|an|auf|aus|mit|bei|nach|über|eine[rsmn]?|ein|dieses|dieser)$/
const INDEFINITE = /^(?:ein(?:e[nmr]?)?|dies\p{Ll}*|deren|dessen|folgende)$/u
/** `berufliche Handlungsfähigkeit`; most examples are one word. */
const QUALIFIED = /^(?!kein|ein|der|die|das|nur|bis|vor|nach|ab)\p{Ll}{4,}(?:e|er|es) \p{Lu}/u

/**
 * True if the words before a bracket describe its term: a clause, or a noun with an adjective, an attribute or an indefinite
 * article. After a bare noun the bracket contains another name, an example or a place: `Affen (Simiae)`.
 */
function isDescribed(before: string, term: string): boolean {
  const words = before.trimEnd().split(/\s+/)
  const [third = '', second = '', last = ''] = words.slice(-3)
  if (!/^\p{Lu}/u.test(last)) return /\p{L}/u.test(last)
  if (second === 'des' && /^\p{Lu}\p{L}*s$/u.test(term)) return false
  const isCompound =
    /^(?!und|oder|sowie)\p{Ll}/u.test(second) && term.toLowerCase().endsWith(last.toLowerCase().slice(0, -1))
  if (isCompound || QUALIFIED.test(term) || INDEFINITE.test(second) || ADJECTIVE.test(second)) return true
  return (
    BETWEEN.test(second) &&
    /^\p{Lu}[\p{L}-]+$/u.test(third) &&
    !/^(?:Im|In|Für|Der|Die|Das|Den|Dem|Bei|Von|Mit|Nach|Zu|Auf|Als)$/.test(third)
  )
}

/** Length of the text after a bracket that is searched for its term. */
const LONGEST_USE = 20_000

/** True if a text contains the term with an article: `Die Ersitzung`. */
function isUsed(term: string, text: string): boolean {
  const at = text.indexOf(` ${term}`)
  return at > 0 && /(?:^|\s|\p{P})(?:d(?:ie|er|as|en|em|es)|eine?[rmns]?)$/iu.test(text.slice(Math.max(0, at - 7), at))
}

/** `(im Folgenden: Betreiber)`, `– nachfolgend Stiftung genannt –` */
const FROM_HERE =
  /[(–,] ?(?:im (?:[Ff]olgenden|[Ww]eiteren)|nachfolgend|nachstehend|fortan|künftig)(?=[ :])(?: (?:auch|nur|kurz|noch|als|stets))*:? ?[„"»]?([^()„“”"»«–,;\n]{3,80}?)[“”"«]?(?: genannt| bezeichnet)?[)–,]/gu

const VERB = String.raw`(?:(?:ist|sind) oder (?:sind|ist)|ist|sind|bedeute[nt]|bezeichne[nt]|umfass(?:t|en)|heißt|heißen|liegt|liegen|gilt|gelten)(?!\p{L})`
/** `im Sinne dieses Gesetzes ist`, up to the verb. */
const IN_THE_SENSE = new RegExp(
  String.raw`(?:[Ii]m Sinne? (?:dieses|dieser|des|der|von)|Für (?:die )?(?:Zwecke|Anwendung) (?:dieses|dieser|des|der)|In (?:diesem|dieser) (?=Gesetz|Verordnung|Vorschrift|Buch|Abschnitt|Abkommen|Vertrag|Übereinkommen|Kapitel|Teil|Ordnung|Vereinbarung)) ?(?:[^.;:()\n]|Abs\. |Nr\. |S\. |\([^()\n]{0,40}\)){2,90}? (${VERB})`,
  'gu',
)
const LONGEST_BEFORE = 160
/** Length read of a sentence after its verb. */
const LONGEST_PREDICATE = 500
/** The predicate of a sentence that widens or narrows a definition made elsewhere. */
const EXTENDS = /^ (?:nicht|auch|ferner|insbesondere)(?!\p{L})/u
const OF_THIS_LAW = /^[Ii]m Sinne? (?:dieses|dieser) /
/** The sense of a part of a law. */
const LOCAL = /^[Ii]m Sinne? \p{Ll}+ (?:§|Satz|Sätze|Abs|Nummer|Nr|Artikel|Vorschrift|Bestimmung|Paragra|Buchstabe)/u
/** A fiction: `Als Arbeitnehmer im Sinne dieses Gesetzes gelten`. */
const AS = 'Als '
/** `liegt vor`, `liegt vor, wenn` */
const IS_PRESENT = /^(?:(?! nicht| auch)[^.,:\n]){0,50} vor(?:,|:|\n|$| )/u
const IS_PRESENT_IF = /^ vor(?:, wenn|, soweit|:|\n)/
/** `ist Berlin` */
const IS_A_NAME = /^ \p{Lu}\p{L}+(?:$|[.;\n])/u
const QUOTED_WHOLE = /^[„"»‘“][^“”"«’]+[“”"«’]$/u
/** `Fahrlässig handelt, wer` */
const MANNER = /^\p{Lu}\p{Ll}+$/u
const ENDS_LOWER = / \p{Ll}\P{Lu}*$/u
/** Abbreviations whose full stop does not end a sentence, and labels at the beginning of sentences. */
const ABBREVIATION = /(?:^|\P{L})(?:St|Nr|Abs|Art|Dr|S|Buchst|bzw|ggf|vgl|i|V|m|z|B|u|a)\.$/u
const LABELS = /^\s*(?:\(\d{1,3}[a-z]?\)\s|\d{1,3}[a-z]?\.\s|[a-z]{1,2}\)\s|[⁰-⁹¹²³]+\s?)*/u

/** The subject after the verb: `Arbeitnehmer, wer`, `Häfen alle`, `eine Pflegekraft eine` */
const AFTER =
  /^ (?:jeweils )?(?:als )?([^.;:()\n]{2,90}?)(?:, (?:wer|die|der|das|welche[rs]?|ein|eine|jede[rs]?|soweit|wenn)(?!\p{L})| (?:wer|jede[rs]?|alle|die|das|eine?|nur|solche|ausschließlich|sämtliche)(?!\p{L}))/u

/** `Verwaltungsakt ist jede`, `Notwehr ist diejenige`, `Fahrlässig handelt, wer` */
const SAYS = /(?<=[\p{L})“"«]) (?:ist|sind|handelt|bedeute[nt]|bezeichne[nt]|liegt)(?=[\s,:])/gu
/** Words that a sentence may define: without an article in another case, and a noun, or an adjective such as `Geschäftsunfähig`. */
const SUBJECT =
  /^(?!\p{L}*(?:erboten|ewählt|ugelassen|usgeschlossen|ersichert|eteiligt|rlaubt|ngültig|ichtig)(?: und \p{Ll}+)?$)(?!(?:D(?:ie|er|as|em|en|es)|Jede[rsmn]?|Eine[mrs]|Wer|Als|Nachdem|Sobald) |.* (?:im Sinne?|ist|sind|hat|haben|wird|werden) )\p{Lu}(?!\p{Ll}*(?:(?<!unfäh)ig|lich|bar|isch|los|sam|haft|frei|berechtigt|(?<=Ein|An|Aus|Mit|Vor|Ab|Auf|Bei|Nach)zu\p{Ll}+en)(?: (?:und|oder) \p{Ll}+)?$)/u
const STRONG = /^(?:, (?:wer|was)| (?:nur )?(?:jede[rs]?|alle)| (?:der|die|das)jenigen?)(?!\p{L})/u
/** A predicate that is a noun. */
const NOMINAL =
  /^(?:, (?:wer|was|die|der|das) |:?\n|:? ?(?:(?:nur|namentlich|stets|jeweils|immer|ausschließlich|alle|sämtliche|solche) )*(?:(?:der|die|das|ein|eine|jede[rs]?|alle|solche|sämtliche|(?:der|die|das)jenigen?|Teil|wer)(?!\p{L})|„|\p{Lu}|(?:\p{Ll}+(?:lich|weise|isch|ig) )?(?:(?!gegen |unter |ohne |neben |zwischen |wegen |innerhalb |außer |hinter |gemäß )\p{Ll}[\p{Ll}-]+(?:e|er|es|en),? (?:(?:und|oder) )?){1,4}\p{Lu}))/u
/** A predicate that prescribes an action instead of saying what something is. */
const TO_DO =
  /(?:(?<!\p{L})zu \p{Ll}+en|\p{Ll}zu\p{Ll}+en|anwendbar|zulässig|unzulässig|verpflichtet|berechtigt|befugt|ausgeschlossen|vorgesehen|erforderlich|zuständig|verboten|gleichgestellt|gestattet|worden|möglich|maßgeblich|maßgebend|unberührt|befreit)$/u

/** `Unter Hafen ist … zu verstehen`, `Einen Wohnsitz hat jemand dort`, `Als Gehilfe wird bestraft, wer` */
const UNDERSTOOD =
  /(?<=^|\n|[.)] )(?:Unter (?:dem Begriff der )?[„"]?([^.;:,()„“"\n]{2,80}?)[“"]? (?:im Sinne [^.;:\n]{2,80}? )?(?:ist|sind|versteht) [^.\n]{3,300}?(?: zu verstehen| man)|(?:Einen?|Den) ([^.,;\n]{3,60}) hat jemand dort|Als (\p{Lu}\p{Ll}+) wird [^.,;\n]{0,60}bestraft, wer)/gu
/** `werden nachstehend als Reeder bezeichnet` */
const CALLED =
  /(?:wird|werden) (?:[^.;,\n]{0,60} )?als [„"»]?(\p{L}[^.;:,()„“"»«\n]{2,60}?)[“"«]? bezeichnet(?=[.;,\n]|$)/gu

const ON_TERMS = /begriff|definition|bedeutung der|bezeichnungen/iu
const LONGEST_INTRODUCTION = 400
const VERB_OF_ITEM = /^(?:ist|sind|gilt als|gelten als|bedeutet|bezeichnet|als) (?:jeweils )?/u
const ITEM = /^(?:(\d{1,3})[a-z]{0,2}[.)]|([a-z]{1,2})\)|([–-])|(\(\d{1,3}[a-z]?\)))\s+/u
/** The style of `(1)`: an Absatz, or an item of an act of the Union. */
const IN_PARENTHESES = 3
const INTRODUCES = new RegExp(
  String.raw`(?:^|[.] |\) |[¹²³⁴-⁹] ?)(?:(?:[Ii]m Sinne? (?:dieses|dieser|des|der|von)|Für (?:die )?(?:Zwecke|Anwendung) (?:dieses|dieser|des|der)|(?:Für|In) (?:dieses|diese|diesem|dieser) (?=Gesetz|Verordnung|Vorschrift|Buch|Abschnitt|Abkommen|Vertrag|Übereinkommen|Kapitel|Teil|Ordnung|Vereinbarung))[^.;\n]{0,160}?(?: ${VERB}|(?<=dieses|dieser) \p{Lu}\p{Ll}+)(?: als| unter| (?:der|die) (?:Ausdruck|Ausdrücke|Begriffe?)| das Wort)?|Es (?:bedeuten|bezeichnen)|[^.;\n]{0,160}(?:gelten|gilt|sind|versteht|bezeichne[nt]|bedeute[nt]) [^.;\n]{0,80}(?:Begriffsbestimmungen|Begriffe|Definitionen|(?:der|die) (?:Ausdruck|Ausdrücke|Begriffe?)))(?: (?:die |der |als )?[Ff]olgende[nrs]?(?: (?:Begriffe|Begriffsbestimmungen|Definitionen|Ausdrücke))?)?:?$|(?:definitions|means|meanings?)[^.\n]{0,60}:$`,
  'u',
)
const QUOTED = /^(?:(?:ist|sind|der|die|das|ein|eine|einen) )?[„"‚‘“»']([^„“”"’»«\n]{2,120}?)["“”’‘«']/u
const TWO_NOUNS = /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u
const BEFORE_COLON = /^([^:;.\n]{2,110}):/u
const BEFORE_PREDICATE =
  /^((?:[^,:;.()\n]|, (?:\p{Ll}[\p{Ll}-]+e[rnsm]?) ){2,100}?)(?: \([^()\n]{1,60}\))?(?:, ?(?=(?:wer|die|der|das|jede[rs]?|alle|ein|eine|wenn|soweit)(?!\p{L}))| (?=(?:wer|jede[rs]?|alle|die|das|eine?|solche|diejenigen?|(?:der|das)jenige|sind|ist|bezeichne[nt]|bedeute[nt]|liegt|umfass(?:t|en))(?!\p{L}))|$)/u
const DER = /^([^,:;.()\n]{2,60}?) der (?=\p{L})/u

/** Words that may be a term, at a place of a text. */
interface Candidate {
  words: string
  start: number
  isLocal?: boolean
}

/** Returns the terms that a norm defines, in the order of its text, each once. Takes time linear in the length of the text. */
export function findDefinitions({ kind, language, heading, text }: DefiningNorm): Definition[] {
  if (!DEFINING.has(kind)) return []
  const isGerman = language === 'de'
  const found = new Map<string, Definition>()
  const add = (kind: Definition['kind'], candidates: Iterable<Candidate>) => {
    for (const { words, start: from, isLocal = false } of candidates) {
      const term = termIn(words)
      if (term === undefined || (kind === 'sentence' && ENDS_LOWER.test(term))) continue
      const start = from + words.indexOf(term)
      const known = found.get(term)
      if (known === undefined || start < known.start)
        found.set(term, { term, kind, start, end: start + term.length, isLocal })
    }
  }
  if (isGerman) {
    add('brackets', inBrackets(text))
    add('sentence', inTheSense(text))
    add('sentence', inSentences(text, heading))
  }
  add('list', inLists(text, isGerman))
  return [...found.values()].sort((a, b) => a.start - b.start)
}

function* inBrackets(text: string): Generator<Candidate> {
  for (const { 0: all, index, indices } of text.matchAll(IN_BRACKETS)) {
    const before = text.slice(Math.max(0, index - LONGEST_BEFORE), index)
    if (REFERENCE.test(before)) continue
    for (const place of (indices ?? []).slice(1) as ([number, number] | undefined)[]) {
      if (place === undefined) continue
      const words = text.slice(...place)
      if (NAMES.test(words)) continue
      if (isDescribed(before, words) || isUsed(words, text.slice(index + all.length, index + LONGEST_USE))) {
        yield { words, start: place[0], isLocal: before.includes(words) }
      }
    }
  }
  yield* captured(text, FROM_HERE)
}

/** Yields the words that an expression captures in a text. */
function* captured(text: string, expression: RegExp): Generator<Candidate> {
  for (const match of text.matchAll(expression)) {
    const words = match.slice(1).find((each) => each !== undefined) ?? ''
    yield { words, start: match.index + match[0].lastIndexOf(words) }
  }
}

/** Yields terms defined as something "im Sinne" of a law or a part of it. */
function* inTheSense(text: string): Generator<Candidate> {
  for (const { 0: sense, 1: verb = '', index } of text.matchAll(IN_THE_SENSE)) {
    const end = index + sense.length
    const rest = text.slice(end, end + LONGEST_PREDICATE)
    if (EXTENDS.test(rest) || sense.includes('Ordnungswidrigkeit')) continue
    const { start, words } = sentenceBefore(text, index)
    const isLocal = LOCAL.test(sense)
    if (words === '') {
      const { 0: after = '', 1: subject = '' } = AFTER.exec(rest) ?? []
      yield { words: subject, start: end + after.indexOf(subject), isLocal }
    } else if (sense.startsWith('i') && /^[\p{Lu}„"]/u.test(words)) {
      const isFiction = /^g(?:ilt|elten)$/.test(verb)
      const isOwn = OF_THIS_LAW.test(sense)
      const says = verb.startsWith('lieg') ? IS_PRESENT.test(rest) : isOwn ? !isToDo(rest) : isNominal(rest)
      if (!says || isFiction !== words.startsWith(AS)) continue
      const skipped = isFiction ? AS.length : 0
      yield { words: words.slice(skipped), start: start + skipped, isLocal }
    }
  }
}

/** Yields the subjects of defining sentences. */
function* inSentences(text: string, heading: string): Generator<Candidate> {
  const isOnTerms = ON_TERMS.test(heading)
  for (const { 0: verb, index } of text.matchAll(SAYS)) {
    const end = index + verb.length
    const rest = text.slice(end, end + LONGEST_PREDICATE)
    const isStrong = STRONG.test(rest) && !isToDo(rest)
    const says = verb === ' liegt' ? IS_PRESENT_IF.test(rest) : isStrong || (verb !== ' handelt' && isNominal(rest))
    if (!says) continue
    const { start, words } = sentenceBefore(text, index)
    const isQuoted = QUOTED_WHOLE.test(words)
    if (!isQuoted && !(verb === ' handelt' ? MANNER : SUBJECT).test(words)) continue
    const isMeant = isStrong || isOnTerms || isQuoted || (isNamed(words, heading) && !IS_A_NAME.test(rest))
    if (isMeant) yield { words: withoutOwner(words, heading), start }
  }
  yield* captured(text, UNDERSTOOD)
  if (text.includes(' bezeichnet')) yield* captured(text, CALLED)
}

/** The words between the beginning of a sentence or item and `at`. */
function sentenceBefore(text: string, at: number): { start: number; words: string } {
  const first = Math.max(0, at - LONGEST_BEFORE)
  let from = at
  while (from > first && !isBoundary(text, from - 1)) from -= 1
  if (from === first && first > 0) return { start: at, words: '-' }
  const sentence = text.slice(from, at)
  const start = from + (LABELS.exec(sentence)?.[0].length ?? 0)
  return {
    start,
    words: text
      .slice(start, at)
      .replace(/,? $/, '')
      .replace(/ \([^()\n]*\)$/, ''),
  }
}

/** True if a sentence or an item may begin after a character. */
function isBoundary(text: string, at: number): boolean {
  const sign = text.charAt(at)
  if (sign === '\n') return true
  if (!'.;:'.includes(sign) || text.charAt(at + 1) !== ' ') return false
  return sign !== '.' || !ABBREVIATION.test(text.slice(Math.max(0, at - 7), at + 1))
}

const isNominal = (rest: string): boolean => NOMINAL.test(rest) && !isToDo(rest)
/** True if the clause that begins with `rest` prescribes an action. */
const isToDo = (rest: string): boolean => TO_DO.test(/^[^.;:,\n]*/.exec(rest)?.[0] ?? '')

/** Nouns of sentences that assign tasks and places, and define nothing. */
const ORGANIZES =
  /(?:behörden?|stellen?|gerichte?|sitz|ort|zwecke?|voraussetzung(?:en)?|aufgaben?|organe?|ziele?|leiter|dauer|termine?|merkmale)$/i

/** True if a heading contains the noun that words end with: `Begriff des Verwaltungsaktes`. */
function isNamed(words: string, heading: string): boolean {
  const folded = plain(heading)
  const nouns = words.match(/\p{Lu}\p{L}{3,}/gu) ?? []
  if (ORGANIZES.test(nouns[0] ?? '')) return false
  return nouns.some((noun) => folded.includes(plain(noun.slice(0, Math.max(4, noun.length - 2)))))
}

/** `Früchte` of `Früchte einer Sache`, if the heading names no owner. */
function withoutOwner(words: string, heading: string): string {
  const [, head, owner] = /^(\p{Lu}\p{L}+) eine[rs] (\p{Lu}\p{L}+)$/u.exec(words) ?? []
  return head !== undefined && owner !== undefined && isNamed(head, heading) && !isNamed(owner, heading) ? head : words
}

const plain = (text: string) =>
  text.replace(/[äöü]/gi, (letter) => ({ ä: 'a', ö: 'o', ü: 'u' })[letter.toLowerCase()] ?? letter).toLowerCase()

/** Yields the terms of lists. @param isGerman false: only those in quotation marks */
function* inLists(text: string, isGerman: boolean): Generator<Candidate> {
  let style: number | undefined
  let before = ''
  let at = 0
  for (const line of text.split('\n')) {
    const label = ITEM.exec(line)
    const own = label?.slice(1).findIndex((each) => each !== undefined)
    if (own === IN_PARENTHESES && style !== own) style = undefined
    const mayFollow = own !== undefined && before !== '' && before.length < LONGEST_INTRODUCTION
    if (mayFollow && INTRODUCES.test(before)) style = own
    if (label !== null && own === style) {
      const item = line.slice(label[0].length)
      const words = QUOTED.exec(item)?.[1] ?? (isGerman ? termOfItem(item) : '')
      yield { words, start: at + label[0].length + item.indexOf(words) }
    }
    before = own === undefined || own === IN_PARENTHESES ? line : ''
    at += line.length + 1
  }
}

/** The words of an item before their definition. */
function termOfItem(item: string): string {
  const plain = item.replace(VERB_OF_ITEM, '')
  const colon = BEFORE_COLON.exec(plain)?.[1]
  if (colon !== undefined && !/, (?:die|der|das|wer) /.test(colon)) return colon
  const words = BEFORE_PREDICATE.exec(plain)?.[1] ?? ''
  // `sind Kinder Personen, die`
  if (plain !== item && TWO_NOUNS.test(words)) return words.slice(0, words.indexOf(' '))
  const der = DER.exec(plain)?.[1]
  const isShorter =
    der !== undefined && (words === '' || (der.length < words.length && !/^[^,]*, (?:wer|die)/.test(plain)))
  return isShorter ? der : words
}

const ARTICLE = /^(?:(?:der|die|das|ein|eine) )?(?:(?:Begriffe?|Ausdruck|Ausdrücke|Bezeichnung) )?/iu
const QUOTES = /^[„"‚‘“»']+|["“”’‘«']+$/gu
/** Words that do not begin a term, or do not occur in one: words of sentences and of references. */
const NO_FIRST = new Set(
  `vor verwaltungsbehörde mindestvoraussetzung dem den des einem einer eines st allgemein solcher ordnungswidrig ordnungswidriges organe organ mitglieder mitglied träger schwerpunkt schwerpunkte vorsitzender vorsitzende dies diese dieser dieses diesem das es er sie dabei dazu hierzu hierbei hiervon davon dafür in im bei beim für zu zur zum nach von vom mit ohne als wenn soweit sofern falls auf aus an
   am um über unter durch gegen bis ab nicht kein keine keiner weitere weiterer weiteres sonstige andere ob wer was jede jeder jedes alle ferner auch nur voraussetzung
   voraussetzungen zuständig zuständige verantwortlich maßgebend maßgeblich ausgenommen unberührt gegenstand gegenstände aufgabe aufgaben ziel ziele zweck zwecke grundlage satz absatz nummer artikel anlage
   anhang buchstabe paragraph so daher deshalb sofern insbesondere insoweit gleiches entsprechendes folgende folgendes ihm ihr ihnen seine ihre deren dessen dort hier sind ist wird werden beide
   beides einzige alleinige solche solches mehrere zusätzlich neben außer außerdem zudem jedoch aber und oder sowie entscheidend ausschlaggebend verpflichtet berechtigt strafbar
   sie welche welcher welches bestandteil bestandteile inhalt ergebnis folge`.split(/\s+/),
)
const NO_WORD =
  /(?:^| )(?:wenn|dass|daß|soweit|sofern|nicht|kein\p{L}*|hat|haben|hatte|wird|werden|wurde|worden|kann|können|muss|müssen|darf|soll|ist|sind|war|einschließlich|diese[rsmn]?|jede[rsmn]?|sich|wer|des Satzes|Satz|Absatz|Absätze|Nummer|§)(?= |$)|\d{3}|[§()[\]\ufffc/…=]/u
const NO_ADJECTIVE =
  /(?:berechtigt|pflichtig|pflichtet|fugt|ständig|mächtigt|eignet|fähigt|haftbar|strafbar|zulässig|gehörig|verfügbar|teilt|folgt|geben|schlossen|wählbar)$/u
const MOST_WORDS = 9

/** The term in some words; undefined if they are not a term. */
function termIn(given: string): string | undefined {
  const words = given
    .trim()
    .replace(/ im Sinne? .*$/u, '')
    .replace(QUOTES, '')
    .replace(ARTICLE, '')
    .replace(QUOTES, '')
    .replace(/(?:,| jeweils| nur| auch| insbesondere)$/u, '')
    .trim()
  const [first = '', ...others] = words.split(' ')
  if (
    words.length < 3 ||
    others.length >= MOST_WORDS ||
    NO_FIRST.has(first.toLowerCase()) ||
    NO_WORD.test(words) ||
    /, /.test(words)
  )
    return undefined
  if (!/^\p{L}/u.test(words) || /[„“”"»«‘’]/.test(words)) return undefined
  if (/ (?:und|oder|über|an|auf|in|im|für|von|vom|zur|zum|zu|mit|der|die|das|des|dem|den|als|nach)$/.test(words))
    return undefined
  if (others.length === 0 && NO_ADJECTIVE.test(words)) return undefined
  return words
}
