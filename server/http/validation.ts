import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Settings } from 'typebox/system'
import type { FieldProblem } from './errors.ts'
import { uuid } from './search.ts'

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

/** Where in the input, as people write it: `budget.contacts.0`. */
function placeOf(parts: string[]): string {
  // A name without a letter would read as the place of the whole.
  return parts.map((part) => part.slice(0, 100) || '""').join('.')
}

function fieldOf(pointer: string, name?: string): string {
  return placeOf([...pointer.split('/').slice(1), ...(name === undefined ? [] : [name])])
}

const storable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** What may be anything is read by what calls itself, so that it may not go down for ever. */
const mostLevels = 64

/** Text that neither the database nor UTF-8 holds, by a NUL or half a character in it; names of fields are text, too. */
function unstorable(value: unknown, parts: string[] = []): FieldProblem[] {
  const problem = { field: placeOf(parts), message: 'holds a character that cannot be stored' }
  if (typeof value === 'string') return storable(value) ? [] : [problem]
  if (typeof value !== 'object' || value === null) return []
  if (parts.length > mostLevels) return [{ field: parts[0]!.slice(0, 100), message: `is nested more than ${mostLevels} deep` }]
  if (!Object.keys(value).every(storable)) return [problem]
  return Object.entries(value).flatMap(([name, each]) => unstorable(each, [...parts, name]))
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

interface Shape {
  format?: string
  items?: Shape
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  anyOf?: Shape[]
  allOf?: Shape[]
}

/** One id is one text, whatever capitals it is written in: what compares, keeps and records it never asks. Looks no deeper than the schema. */
function inSmallLetters(schema: Shape, value: unknown): unknown {
  const { format, items, properties, patternProperties, anyOf = [], allOf = [] } = schema
  let own = value
  if (typeof value === 'string') own = format === 'uuid' && uuid.test(value) ? value.toLowerCase() : value
  else if (items && Array.isArray(value)) own = value.map((item) => inSmallLetters(items, item))
  else if ((properties || patternProperties) && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const [others] = Object.values(patternProperties ?? {})
    const inner = (name: string) => (properties && Object.hasOwn(properties, name) ? properties[name] : others)
    own = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inSmallLetters(inner(name) ?? {}, each)]))
  }
  return [...anyOf, ...allOf].reduce((before, part) => inSmallLetters(part, before), own)
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
  const holdsIds = JSON.stringify(schema).includes('"format":"uuid"')
  return (sent: unknown) => {
    check ??= Compile(schema)
    const input = httpPart === 'body' ? (sent ?? (mayBeLeftOut(schema) ? {} : sent)) : fromText(schema, sent)
    const value = holdsIds ? inSmallLetters(schema, input) : input
    if (!check.Check(value)) return { error: new InvalidInput(fieldProblems(check.Errors(value), schema)) }
    // A format of others is cleaned where it is read: half an alert is worth more than none.
    const broken = 'x-bounds' in schema ? [] : unstorable(value)
    return broken.length > 0 ? { error: new InvalidInput(broken.slice(0, maxProblems)) } : { value }
  }
}
