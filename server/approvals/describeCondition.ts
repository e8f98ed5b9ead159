import { type ASTNode, serialize } from '@marcbachmann/cel-js'
import { currency } from '../currency.ts'
import { formatMoney, toMinorUnits } from '../format.ts'
import { parseTree } from './condition.ts'
import { factPath } from './factPath.ts'
import { factCatalogue } from './facts.ts'

const facts = new Map(factCatalogue.map((fact) => [fact.path, fact]))
const maxLength = 2_000

/**
 * Converts a condition to plain English, as in “the environment is production and the budget is at most £500”; unsupported parts are quoted.
 * Never throws.
 */
export function describeCondition(text: string): string {
  let sentence: string
  try {
    const tree = parseTree(text)
    sentence = tree ? expressionText(tree) : quoted(text)
  } catch {
    sentence = quoted(text)
  }
  return sentence.length > maxLength ? `${sentence.slice(0, maxLength - 1)}…` : sentence
}

const quoted = (text: string) => `“${text.replace(/\s+/g, ' ').trim()}” holds`

const comparisons: Record<string, readonly [words: string, denied: string, turned: string]> = {
  '==': ['is', 'is not', '=='],
  '!=': ['is not', 'is', '!='],
  '<': ['is less than', 'is at least', '>'],
  '<=': ['is at most', 'is more than', '>='],
  '>': ['is more than', 'is at most', '<'],
  '>=': ['is at least', 'is less than', '<='],
}
const methods: Record<string, readonly [words: string, denied: string]> = {
  contains: ['contains', 'does not contain'],
  startsWith: ['starts with', 'does not start with'],
  endsWith: ['ends with', 'does not end with'],
}

function expressionText(node: ASTNode, isNegated = false): string {
  const { op: operator, args } = node
  if (operator === '!_') return expressionText(args, !isNegated)
  if (operator === '&&' || operator === '||') return describeJoined(args, operator, isNegated)
  if (operator === 'value' && typeof args === 'boolean') return args !== isNegated ? 'always' : 'never'
  if (operator === 'in') return describeMembership(args, isNegated) ?? fallbackText(node, isNegated)
  if (operator === '.') return yesOrNo(node, isNegated) ?? fallbackText(node, isNegated)
  if (operator === 'rcall') return describeMethod(args, isNegated) ?? fallbackText(node, isNegated)
  if (operator in comparisons) return describeComparison(operator, args as [ASTNode, ASTNode], isNegated) ?? fallbackText(node, isNegated)
  return fallbackText(node, isNegated)
}

const fallbackText = (node: ASTNode, isNegated: boolean) =>
  isNegated ? `“${serialize(node)}” does not hold` : `“${serialize(node)}” holds`

function describeJoined([leftNode, right]: [ASTNode, ASTNode], operator: '&&' | '||', isNegated: boolean): string {
  const conjunction = (operator === '&&') !== isNegated ? 'and' : 'or'
  const operandText = (node: ASTNode) => {
    const inner = conjunctionOf(node, isNegated)
    const sentence = expressionText(node, isNegated)
    return inner === undefined || inner === conjunction ? sentence : `(${sentence})`
  }
  return `${operandText(leftNode)} ${conjunction} ${operandText(right)}`
}

function conjunctionOf(node: ASTNode, isNegated: boolean): 'and' | 'or' | undefined {
  if (node.op === '!_') return conjunctionOf(node.args, !isNegated)
  return node.op === '&&' || node.op === '||' ? ((node.op === '&&') !== isNegated ? 'and' : 'or') : undefined
}

function yesOrNo(node: ASTNode, isNegated: boolean): string | undefined {
  const fact = facts.get(factPath(node) ?? '')
  return fact?.type === 'bool' ? (isNegated ? fact.otherwise : fact.phrase) : undefined
}

function describeOperand(node: ASTNode): string | undefined {
  const fact = facts.get(factPath(node) ?? '')
  if (fact) return fact.type === 'bool' ? undefined : fact.phrase
  const countedNode = node.op === 'call' && node.args[0] === 'size' ? node.args[1][0] : sizeOf(node)
  const listFact = countedNode && facts.get(factPath(countedNode) ?? '')
  if (listFact) return listFact.type === 'list<string>' ? `the number of ${listFact.phrase}` : `the length of ${listFact.phrase}`
  if (node.op === '*') {
    const [times, operand] = [literal(node.args[0]), describeOperand(node.args[1])]
    if (times !== undefined && operand) return `${times} times ${operand}`
  }
  return literal(node)
}

const sizeOf = (node: ASTNode) => (node.op === 'rcall' && node.args[0] === 'size' ? node.args[1] : undefined)

function literal(node: ASTNode): string | undefined {
  if (node.op === '-_') {
    const value = literal(node.args)
    return value && `-${value}`
  }
  if (node.op !== 'value') return undefined
  const value = node.args
  // Values with more than one word are quoted, because they could be read as part of the sentence.
  if (typeof value === 'string') return value === '' ? 'empty' : /^[\w.-]+$/.test(value) ? value : `“${value}”`
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined
}

function moneyText({ op, args }: ASTNode): string | undefined {
  if (op !== 'value' || (typeof args !== 'number' && typeof args !== 'bigint')) return undefined
  return formatMoney({ amount: toMinorUnits(Number(args), currency), currency })
}

function describeComparison(operator: string, [leftNode, right]: [ASTNode, ASTNode], isNegated: boolean): string | undefined {
  const isReversed = literal(leftNode) !== undefined && literal(right) === undefined
  const [phrase, negatedPhrase] = comparisons[isReversed ? comparisons[operator]![2] : operator]!
  const subject = isReversed ? right : leftNode
  const booleanValue = (isReversed ? leftNode : right).op === 'value' ? (isReversed ? leftNode : right).args : undefined
  if (typeof booleanValue === 'boolean' && (operator === '==' || operator === '!='))
    return yesOrNo(subject, isNegated !== (booleanValue === (operator === '!=')))
  const meaning = facts.get(factPath(subject) ?? '')?.meaning?.[String(booleanValue)]
  if (meaning && (operator === '==' || operator === '!=')) return meaning[isNegated === (operator === '==') ? 1 : 0]
  const valueNode = isReversed ? leftNode : right
  const isMoney = facts.get(factPath(subject) ?? '')?.isMoney
  const [operand, value] = [describeOperand(subject), (isMoney && moneyText(valueNode)) || describeOperand(valueNode)]
  return operand && value ? `${operand} ${isNegated ? negatedPhrase : phrase} ${value}` : undefined
}

function describeMembership([needle, haystack]: [ASTNode, ASTNode], isNegated: boolean): string | undefined {
  const listFact = facts.get(factPath(haystack) ?? '')
  const value = describeOperand(needle)
  if (value === undefined) return undefined
  if (listFact?.type === 'list<string>') return `${listFact.phrase} ${isNegated ? 'do not include' : 'include'} ${value}`
  if (haystack.op !== 'list') return undefined
  const values = haystack.args.map(literal)
  if (values.length === 0 || values.some((value) => value === undefined)) return undefined
  const valueList = [values.slice(0, -1).join(', '), values.at(-1)].filter(Boolean).join(isNegated ? ' nor ' : ' or ')
  return `${value} is ${isNegated ? (values.length > 1 ? 'neither ' : 'not ') : ''}${valueList}`
}

function describeMethod([name, target, callArgs]: [string, ASTNode, ASTNode[]], isNegated: boolean): string | undefined {
  const fact = facts.get(factPath(target) ?? '')
  const method = methods[name]
  if (method && fact?.type === 'string') {
    const value = callArgs[0] && literal(callArgs[0])
    return value && `${fact.phrase} ${method[isNegated ? 1 : 0]} ${value}`
  }
  const [variable, inner] = callArgs
  if ((name !== 'exists' && name !== 'all') || fact?.type !== 'list<string>' || variable?.op !== 'id' || !inner) return undefined
  const quantifierText = describeEach(inner, variable.args)
  if (!quantifierText) return undefined
  if (name === 'exists') return `${isNegated ? 'none' : 'one'} of ${fact.phrase} ${quantifierText}`
  return `${isNegated ? 'not every one' : 'every one'} of ${fact.phrase} ${quantifierText}`
}

function describeEach(node: ASTNode, variable: string): string | undefined {
  const isVariable = (other: ASTNode | undefined) => other?.op === 'id' && other.args === variable
  if (node.op === '==' && isVariable(node.args[0])) {
    const value = literal(node.args[1])
    return value && `is ${value}`
  }
  if (node.op === 'rcall' && isVariable(node.args[1])) {
    const value = node.args[2][0] && literal(node.args[2][0])
    const method = methods[node.args[0]]
    return value && method && `${method[0]} ${value}`
  }
  return undefined
}
