import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Settings } from 'typebox/system'
import type { FieldProblem } from './errors.ts'

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
function fieldOf(pointer: string, name?: string): string {
  const parts = pointer.split('/').slice(1)
  return [...parts, ...(name === undefined ? [] : [name])].map((part) => part.slice(0, 100)).join('.')
}

function fieldProblems(issues: Issue[]): FieldProblem[] {
  const problems = new Map<string, string>()
  for (const { keyword, instancePath, message, params } of issues) {
    if (keyword === 'additionalProperties') continue // said field by field, by the schema `false` they break
    const missing = (params as { requiredProperties?: string[] }).requiredProperties
    for (const name of missing ?? []) problems.set(fieldOf(instancePath, name), 'is missing')
    const field = fieldOf(instancePath)
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
  return (input: unknown) => {
    check ??= Compile(schema)
    const value = httpPart === 'body' ? (input ?? (mayBeLeftOut(schema) ? {} : input)) : fromText(schema, input)
    return check.Check(value) ? { value } : { error: new InvalidInput(fieldProblems(check.Errors(value))) }
  }
}
