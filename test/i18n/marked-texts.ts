/** Finds the texts that a language must translate: those marked with `t` or `say`, and the nouns of counts. */
import { readFileSync } from 'node:fs'
import { ts } from '@ts-morph/common'
import { keyOf } from '../../src/i18n/texts.ts'

/** The keys of the marked texts in TypeScript files. @param paths of the files */
export function markedTexts(paths: Iterable<string>): Set<string> {
  const keys = new Set<string>()
  for (const path of paths) {
    const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest)
    const counts = /from '[^']*i18n\/readable\.ts'/.test(source.text)
    const visit = (node: ts.Node): void => {
      if (ts.isTaggedTemplateExpression(node) && /^(?:t|say)$/.test(nameOf(node.tag)))
        keys.add(keyOfTemplate(node.template))
      if (ts.isCallExpression(node)) for (const key of keysOfCall(node, counts)) keys.add(key)
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return keys
}

function keysOfCall({ expression, arguments: given }: ts.CallExpression, counts: boolean): string[] {
  const texts = given.map((each) => (ts.isStringLiteralLike(each) ? each.text : undefined))
  if (nameOf(expression) === 'translated') return texts[0] === undefined ? [] : [texts[0]]
  const [, one, many] = texts
  return counts && nameOf(expression) === 'counted' && one !== undefined ? [one, many ?? `${one}s`] : []
}

/** The key of a template, marked or not: `{0}` is its first value. */
export function keyOfTemplate(template: ts.TemplateLiteral): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text
  return keyOf([template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)])
}

const nameOf = (expression: ts.Expression): string => (ts.isIdentifier(expression) ? expression.text : '')
