import type { FastifySchemaCompiler } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { type FieldProblem, joinFieldPath } from '../errors.ts'
import { normalizer, type Shape } from './normalize.ts'
import { maxDepth } from './readJson.ts'

export class InvalidInput extends Error {
  readonly problems: FieldProblem[]
  constructor(problems: FieldProblem[]) {
    super('the input violates its schema')
    this.problems = problems
  }
}

interface Issue {
  keyword: string
  schemaPath: string
  instancePath: string
  message: string
  params: object
}

// TypeBox stops after eight errors by default, and a form can have more invalid fields.
Settings.Set({ maxErrors: 200 })
const maxProblems = 50

function fieldOf(pointer: string, name?: string): string {
  return joinFieldPath([...pointer.split('/').slice(1), ...(name === undefined ? [] : [name])])
}

const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/**
 * Finds text in values and field names that can't be stored: the database rejects NUL, and UTF-8 can't represent half of a surrogate pair.
 * @param problemList collects problems, up to the limit of a response
 */
function findUnstorable(value: unknown, pathParts: string[], problemList: FieldProblem[]): FieldProblem[] {
  const addProblem = () => void problemList.push({ field: joinFieldPath(pathParts), message: 'has an invalid character' })
  if (problemList.length >= maxProblems) return problemList
  if (typeof value === 'string' && !isStorable(value)) addProblem()
  if (typeof value !== 'object' || value === null) return problemList
  if (pathParts.length > maxDepth) problemList.push({ field: pathParts[0]!.slice(0, 100), message: `has more than ${maxDepth} levels` })
  else if (!Object.keys(value).every(isStorable)) addProblem()
  else
    for (const [name, each] of Object.entries(value)) {
      pathParts.push(name)
      findUnstorable(each, pathParts, problemList)
      pathParts.pop()
    }
  return problemList
}

/** `x-missing` on a body field says what to send if it is missing. */
function missingMessage(schema: TSchema, field: string): string {
  const { properties = {} } = schema as { properties?: Record<string, { 'x-missing'?: string }> }
  return (Object.hasOwn(properties, field) && properties[field]!['x-missing']) || 'is missing'
}

type JsonType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean'
const typeLabels: Record<JsonType, string> = {
  object: 'must be an object',
  array: 'must be a list',
  string: 'must be text',
  number: 'must be a number',
  integer: 'must be a whole number',
  boolean: 'must be true or false',
}
const maxChoices = 12

type Format = 'uuid' | 'date-time' | 'date' | 'email' | 'uri'
const formatMessages: Record<Format, string> = {
  uuid: 'must be a UUID',
  'date-time': 'must be a time such as 2026-01-31T09:00:00Z',
  date: 'must be a date such as 2026-01-31',
  email: 'must be an email address',
  uri: 'must be a URL',
}
const pluralize = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

interface IssueParams {
  type?: string
  allowedValues?: unknown[]
  limit?: number
  format?: string
}

const messages: Record<string, (params: IssueParams) => string | undefined> = {
  type: ({ type }) => typeLabels[type as JsonType],
  enum: ({ allowedValues = [] }) =>
    allowedValues.length <= maxChoices ? `must be one of ${allowedValues.join(', ')}` : 'is not one of the allowed values',
  format: ({ format = '' }) => formatMessages[format as Format] ?? 'has the wrong format',
  pattern: () => 'has the wrong format',
  minLength: ({ limit = 1 }) => (limit === 1 ? 'can’t be empty' : `must have at least ${pluralize(limit, 'character')}`),
  maxLength: ({ limit = 0 }) => `must have at most ${pluralize(limit, 'character')}`,
  minItems: ({ limit = 1 }) => `must have at least ${pluralize(limit, 'item')}`,
  maxItems: ({ limit = 0 }) => `must have at most ${pluralize(limit, 'item')}`,
  minProperties: ({ limit = 1 }) => `must have at least ${pluralize(limit, 'field')}`,
  maxProperties: ({ limit = 0 }) => `must have at most ${pluralize(limit, 'field')}`,
  minimum: ({ limit = 0 }) => `must be at least ${limit}`,
  maximum: ({ limit = 0 }) => `must be at most ${limit}`,
}

function textOf({ keyword, message, params }: Issue): string {
  return messages[keyword]?.(params) ?? message
}

function findDuplicateParameters(schema: TSchema, receivedInput: unknown): FieldProblem[] {
  const { properties = {} } = schema as { properties?: Record<string, { type?: string }> }
  return Object.entries(receivedInput ?? {}).flatMap(([field, value]) =>
    Array.isArray(value) && Object.hasOwn(properties, field) && properties[field]!.type !== undefined && properties[field]!.type !== 'array'
      ? [{ field, message: 'was sent more than once. Send it once' }]
      : [],
  )
}

const sizeOf = ({ keyword, params }: Issue) =>
  keyword === 'additionalProperties' ? 0 : ((params as { requiredProperties?: string[] }).requiredProperties?.length ?? 1)
const isAnotherKind = ({ keyword }: Issue) => ['type', 'enum', 'const'].includes(keyword)

/**
 * Keeps only the issues of the closest alternative of a union, because the issues of all alternatives would contradict each other. Null is
 * never the closest alternative.
 */
function byNearestForm(issues: Issue[]): Issue[] {
  const union = issues
    .filter(({ keyword }) => keyword === 'anyOf')
    .reduce<Issue | undefined>(
      (deepestIssue, each) => (deepestIssue && deepestIssue.schemaPath.length >= each.schemaPath.length ? deepestIssue : each),
      undefined,
    )
  if (!union) return issues
  const { schemaPath, instancePath } = union
  const formOf = (issue: Issue) =>
    issue.schemaPath.startsWith(`${schemaPath}/anyOf/`) && `${issue.instancePath}/`.startsWith(`${instancePath}/`)
      ? issue.schemaPath.slice(`${schemaPath}/anyOf/`.length).split('/')[0]
      : undefined
  const issuesByForm = [...Map.groupBy(issues, formOf)].flatMap(([form, formIssues]) => (form === undefined ? [] : [formIssues]))
  const isAtThisField = (issue: Issue) => issue.instancePath === instancePath
  const matchingForms = issuesByForm.filter((formIssues) => !formIssues.some((issue) => isAtThisField(issue) && isAnotherKind(issue)))
  const isNull = ({ params }: Issue) => (params as { type?: string }).type === 'null'
  const rankedForms = (matchingForms.length > 0 ? matchingForms : issuesByForm.filter((formIssues) => !formIssues.some(isNull)))
    .map((formIssues) => ({ formIssues, size: formIssues.reduce((sum, issue) => sum + sizeOf(issue), 0) }))
    .toSorted((a, b) => a.size - b.size)
  const isClear = rankedForms.length === 1 || (matchingForms.length > 0 && rankedForms[0]!.size < rankedForms[1]!.size)
  const formIssues = isClear
    ? rankedForms[0]!.formIssues
    : [{ ...union, keyword: 'form', message: 'doesn’t match any of the allowed forms' }]
  return byNearestForm([...issues.filter((issue) => issue !== union && formOf(issue) === undefined), ...formIssues])
}

function fieldProblems(issues: Issue[], schema: TSchema): FieldProblem[] {
  const problems = new Map<string, string>()
  for (const issue of byNearestForm(issues)) {
    const { keyword, instancePath, params } = issue
    if (keyword === 'additionalProperties') continue // Such fields are reported one by one, because they violate the schema `false`.
    const missing = (params as { requiredProperties?: string[] }).requiredProperties
    for (const name of missing ?? []) {
      const fieldPath = fieldOf(instancePath, name)
      problems.set(fieldPath, missingMessage(schema, fieldPath))
    }
    const field = fieldOf(instancePath)
    const { duplicateItems = [] } = params as { duplicateItems?: number[] }
    for (const index of duplicateItems) problems.set(fieldOf(instancePath, String(index)), 'appears twice')
    if (duplicateItems.length > 0) continue
    if (keyword === 'boolean') problems.set(field, 'isn’t a known field')
    else if (!missing && !problems.has(field)) problems.set(field, textOf(issue))
  }
  return [...problems].slice(0, maxProblems).map(([field, message]) => ({ field, message }))
}

/**
 * Converts text in a URL to numbers and booleans if the schema needs them. Malformed text is not converted, so that it fails. `x-zero-is`
 * and `x-cap` of an integer define the values that replace 0 and larger values.
 */
function fromText(schema: TSchema, input: unknown): unknown {
  const { properties } = schema as { properties?: Record<string, { type?: string; 'x-zero-is'?: number; 'x-cap'?: number }> }
  if (!properties || typeof input !== 'object' || input === null) return input
  const entries = Object.entries(input).map(([name, value]) => {
    const { type, ...counts } = Object.hasOwn(properties, name) ? properties[name]! : {}
    if (typeof value !== 'string') return [name, value]
    if (type === 'integer' && /^\d{1,100}$/.test(value)) {
      if (Number(value) === 0 && counts['x-zero-is'] !== undefined) return [name, counts['x-zero-is']]
      if (counts['x-cap'] !== undefined && Number(value) > counts['x-cap']) return [name, counts['x-cap']]
    }
    if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(\.\d{1,9})?$/.test(value)) return [name, Number(value)]
    if (type === 'boolean' && /^(true|false)$/.test(value)) return [name, value === 'true']
    return [name, value]
  })
  return Object.fromEntries(entries)
}

/** A body without required fields can be omitted, which has the same meaning as `{}`. */
export function canBeOmitted(body: TSchema): boolean {
  const { type, required = [], minProperties = 0 } = body as { type?: string; required?: string[]; minProperties?: number }
  return type === 'object' && required.length === 0 && minProperties === 0
}

/** Returns whether all issues are in fields with `x-checked-later`, whose valid form depends on more than the body. */
function isHandlerValidated(issues: Issue[], schema: TSchema): boolean {
  const { properties = {} } = schema as { properties?: Record<string, object> }
  return issues.every(({ instancePath }) => {
    const field = properties[instancePath.split('/')[1] ?? '']
    return field !== undefined && 'x-checked-later' in field
  })
}

/** @throws InvalidInput */
export function checkInput<S extends TSchema>(schema: S, receivedInput: unknown): Static<S> {
  const validate = validatorCompiler({ schema, httpPart: 'body', method: '', url: '' }) as (receivedInput: unknown) => {
    value?: unknown
    error?: Error
  }
  const { value, error } = validate(receivedInput)
  if (error) throw error
  return value as Static<S>
}

/**
 * Validates input with TypeBox. Unknown fields are rejected and not dropped. Text is converted to numbers and booleans only in URLs. Each
 * schema is compiled at its first use, because compiling all of them takes as long as the rest of the startup.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  let check: Validator | undefined
  let normalize: ReturnType<typeof normalizer> | undefined
  return (receivedInput: unknown) => {
    check ??= Compile(schema)
    normalize ??= normalizer(schema as Shape)
    const value = normalize(httpPart === 'body' ? receivedInput : fromText(schema, receivedInput))
    if (!check.Check(value)) {
      const issues = check.Errors(value)
      if (!isHandlerValidated(issues, schema)) {
        const duplicateParameters = httpPart === 'body' ? [] : findDuplicateParameters(schema, receivedInput)
        const otherProblems = fieldProblems(issues, schema).filter(({ field }) => !duplicateParameters.some((each) => each.field === field))
        return { error: new InvalidInput([...duplicateParameters, ...otherProblems]) }
      }
    }
    // Alerts in the formats of other tools are cleaned when they are read, because a partial alert is better than no alert.
    const unstorableProblems = 'x-bounds' in schema ? [] : findUnstorable(value, [], [])
    return unstorableProblems.length > 0 ? { error: new InvalidInput(unstorableProblems) } : { value }
  }
}

/**
 * Used for calls without a body. Many clients send `{}` in this case.
 * @throws InvalidInput with the fields that were sent
 */
export function requireNoBody(body: unknown): void {
  if (body === undefined) return
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body).slice(0, 50) : ['']
  if (fields.length > 0)
    throw new InvalidInput(fields.map((name) => ({ field: name && joinFieldPath([name]), message: 'isn’t a known field' })))
}
