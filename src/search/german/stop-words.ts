/**
 * German stop words: articles, pronouns, prepositions, conjunctions, auxiliaries and question words. They are indexed like
 * other words, but a query with other words is ranked by those alone. Words with a meaning in law (`ohne`, `gegen`,
 * `nicht`, `kein`) are not among them, nor are those that are also nouns (`waren`, `würde`).
 */
import { wordsOf } from '../tokenizer.ts'

const STOP_WORDS = new Set(
  wordsOf(`
    der die das des dem den ein eine einer eines einem einen
    ich du er sie es wir ihr mich mir dich dir ihn ihm ihnen uns euch sich man selbst
    mein meine meiner meines meinem meinen dein deine deiner deines deinem deinen
    sein seine seiner seines seinem seinen ihre ihrer ihres ihrem ihren unser unsere unserer unseres unserem unseren
    dieser diese dieses diesem diesen jener jene jenes jenem jenen jeder jede jedes jedem jeden
    derer deren dessen denen welcher welche welches welchem welchen solcher solche solches solchem solchen
    alle allem allen aller alles jemand jemandem jemanden niemand niemandem niemanden viel viele vielen vieler
    wer wen wem wessen was wann wo wie warum wieso weshalb woher wohin womit wodurch wofür
    ab als am an ans auf aus bei beim bis da damit dann daß dass denn doch durch für hier im in ins ja je mal mit nach
    noch nun ob oder schon seit so sowie um und vom von vor während wegen wenn weil zu zum zur zwischen über unter
    bzw beziehungsweise
    bin bist ist sind seid war wäre wären gewesen sei seien
    habe hast hat haben hatte hatten hätte hätten
    werde wirst wird werden wurde wurden worden
    kann kannst können könnte könnten konnte muss muß musst müssen müsste müssten soll sollst sollen sollte sollten
    darf darfst dürfen dürfte dürften will willst wollen wollte
    § auch nur sehr eigentlich denn etwa also aber
  `),
)

/** English and French words that hold sentences together and are spelled like German stems: `must` of `Muster`. */
const FOREIGN_STOP_WORDS = new Set(
  wordsOf(`
    must may shall should would could can other under over such not no nor so too its it if of to by for from with the and or
    at as be is are was were has had have been this that than them they their there these those which who whose any each
    both only into upon within without between through during before after above below more most some same very when where
    les des une dans est aux pour par sur que qui ne au ou sont cette
  `),
)

/** True if a word is spelled like one that holds English or French sentences together. */
export const isForeignStopWord = (word: string): boolean => FOREIGN_STOP_WORDS.has(word)

/** True if a word, as `scanWords` spells it, is a stop word. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word)
}
