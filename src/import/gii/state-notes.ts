/** Reads the state of a law from the notes of the official XML (`standangabe`). */
import { formatElements } from '../../citation/norm-path.ts'
import { findDesignations } from '../../citation/text/find-designations.ts'
import { type Ending, type LawState, type PendingAmendment, wholeEnd } from '../../model/law-state.ts'
import type { ParsedNorm } from '../../model/parsed-law.ts'
import { dayBefore, isoDate } from '../../util/iso-date.ts'

export interface StateNote {
  type: string
  text: string
}

/**
 * Class of a note. `state`: latest amendment that the source has documented. `contained`: a further amendment in the text.
 * `pending`: an amendment that the text lacks. `ends`: expiry or revocation of the law or a part. `other`: anything else.
 */
export type NoteClass = 'state' | 'contained' | 'pending' | 'ends' | 'other'

const PENDING = /noch nicht (?:\p{L}+ )?(?:berücksichtigt|eingearbeitet|nachgewiesen)/iu
const CONTAINED = /textlich nachgewiesen|(?<!nicht (?:mehr )?)(?:\bberücksichtigt|\beingearbeitet)\s*$/iu
const AMENDED = /^(?:zuletzt )?(?:ge?ändert|angepasst)|^Neu(?:gefasst|fassung) (?:durch|gem|v)/iu
const ENDS =
  /aufgeh\.|(?<!Inkraftsetzung .*)aufgehoben|außer Kraft|nicht mehr anzuwenden|hinaus (?:\p{L}+ )*(?:bis|verlänger|fort)|Geltungsverlängerung|letztmaligen? Anwendung dies/iu

/** Returns the class of a note. */
export function classOfNote({ type, text }: StateNote): NoteClass {
  if (PENDING.test(text)) return 'pending'
  if (CONTAINED.test(text.replace(/[.;\s]+$/, ''))) return 'contained'
  if (type === 'Aufh' || (ENDS.test(text) && !/nicht ausführbar/.test(text))) return 'ends'
  return type === 'Stand' || (type !== 'Neuf' && AMENDED.test(text)) ? 'state' : 'other'
}

const MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ')
const DAY = String.raw`(\d{1,2})\.\s*(\d{1,2}\.|${MONTHS.join('|')})\s*(\d{4})`

/** Returns the ISO date of a match of {@link DAY}. */
function dateOf([day, month = '', year]: readonly (string | undefined)[]): string | null {
  const number = MONTHS.indexOf(month) + 1 || Number.parseInt(month, 10)
  return isoDate(Number(year), number, Number(day))
}

const datesIn = (pattern: RegExp, text: string) =>
  [...text.matchAll(pattern)].flatMap(([, ...date]) => dateOf(date) ?? [])

/** Date of an act: `v. 29.3.2026`, `vom 12. 2. 2026`; not a date of effect (`mWv 1.1.2027`). */
const ACT_DATES = new RegExp(String.raw`\b(?:v\.?|vom)\s*${DAY}`, 'gu')
const EFFECT_DATES = new RegExp(String.raw`\b(?:mWv|mit Wirkung vom|ab dem|ab|u\.|und|bzw\.|,)\s+${DAY}`, 'gu')

/** Returns the day of the newest act in a note (ISO date); `null` without one. */
const newestAct = (text: string): string | null => datesIn(ACT_DATES, text).sort().at(-1) ?? null

/**
 * Reads the state of a law from its notes.
 * @param header notes on the law as a whole, each on one or several lines
 */
export function readLawState(
  notes: readonly StateNote[],
  header = '',
): { statusDate: string | null; statusNote: string | null; state: LawState } {
  const classed = notes.map((note) => ({ ...note, class: classOfNote(note) }))
  let statusDate: string | null = null
  let statusNote =
    (notes.find(({ type }) => type === 'Stand') ?? notes.find(({ type }) => type === 'Neuf'))?.text ?? null
  for (const note of classed) {
    const date = note.class === 'state' || note.class === 'contained' ? newestAct(note.text) : null
    if (date === null || (statusDate !== null && date <= statusDate)) continue
    statusDate = date
    statusNote = note.text
  }
  const documented = classed.filter(({ type }) => type === 'Stand').flatMap(({ text }) => newestAct(text) ?? [])
  const told = [
    ...classed.flatMap(({ class: kind, text }) => (kind === 'ends' ? [text] : [])),
    ...header.replace(/\n(?=[\p{Ll}\d])/gu, ' ').split('\n'),
  ]
  const endings = endingsOf(told)
  const state: LawState = {
    documented_to: documented.sort().at(-1) ?? null,
    pending: classed.flatMap(({ class: kind, text }) => (kind === 'pending' ? [pendingAmendment(text)] : [])),
    expires_on: wholeEnd({ endings })?.on ?? null,
    endings,
  }
  return { statusDate, statusNote, state }
}

/** `durch Art. 1 Nr. 1 bis 92 G v. 23.4.2026 I Nr. 111 mWv`: the part of the act, the act and its place of publication. */
const ACT = new RegExp(
  String.raw`(?:durch|gem\.|gemäß)\s+(?<scope>.*?)\s*(?<act>\b(?:\p{L}[\p{L}.]*|EinigVtr)\s+(?:v\.?|vom)\s*${DAY})(?:;\s*(?<later>\d{4}))?(?:\s*(?<place>(?:II?|e?BAnz\.?|VkBl\.?)(?:\s+(?:AT|Nr\.?|S\.|[VB]\d+|\d[\d.]*,?))+))?`,
  'u',
)

/** Reads an amendment that the text lacks. */
export function pendingAmendment(note: string): PendingAmendment {
  const found = ACT.exec(note)
  const { scope = '', act = note, later, place } = found?.groups ?? {}
  const rest = found === null ? note : note.replace(found[0], ' ')
  const effects = datesIn(EFFECT_DATES, rest)
  const year = later ?? newestAct(act)?.slice(0, 4)
  return {
    act,
    reference: place === undefined ? null : [year, place.replace(/[,;\s]+$/, '')].join(' '),
    effective_from: effects.sort()[0] ?? null,
    scope: scope || null,
    norms: normsIn(rest),
    amends: !/^Neufassung (?:durch|gem)\S* Bek/.test(note),
    note,
  }
}

/** Returns the norms named by words, as paths. @param withParts true to include norms named only in part */
function normsIn(words: string, withParts = true): string[] {
  const named = findDesignations(words, undefined, false).flatMap(({ norms }) => norms)
  const whole = withParts ? named : named.filter(({ subdivision }) => subdivision.length === 0)
  return [...new Set(whole.map(({ readings, to }) => formatElements(readings[0] ?? []) + (to ? `-${to}` : '')))]
}

const CLAUSE = /;\s*|, (?=dies\p{Ll}* tritt)|(?<=\p{Ll}{5}|\d{4}|Kraft|\))(?<!Abschn|aufgeh|Buchst)\.\s+(?=[§\p{Lu}])/u
/** `die §§ 6a und 6c gelten gemäß Art. 8 § 2 weiter` */
const KEPT = /^((?:die |der )?§.*?) (?:gelten|gilt) /iu
/** The law as a whole in its notes; `dieser` refers to an exception in an earlier clause. */
const WHOLE =
  /^\(*(?:\+\+\+ )?(?:Die|Das|Der|Diese[rs]?|Es|Sie)?\s*(?:G|V|AnO|Bek|Erl|Erlass|Vtr|Vertrag|Abk|Abkommen|Vereinbarung|Gesetz|Verordnung|Anordnung|Richtlinie|Satzung|(?<=^(?:Es|Sie|diese[rs]?)))\.?$/iu
/** The law or part expires only in part, conditionally, or no longer. */
const LIMITED =
  /teilweise|soweit|sofern|Einschränkung|ausgenommen|ursprünglich|frühestens|\b(?:am|an dem) Tage?\b|Jahres|unvereinbar|bzgl\.|(?<!nach )Maßgabe|anzuwenden (?:auf|für)|Inkrafttreten|Inkraftsetzung|neu gefasst/iu
const VERB = /\s(?=(?:tritt|treten|trat|aufgeh|ist|sind|wird|wurden?|nicht mehr|mit Ausnahme|gem\.|nach)(?!\p{L}{3}))/u
const EXCEPTION = /mit Ausnahme\s+(.*?)(?=\s(?:durch|gem\.|nach|am|mWv|mit (?:Ablauf|Wirkung)|außer|aufgeh)|$)/u
const END = new RegExp(String.raw`(Ablauf (?:des|d\.)|\bam|\bmWv|mit Wirkung vom|\bzum)\s+${DAY}(?!\s+in Kraft)`, 'gu')
const EXTENDED = new RegExp(
  String.raw`über den ${DAY} hinaus(?:[^;]*? bis zum (?:Ablauf des )?(?<until>\d{1,2}\.\s*(?:\d{1,2}\.|\p{L}+)\s*\d{4}))?`,
  'gu',
)

/** Returns the expiries in notes, except those that another note revokes, in order. */
function endingsOf(notes: readonly string[]): Ending[] {
  const endings: Ending[] = []
  const revoked: { norms: string; until: string }[] = []
  for (const note of notes) {
    const clauses = note.split(CLAUSE)
    const kept = clauses.flatMap((clause) => normsIn(KEPT.exec(clause)?.[1] ?? ''))
    for (const clause of clauses) {
      const extended = extensionOf(clause, note)
      if (extended === undefined) endings.push(...endingsIn(clause, note, kept))
      else {
        revoked.push(...extended.revoked)
        endings.push(...extended.endings)
      }
    }
  }
  const lasting = endings.filter(
    ({ on, norms, last_day }, index) =>
      !revoked.some(({ norms: of, until }) => of === norms.join() && (last_day === null || last_day <= until)) &&
      endings.findIndex((other) => other.on === on && other.norms.join() === norms.join()) === index,
  )
  return lasting.sort((a, b) => ((a.on ?? '') < (b.on ?? '') ? -1 : 1))
}

/** `Die Geltung der V ist … über den 31.12.2016 hinaus bis zum 31.12.2026 verlängert`; `undefined` for other clauses. */
function extensionOf(clause: string, note: string) {
  if (!/hinaus|verlänger/.test(clause)) return undefined
  const [, subject = ''] = /Geltung (.*?)(?= durch | ist | über | gem\.)/u.exec(clause) ?? []
  const norms = normsIn(subject)
  const found = [...clause.matchAll(EXTENDED)]
  if (found.length === 0) return { revoked: [{ norms: norms.join(), until: '9999-12-31' }], endings: [] }
  return {
    revoked: found.map(([, ...date]) => ({ norms: norms.join(), until: dateOf(date) ?? '' })),
    endings: found.flatMap(({ groups }): Ending[] => {
      const day = dateOf(new RegExp(DAY, 'u').exec(groups?.until ?? '')?.slice(1) ?? [])
      return day === null ? [] : [{ on: day, last_day: day, norms, except: [], note }]
    }),
  }
}

/** Returns the expiries in a clause: `Gem. § 4 Abs. 2 dieser V tritt § 1 am 29.2.2024 und § 3 am 30.6.2024 außer Kraft`. */
function endingsIn(clause: string, note: string, kept: readonly string[]): Ending[] {
  if (!/aufgeh(?:\.|oben)|außer Kraft|nicht mehr anzuwenden/.test(clause) || LIMITED.test(clause)) return []
  // `tritt gem. § 20 … außer Kraft; § 20 aufgeh. durch …`: the expiry itself was repealed.
  const [basis] = /(?<=gem\. )§ \d+[a-z]?\b/.exec(clause) ?? []
  const repeal = new RegExp(`${basis}(?: (?:Abs\\.|Satz|Nr\\.) \\d+)* (?:\\(jetzt [^)]*\\) )?aufgeh`)
  if (basis !== undefined && repeal.test(note.slice(note.indexOf(clause) + clause.length))) return []
  const [, excepted] = EXCEPTION.exec(clause) ?? []
  const except = normsIn(excepted ?? '')
  if (excepted !== undefined && except.length === 0) return []
  let before = 0
  const ends = [...clause.matchAll(END)].map(({ 0: words, 1: kind = '', index, ...date }) => {
    const subject = clause.slice(before, index)
    before = index + words.length
    return { subject, day: dateOf([date[2], date[3], date[4]]), isAfter: kind.startsWith('Ablauf') }
  })
  if (ends.length === 0 && /^(?:\p{L}+ ){1,3}aufgeh(?!.*(?:mWv|Ablauf|Wirkung))/u.test(clause))
    ends.push({ subject: clause, day: null, isAfter: true })
  return ends.flatMap(({ subject, day, isAfter }, index): Ending[] => {
    const of = subjectOf(subject, index === 0)
    if (of === undefined) return []
    return [
      {
        on: day,
        last_day: day === null || isAfter ? day : dayBefore(day),
        norms: of,
        except: [...new Set([...except, ...kept])],
        note,
      },
    ]
  })
}

/** Returns the norms that a clause says expire, empty for the whole law; `undefined` if it is about something else. */
function subjectOf(words: string, isFirst: boolean): string[] | undefined {
  if (/\bin Kraft\b/.test(words)) return undefined
  const inverted = /^(?:Gem|Nach)\S*\s.*?\s(?:tritt|treten)\s(.*)/u.exec(words)?.[1]
  const [subject = ''] = (inverted ?? words.replace(/^Im Übrigen tritt/u, '')).trim().split(VERB)
  if (isFirst && WHOLE.test(subject)) return []
  const isOwn =
    /^(?:(?:und|u\.|sowie|die|der|das) )?(?:§§?|Art\.|Artikel|Anlagen?) ?\d/iu.test(subject) && !/ v\. /.test(subject)
  const norms = isOwn ? normsIn(subject, false) : []
  return norms.length > 0 ? norms : undefined
}

/** `§ 362 Nr. 5: … mit Art. 103 Abs. 3 GG … unvereinbar und nichtig gem. BVerfGE …`; not about an act that had amended a norm. */
const VOID = /^([^:\n]*): (?!(?:Frühere )?(?:Änd|Aufgeh))(?=.*\bnichtig\b).*\bBVerfGE\b.*$/gmu

/** Returns the parts of a norm that are void by a decision of the Federal Constitutional Court, according to its footnotes. */
export function voidParts({
  path,
  footnotes,
  subdivisions,
}: Pick<ParsedNorm, 'path' | 'footnotes' | 'subdivisions'>): Ending[] {
  return [...footnotes.matchAll(VOID)].flatMap(([note, head = '']) => {
    const named = findDesignations(head, undefined, false).flatMap(({ norms }) => norms)
    const norms = named.flatMap(({ subdivision }) => {
      if (subdivision.length === 0) return [path]
      const within = new RegExp(`(?:^|/)${subdivision.map(({ kind, value }) => `${kind}:${value}`).join('/(?:.*/)?')}$`)
      return subdivisions
        .filter((part) => within.test(part.path))
        .map((part) => `${path}/${part.path}`)
        .slice(0, 1)
    })
    return norms.length === 0 ? [] : [{ on: null, last_day: null, norms: [...new Set(norms)], except: [], note }]
  })
}
