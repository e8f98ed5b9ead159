import { isProse, oneLine } from './prose.ts'
import { calledTest, childrenOf, type Node } from './syntax.ts'

/** Texts that the product shows. An ellipsis in a text takes the place of a value. */
export class ShownTexts {
  private readonly texts: ReadonlySet<string>
  private readonly patterns: readonly RegExp[]

  constructor(texts: readonly string[]) {
    this.texts = new Set(texts)
    const withValues = [...this.texts].filter((text) => text.includes('…') && /\p{L}{3}/u.test(text))
    this.patterns = withValues.map((text) => new RegExp(`^${text.split('…').map(RegExp.escape).join('.+')}$`, 'u'))
  }

  has(text: string): boolean {
    return this.texts.has(text)
  }

  /** Returns whether the text is shown as it is, or with values in it. */
  canShow(text: string): boolean {
    return this.texts.has(text) || this.patterns.some((pattern) => pattern.test(text))
  }

  matches(pattern: RegExp): boolean {
    return [...this.texts].some((text) => pattern.test(text))
  }
}

const locators = /^((get|find|query)(All)?By(Text|Label|LabelText|Role|Placeholder|Title|AltText)|filter|waitForText)$/

/**
 * Finds strings that the product also shows. A test must take them from where the product has them, or assert a code instead. A browser
 * test finds elements by their texts, so a single word or a pattern for a text is also a quote there.
 */
export function findQuotes(program: Node, shown: ShownTexts, isBrowserTest: boolean): { start: number; text: string }[] {
  const matches: { start: number; text: string }[] = []
  const visit = (node: Node, isLocator: boolean) => {
    if (/^(Import|Export)\w*Declaration$/.test(node.type)) return
    if (node.type === 'Literal') {
      const text = quotedBy(node, shown, isBrowserTest, isLocator)
      if (text !== undefined) matches.push({ start: node.start, text })
    } else if (node.type === 'CallExpression') visitCall(node)
    else if (node.type === 'Property')
      visit(node.value as Node, isLocator && /^(name|hasText|description)$/.test(String((node.key as Node).name)))
    else for (const child of childrenOf(node)) visit(child, isLocator && /^(ObjectExpression|ConditionalExpression)$/.test(node.type))
  }
  const visitCall = (node: Node) => {
    const callee = node.callee as Node
    const name = String(((callee.property as Node | undefined) ?? callee).name)
    const [first, ...others] = node.arguments as Node[]
    visit(callee, false)
    // The first argument is the title of a test, or a role.
    if (first && calledTest(node) === undefined && !/ByRole$/.test(name)) visit(first, isBrowserTest && locators.test(name))
    for (const each of others) visit(each, isBrowserTest && locators.test(name))
  }
  visit(program, false)
  return matches
}

function quotedBy(node: Node, shown: ShownTexts, isBrowserTest: boolean, isLocator: boolean): string | undefined {
  if (typeof node.value === 'string') {
    const text = oneLine(node.value)
    if (isLocator) return /\p{L}{2}/u.test(text) && shown.canShow(text) ? text : undefined
    const minLength = isBrowserTest ? 2 : 3
    return isProse(text) && text.split(' ').length >= minLength && shown.has(text) ? text : undefined
  }
  const regex = node.regex as { pattern: string; flags: string } | undefined
  if (!regex || !isLocator || !/\p{L}{3}/u.test(regex.pattern)) return undefined
  return shown.matches(new RegExp(regex.pattern, regex.flags)) ? `/${regex.pattern}/` : undefined
}
