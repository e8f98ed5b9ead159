import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { type FieldProblem, placeOf } from './errors.ts'
import { normalizer, type Shape } from './normalize.ts'
import { maxDepth } from './readJson.ts'

/** Input that breaks its schema: carries one problem per bad field. */
export class InvalidInput extends Error {
  readonly problems: FieldProblem[]
  constructor(problems: FieldProblem[]) {
    super('the input breaks its schema')
    this.problems = problems
  }
}

interface Issue {
  keyword: string
  instancePath: string
  message: string
  params: object
}

// TypeBox stops looking after eight otherwise, and a form may have more wrong fields than that.
Settings.Set({ maxErrors: 200 })
const maxProblems = 50

function fieldOf(pointer: string, name?: string): string {
  return placeOf([...pointer.split('/').slice(1), ...(name === undefined ? [] : [name])])
}

const storable = (text: string) => !text.includes('\0') && text.isWellFormed()

/**
 * Text that neither the database nor UTF-8 holds, by a NUL or half a character in it; names of fields are text, too.
 * @param found is added to, as far as an answer names problems
 */
function findUnstorable(value: unknown, parts: string[], found: FieldProblem[]): FieldProblem[] {
  const refuse = () => void found.push({ field: placeOf(parts), message: 'holds a character that cannot be stored' })
  if (found.length >= maxProblems) return found
  if (typeof value === 'string' && !storable(value)) refuse()
  if (typeof value !== 'object' || value === null) return found
  if (parts.length > maxDepth) found.push({ field: parts[0]!.slice(0, 100), message: `is nested more than ${maxDepth} deep` })
  else if (!Object.keys(value).every(storable)) refuse()
  else
    for (const [name, each] of Object.entries(value)) {
      parts.push(name)
      findUnstorable(each, parts, found)
      parts.pop()
    }
  return found
}

/** `x-missing` of a field of the body says what to send where it is missing. */
function missingWords(schema: TSchema, field: string): string {
  const { properties = {} } = schema as { properties?: Record<string, { 'x-missing'?: string }> }
  return (Object.hasOwn(properties, field) && properties[field]!['x-missing']) || 'is missing'
}

function fieldProblems(issues: Issue[], schema: TSchema): FieldProblem[] {
  const problems = new Map<string, string>()
  for (const { keyword, instancePath, message, params } of issues) {
    if (keyword === 'additionalProperties') continue // said field by field, by the schema `false` they break
    const missing = (params as { requiredProperties?: string[] }).requiredProperties
    for (const name of missing ?? []) {
      const place = fieldOf(instancePath, name)
      problems.set(place, missingWords(schema, place))
    }
    const field = fieldOf(instancePath)
    const { duplicateItems = [] } = params as { duplicateItems?: number[] }
    for (const index of duplicateItems) problems.set(fieldOf(instancePath, String(index)), 'is named twice')
    if (duplicateItems.length > 0) continue
    if (keyword === 'boolean') problems.set(field, 'is not known here')
    else if (!missing && !problems.has(field)) problems.set(field, message)
  }
  return [...problems].slice(0, maxProblems).map(([field, message]) => ({ field, message }))
}

/** The numbers and booleans of an address, where its schema wants them. Written plainly or left as text, which is then refused. */
function fromText(schema: TSchema, input: unknown): unknown {
  const { properties } = schema as { properties?: Record<string, { type?: string }> }
  if (!properties || typeof input !== 'object' || input === null) return input
  const entries = Object.entries(input).map(([name, value]) => {
    const type = Object.hasOwn(properties, name) ? properties[name]!.type : undefined
    if (typeof value !== 'string') return [name, value]
    if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(\.\d{1,9})?$/.test(value)) return [name, Number(value)]
    if (type === 'boolean' && /^(true|false)$/.test(value)) return [name, value === 'true']
    return [name, value]
  })
  return Object.fromEntries(entries)
}

/** Whether a request may come without its body, as if that were `{}`: nothing in it has to be said. */
export function mayBeLeftOut(body: TSchema): boolean {
  const { type, required = [], minProperties = 0 } = body as { type?: string; required?: string[]; minProperties?: number }
  return type === 'object' && required.length === 0 && minProperties === 0
}

/**
 * Checks input with TypeBox. Unknown fields are refused, not dropped; text becomes a number or boolean only where it came from the address.
 * Like what writes the answers, each schema is compiled when it is first needed: all at the start take as long as the rest of it.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  let check: Validator | undefined
  let normalize: ReturnType<typeof normalizer> | undefined
  return (sent: unknown) => {
    check ??= Compile(schema)
    normalize ??= normalizer(schema as Shape)
    const value = normalize(httpPart === 'body' ? sent : fromText(schema, sent))
    if (!check.Check(value)) return { error: new InvalidInput(fieldProblems(check.Errors(value), schema)) }
    // A format of others is cleaned where it is read: half an alert is worth more than none.
    const broken = 'x-bounds' in schema ? [] : findUnstorable(value, [], [])
    return broken.length > 0 ? { error: new InvalidInput(broken) } : { value }
  }
}
