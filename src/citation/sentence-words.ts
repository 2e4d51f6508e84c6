/** The words by which sentences are told apart, as data. All in lower case, abbreviations without their last stop. */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Abbreviations within a sentence. Single letters (`z. B.`, `i. V. m.`) and Roman numerals need not be listed. */
export const ABBREVIATIONS = words(
  'abb abk abl abs absch abschn abt abw allg alt amtl angef anh anl anm art aufl ausf ausg az aktz banz bayrs bd bearb bek ' +
    'bes best betr bezügl bgbl bl bsp buchst bundesanz bzgl bzw ca dergl ders desgl dgl diesbez dipl doppelbuchst dr einschl ' +
    'entspr ergl erl ev evtl fa fam fn fr frhr geb gem ges gesetzl gez ggf ggfs gmbl grds halbs hinsichtl hlbs hrsg hs incl ' +
    'ing inkl insb insbes jährl jh jur kap kfm komm lfd lit ltd max med mind min mio monatl mrd mtl nachf nr nrn ohg op pfd ' +
    'phil prof rdnr rdn reg rer rgbl rn rspr rz sog spstr st std str tab techn tel tgl tz ua umdr unterabs urspr urt usf var ' +
    'vbl verb verf verk vers vgl vol vorbem vorl wg zit ziff zt zust zzgl überschr übers',
)

/** Abbreviations that end a sentence as well as stand within one: what follows decides. */
export const FINAL_ABBREVIATIONS = words('usw etc ff f u.a o.ä u.ä u.ä.m a.f n.f')

/** Nouns in front of a number that they count: `nach Absatz 2. Der Antrag …` ends a sentence. */
export const NUMBERED = words(
  '§ §§ abs absatz absatzes absätze absätzen anhang anlage anlagen art artikel artikels artikeln buch buchst buchstabe ' +
    'buchstaben halbsatz jahr jahre jahres jahren kap kapitel lit nr nrn nummer nummern paragraph s satz sätze sätzen teil ' +
    'titel unterabsatz ziff ziffer ziffern januar februar märz april mai juni juli august september oktober november dezember',
)

/** Words in front of an ordinal number: `des 2. Abschnitts`. */
export const BEFORE_ORDINAL = words(
  'der die das des dem den am im zum zur vom bis ab ein eine einem einen einer eines jeder jede jedes jedem jeden dieser ' +
    'diese dieses diesem diesen sein seine seinem seinen seiner ihr ihre ihrem ihren ihrer und oder seit nach vor mit',
)

/** Nouns behind an ordinal number; compounds that end in them count too. */
export const AFTER_ORDINAL =
  'januar jänner februar märz april mai juni juli august september oktober november dezember abschnitt abteilung alternative ' +
  'auflage fassung halbjahr halbsatz instanz jahr kammer kapitel klasse legislaturperiode monat quartal rang reihe senat ' +
  'semester spiegelstrich stufe tag titel unterabschnitt untertitel variante verordnung vierteljahr wahlperiode woche zivilsenat ' +
  'strafsenat'

/** Words that begin a sentence and do not follow an ordinal number or stand behind an abbreviation. */
export const STARTERS = words(
  'der die das dem den dies diese dieser dieses diesem diesen ein eine einem einen einer eines er sie es wer was wird werden ' +
    'ist sind hat haben kann können darf dürfen soll sollen muss müssen muß gilt gelten findet finden bei beim im in an am auf ' +
    'aus für mit nach von vom vor zu zum zur über unter durch gegen ohne um bis ab als auch wenn falls soweit sofern solange ' +
    'sobald soll hierbei hierzu hiervon hierfür dabei dazu davon dafür danach daneben darüber dagegen dies ferner zudem jedoch ' +
    'unberührt entsprechendes gleiches ausgenommen abweichend absatz satz nummer artikel die alle jede jeder jedes jeweils ' +
    'einzelne einzelheiten näheres das ihre ihr seine sein sonstige weitere liegt liegen besteht bestehen erfolgt tritt treten',
)
