import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Exchange } from '../simulator/core/exchangeLog.ts'

/** Argo CD’s own API description, which is reference data outside the repository. */
const file = fileURLToPath(new URL('../../shared/wire/argocd/swagger.json', import.meta.url))

interface Schema {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  required?: string[]
}
interface SwaggerOperation {
  operationId: string
  parameters?: { name: string; in: string; required?: boolean; type?: string; schema?: Schema }[]
  responses: Record<string, { schema?: Schema }>
}
interface Swagger {
  paths: Record<string, Record<string, SwaggerOperation>>
  definitions: Record<string, Schema>
}

export interface ArgocdVerdict {
  judged: Record<string, number>
  notJudged: string[]
  violations: string[]
}

let swagger: Swagger | undefined

/**
 * Validates exchanges with Argo CD against its API description: path, query, body and response.
 * @returns undefined, with a warning, if the description is absent
 */
export function judgeArgocd(exchanges: readonly Exchange[]): ArgocdVerdict | undefined {
  if (!existsSync(file)) {
    console.warn(`Argo CD's description is not at ${file}: exchanges are not judged`)
    return undefined
  }
  swagger ??= JSON.parse(readFileSync(file, 'utf8')) as Swagger
  const verdict: ArgocdVerdict = { judged: {}, notJudged: [], violations: [] }
  for (const exchange of exchanges) {
    const { method, path, status } = exchange
    const match = find(swagger, exchange)
    if (!match) {
      verdict.notJudged.push(`${method} ${path}`)
      continue
    }
    verdict.judged[match.operationId] = (verdict.judged[match.operationId] ?? 0) + 1
    const answer = match.responses[status] ?? match.responses.default
    const foundProblems = [
      ...requestProblems(swagger, match, exchange),
      ...(answer?.schema ? problems(swagger, answer.schema, exchange.responseBody, 'answer') : ['answer: not declared']),
    ]
    verdict.violations.push(...foundProblems.map((each) => `${match.operationId} ${status} ${each}`))
  }
  return verdict
}

function find({ paths }: Swagger, { method, path }: Exchange): SwaggerOperation | undefined {
  const fitting = Object.entries(paths).filter(([template, methods]) => {
    const pattern = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')
    return methods[method.toLowerCase()] && new RegExp(`^${pattern}$`).test(path)
  })
  const [bestMatch] = fitting.sort(([firstId], [otherId]) => firstId.split('{').length - otherId.split('{').length)
  return bestMatch?.[1][method.toLowerCase()]
}

function requestProblems(all: Swagger, { parameters = [] }: SwaggerOperation, { query, requestBody }: Exchange): string[] {
  const match: string[] = []
  const parameterTypes = new Map(parameters.filter((each) => each.in === 'query').map((each) => [each.name, each.type]))
  for (const [name, value] of Object.entries(query)) {
    if (!parameterTypes.has(name)) match.push(`query ${name}: unknown`)
    if (parameterTypes.get(name) === 'boolean' && value !== 'true' && value !== 'false') match.push(`query ${name}: not a boolean`)
  }
  const body = parameters.find((each) => each.in === 'body')
  if (body?.schema && requestBody !== undefined) match.push(...problems(all, body.schema, requestBody, 'request'))
  else if (body?.required) match.push('request: there is no body')
  else if (!body && requestBody !== undefined) match.push('request: a body nobody asked for')
  return match
}

/** Lists differences between a value and its schema, including unknown fields. */
function problems(all: Swagger, schema: Schema, value: unknown, timestamp: string): string[] {
  if (schema.$ref) return problems(all, all.definitions[schema.$ref.replace('#/definitions/', '')]!, value, timestamp)
  // Go writes an empty value as null.
  if (value === null && schema.type !== 'string') return []
  if (schema.type === 'array')
    return Array.isArray(value)
      ? value.flatMap((each, index) => problems(all, schema.items ?? {}, each, `${timestamp}[${index}]`))
      : [`${timestamp}: not a list`]
  if (schema.type === 'object') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${timestamp}: not an object`]
    const missingFieldProblems = (schema.required ?? []).filter((name) => !(name in value)).map((name) => `${timestamp}.${name}: missing`)
    const { properties = {}, additionalProperties } = schema
    return [
      ...missingFieldProblems,
      ...Object.entries(value).flatMap(([name, each]) => {
        const inner = properties[name] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
        return inner ? problems(all, inner, each, `${timestamp}.${name}`) : [`${timestamp}.${name}: unknown`]
      }),
    ]
  }
  if (schema.type === 'integer') return Number.isInteger(value) || /^-?\d+$/.test(String(value)) ? [] : [`${timestamp}: not a whole number`]
  if (schema.type === 'string' || schema.type === 'boolean')
    return typeof value === schema.type ? [] : [`${timestamp}: not a ${schema.type}`]
  return []
}
