import { type ASTNode, serialize } from '@marcbachmann/cel-js'
import { treeOf } from './condition.ts'
import { factCatalogue } from './facts.ts'

const facts = new Map(factCatalogue.map((fact) => [fact.path, fact]))
const longest = 2_000

/**
 * Writes a condition in plain English, as in “the environment is production and the budget is at most 500”; unsupported parts are quoted.
 * Never throws.
 */
export function reading(text: string): string {
  let sentence: string
  try {
    const tree = treeOf(text)
    sentence = tree ? said(tree) : quoted(text)
  } catch {
    sentence = quoted(text)
  }
  return sentence.length > longest ? `${sentence.slice(0, longest - 1)}…` : sentence
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
  startsWith: ['begins with', 'does not begin with'],
  endsWith: ['ends with', 'does not end with'],
}

/** @param denied whether to write the negation */
function said(node: ASTNode, denied = false): string {
  const { op, args } = node
  if (op === '!_') return said(args, !denied)
  if (op === '&&' || op === '||') return joined(args, op, denied)
  if (op === 'value' && typeof args === 'boolean') return args !== denied ? 'always' : 'never'
  if (op === 'in') return toText(args, denied) ?? unsaid(node, denied)
  if (op === '.') return yesOrNo(node, denied) ?? unsaid(node, denied)
  if (op === 'rcall') return describeMethod(args, denied) ?? unsaid(node, denied)
  if (op in comparisons) return compared(op, args as [ASTNode, ASTNode], denied) ?? unsaid(node, denied)
  return unsaid(node, denied)
}

const unsaid = (node: ASTNode, denied: boolean) => (denied ? `it is not so that “${serialize(node)}” holds` : `“${serialize(node)}” holds`)

/** Not (a and b) is: not a, or not b. */
function joined([left, right]: [ASTNode, ASTNode], op: '&&' | '||', denied: boolean): string {
  const word = (op === '&&') !== denied ? 'and' : 'or'
  const side = (node: ASTNode) => {
    const inner = joinedBy(node, denied)
    const sentence = said(node, denied)
    return inner === undefined || inner === word ? sentence : `(${sentence})`
  }
  return `${side(left)} ${word} ${side(right)}`
}

function joinedBy(node: ASTNode, denied: boolean): 'and' | 'or' | undefined {
  if (node.op === '!_') return joinedBy(node.args, !denied)
  return node.op === '&&' || node.op === '||' ? ((node.op === '&&') !== denied ? 'and' : 'or') : undefined
}

function pathOf(node: ASTNode): string | undefined {
  return node.op === '.' && node.args[0].op === 'id' ? `${node.args[0].args}.${node.args[1]}` : undefined
}

function yesOrNo(node: ASTNode, denied: boolean): string | undefined {
  const fact = facts.get(pathOf(node) ?? '')
  return fact?.type === 'bool' ? (denied ? fact.otherwise : fact.phrase) : undefined
}

function thing(node: ASTNode): string | undefined {
  const fact = facts.get(pathOf(node) ?? '')
  if (fact) return fact.type === 'bool' ? undefined : fact.phrase
  const counted = node.op === 'call' && node.args[0] === 'size' ? node.args[1][0] : sizeOf(node)
  const list = counted && facts.get(pathOf(counted) ?? '')
  if (list) return list.type === 'list<string>' ? `how many there are of ${list.phrase}` : `the length of ${list.phrase}`
  if (node.op === '*') {
    const [times, what] = [literal(node.args[0]), thing(node.args[1])]
    if (times !== undefined && what) return `${times} times ${what}`
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

function compared(op: string, [left, right]: [ASTNode, ASTNode], denied: boolean): string | undefined {
  const turned = literal(left) !== undefined && literal(right) === undefined
  const [phrase, not] = comparisons[turned ? comparisons[op]![2] : op]!
  const subject = turned ? right : left
  const truth = (turned ? left : right).op === 'value' ? (turned ? left : right).args : undefined
  if (typeof truth === 'boolean' && (op === '==' || op === '!=')) return yesOrNo(subject, denied !== (truth === (op === '!=')))
  const meaning = facts.get(pathOf(subject) ?? '')?.meaning?.[String(truth)]
  if (meaning && (op === '==' || op === '!=')) return meaning[denied === (op === '==') ? 1 : 0]
  const [what, value] = [thing(subject), thing(turned ? left : right)]
  return what && value ? `${what} ${denied ? not : phrase} ${value}` : undefined
}

function toText([needle, hay]: [ASTNode, ASTNode], denied: boolean): string | undefined {
  const list = facts.get(pathOf(hay) ?? '')
  const value = thing(needle)
  if (value === undefined) return undefined
  if (list?.type === 'list<string>') return `${list.phrase} ${denied ? 'do not include' : 'include'} ${value}`
  if (hay.op !== 'list') return undefined
  const values = hay.args.map(literal)
  if (values.length === 0 || values.some((each) => each === undefined)) return undefined
  const or = [values.slice(0, -1).join(', '), values.at(-1)].filter(Boolean).join(denied ? ' nor ' : ' or ')
  return `${value} is ${denied ? (values.length > 1 ? 'neither ' : 'not ') : ''}${or}`
}

function describeMethod([name, on, given]: [string, ASTNode, ASTNode[]], denied: boolean): string | undefined {
  const fact = facts.get(pathOf(on) ?? '')
  const method = methods[name]
  if (method && fact?.type === 'string') {
    const value = given[0] && literal(given[0])
    return value && `${fact.phrase} ${method[denied ? 1 : 0]} ${value}`
  }
  const [variable, inner] = given
  if ((name !== 'exists' && name !== 'all') || fact?.type !== 'list<string>' || variable?.op !== 'id' || !inner) return undefined
  const each = describeEach(inner, variable.args)
  if (!each) return undefined
  if (name === 'exists') return `${denied ? 'none' : 'one'} of ${fact.phrase} ${each}`
  return `${denied ? 'not every one' : 'every one'} of ${fact.phrase} ${each}`
}

function describeEach(node: ASTNode, variable: string): string | undefined {
  const isIt = (other: ASTNode | undefined) => other?.op === 'id' && other.args === variable
  if (node.op === '==' && isIt(node.args[0])) {
    const value = literal(node.args[1])
    return value && `is ${value}`
  }
  if (node.op === 'rcall' && isIt(node.args[1])) {
    const value = node.args[2][0] && literal(node.args[2][0])
    const method = methods[node.args[0]]
    return value && method && `${method[0]} ${value}`
  }
  return undefined
}
