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
  validated: Record<string, number>
  notValidated: string[]
  violations: string[]
}

let swagger: Swagger | undefined

/**
 * Validates exchanges with Argo CD against its API description: path, query, body and response.
 * @returns undefined, with a warning, if the description is absent
 */
export function validateArgocd(exchanges: readonly Exchange[]): ArgocdVerdict | undefined {
  if (!existsSync(file)) {
    console.warn(`Argo CD’s API description is not at ${file}, so exchanges are not validated.`)
    return undefined
  }
  swagger ??= JSON.parse(readFileSync(file, 'utf8')) as Swagger
  const verdict: ArgocdVerdict = { validated: {}, notValidated: [], violations: [] }
  for (const exchange of exchanges) {
    const { method, path, status } = exchange
    const operation = find(swagger, exchange)
    if (!operation) {
      verdict.notValidated.push(`${method} ${path}`)
      continue
    }
    verdict.validated[operation.operationId] = (verdict.validated[operation.operationId] ?? 0) + 1
    const response = operation.responses[status] ?? operation.responses.default
    const foundProblems = [
      ...requestProblems(swagger, operation, exchange),
      ...(response?.schema ? problems(swagger, response.schema, exchange.responseBody, 'answer') : ['answer: not declared']),
    ]
    verdict.violations.push(...foundProblems.map((each) => `${operation.operationId} ${status} ${each}`))
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
  const found: string[] = []
  const parameterTypes = new Map(parameters.filter((each) => each.in === 'query').map((each) => [each.name, each.type]))
  for (const [name, value] of Object.entries(query)) {
    if (!parameterTypes.has(name)) found.push(`query ${name}: unknown`)
    if (parameterTypes.get(name) === 'boolean' && value !== 'true' && value !== 'false') found.push(`query ${name}: not a boolean`)
  }
  const body = parameters.find((each) => each.in === 'body')
  if (body?.schema && requestBody !== undefined) found.push(...problems(all, body.schema, requestBody, 'request'))
  else if (body?.required) found.push('request: there is no body')
  else if (!body && requestBody !== undefined) found.push('request: an undescribed body')
  return found
}

function problems(all: Swagger, schema: Schema, value: unknown, location: string): string[] {
  if (schema.$ref) return problems(all, all.definitions[schema.$ref.replace('#/definitions/', '')]!, value, location)
  // Go writes an empty value as null.
  if (value === null && schema.type !== 'string') return []
  if (schema.type === 'array')
    return Array.isArray(value)
      ? value.flatMap((each, index) => problems(all, schema.items ?? {}, each, `${location}[${index}]`))
      : [`${location}: not a list`]
  if (schema.type === 'object') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${location}: not an object`]
    const missingFieldProblems = (schema.required ?? []).filter((name) => !(name in value)).map((name) => `${location}.${name}: missing`)
    const { properties = {}, additionalProperties } = schema
    return [
      ...missingFieldProblems,
      ...Object.entries(value).flatMap(([name, each]) => {
        const inner = properties[name] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
        return inner ? problems(all, inner, each, `${location}.${name}`) : [`${location}.${name}: unknown`]
      }),
    ]
  }
  if (schema.type === 'integer') return Number.isInteger(value) || /^-?\d+$/.test(String(value)) ? [] : [`${location}: not a whole number`]
  if (schema.type === 'string' || schema.type === 'boolean')
    return typeof value === schema.type ? [] : [`${location}: not a ${schema.type}`]
  return []
}
