import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { openCorpus } from '../../../src/dataset/open.ts'
import type { Corpus } from '../../../src/model/corpus.ts'
import { checkText } from '../../../src/resolve/check-text.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

/** Each finding as its class, law and norm. */
async function found(text: string): Promise<string> {
  const format = text.startsWith('<') ? 'html' : text.includes('|--') ? 'markdown' : 'plain'
  const { findings } = await checkText(corpus, text, { format, today: '2026-05-01' })
  return findings
    .map((each) => `${each.class} ${each.norm ?? each.status} ${each.abbreviation ?? ''}`.trim())
    .join(', ')
}

const OPEN = 'uncertain unknown_law'

const cases: [name: string, text: string, expected: string][] = [
  [
    'the subject of the sentence',
    'Das Hafengesetz regelt in § 4 die Plätze, in § 5 das Geld.',
    'right par:4 HafenG, right par:5 HafenG',
  ],
  ['a law as a place', 'Im HafenG ist in § 4 der Liegeplatz geregelt.', 'right par:4 HafenG'],
  ['not a subject that suffers', 'Das HafenG wird in § 4 abbedungen.', OPEN],
  ['not another clause', 'Das HafenG gilt, soweit in § 4 nichts anderes steht.', OPEN],
  ['not with a second law', 'Das MSGB verweist wie das HafenG in § 4 weiter.', OPEN],
  ['brackets', 'nach dem HafenG (§ 4)', 'right par:4 HafenG'],
  ['not a heading that is an abbreviation alone', '§ 4 SG\n', OPEN],
  ['an aside', 'die Vorschriften des HafenG, insbesondere § 4', 'right par:4 HafenG'],
  [
    'a law at the head of its line',
    '- HafenG: §§ 4, 5; § 99',
    'right par:4 HafenG, right par:5 HafenG, wrong not_found HafenG',
  ],
  [
    'a law above a list',
    'Hafengesetz:\n- § 4\n- § 5\n\nMSGB\n1. § 1\n2. § 99',
    'right par:4 HafenG, right par:5 HafenG, right par:1 MSGB, wrong not_found MSGB',
  ],
  [
    'the head of a column',
    '| HafenG | MSGB |\n|--|--|\n| § 4 | § 1 |\n| § 5 | § 99 |\n\nNach § 4 gilt',
    `right par:4 HafenG, right par:1 MSGB, right par:5 HafenG, wrong not_found MSGB, ${OPEN}`,
  ],
  [
    'the first cell of a row',
    '<table><tr><th>Gesetz<th>Norm</tr><tr><td>HafenG</td><td>§ 4</td></tr></table><p>§ 4 gilt.',
    `right par:4 HafenG, ${OPEN}`,
  ],
  [
    'a declaration',
    'Paragraphen ohne Gesetzesangabe sind solche des HafenG. Nach § 4 gilt § 99, nach § 1 MSGB nicht.',
    'right par:4 HafenG, wrong not_found HafenG, right par:1 MSGB',
  ],
  [
    'a declaration in other words',
    'Alle §§ beziehen sich, soweit nicht anders angegeben, auf das HafenG. § 4 und Art. 5 gelten.',
    `right par:4 HafenG, ${OPEN}`,
  ],
  ['this law', 'Das Hafengesetz gilt überall. Nach § 4 Abs. 2 dieses Gesetzes verliert er ihn.', 'right par:4 HafenG'],
  ['the only law', 'Maßgeblich ist das HafenG. § 4 des Gesetzes regelt die Plätze.', 'right par:4 HafenG'],
  [
    'one of two laws',
    'Nach § 1 MSGB und § 4 HafenG gilt § 5 des Gesetzes.',
    `right par:1 MSGB, right par:4 HafenG, ${OPEN}`,
  ],
  [
    'the last of two laws',
    'Nach § 1 MSGB und § 4 HafenG gilt § 5 desselben Gesetzes.',
    'right par:1 MSGB, right par:4 HafenG, right par:5 HafenG',
  ],
  ['no ordinance', 'Nach § 4 HafenG gilt § 5 derselben Verordnung.', `right par:4 HafenG, ${OPEN}`],
  [
    'the ordinance before a law',
    'Nach § 1 BienHV 1998 und § 4 HafenG gilt § 2 derselben Verordnung.',
    'right par:1 BienHV 1998, right par:4 HafenG, right par:2 BienHV 1998',
  ],
  [
    'an ordinance without a name',
    'Nach § 4 HafenG gilt § 5 der hierzu erlassenen Durchführungsverordnung.',
    `right par:4 HafenG, ${OPEN}`,
  ],
  [
    'headings of a contract',
    '§ 1 Miete\nEs gilt § 4 HafenG und § 2.\n§ 2 Kündigung\nNach § 9 gilt',
    `right par:4 HafenG, ${OPEN}`,
  ],
  [
    'an abbreviation in English',
    'sections 4 and 5(1) HafenG, sec. 99 HafenG',
    'right par:4 HafenG, right par:5 HafenG, wrong not_found HafenG',
  ],
  ['another country', 'Section 5 of the Companies Act 2006, section 1 of the Austrian HafenG', ''],
  [
    'English, the law first',
    'The HafenG provides in section 4; see HafenG, section 5.',
    'right par:4 HafenG, right par:5 HafenG',
  ],
]

for (const [name, text, expected] of cases) {
  it(name, async () => assert.equal(await found(text), expected, text))
}
