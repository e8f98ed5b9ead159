import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Exchange } from '../core/exchangeLog.ts'

interface Schema {
  $ref?: string
  type?: string
  enum?: unknown[]
  format?: string
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  allOf?: Schema[]
}
interface Parameter {
  name?: string
  in?: string
  schema?: Schema
}
interface Operation {
  operationId: string
  parameters: Parameter[]
  responses: Record<string, { schema?: Schema }>
}
interface Swagger {
  paths: Record<string, Record<string, Operation>>
  definitions: Record<string, Schema>
}

const file = fileURLToPath(new URL('../../../shared/wire/azure-devops/specification/git/7.1/git.json', import.meta.url))

/** The specification lists these parameters for another operation of the same path, or for all calls. */
const alsoSent = new Set(['api-version', 'path', 'includeContent', 'resolveLfs', 'sanitize'])

/** The specification says string for the item of a change, but the service uses an object. */
const isKnownDeviation = (problem: string) => /changes\/\d+\/item: is no string$/.test(problem)

/** Validates exchanges with Microsoft's own specification of Azure DevOps Git 7.1; undefined where its file is missing. */
export function azureDevOpsValidator(): { validator(exchanges: Exchange[]): { validated: string[]; violations: string[] } } | undefined {
  if (!existsSync(file)) {
    console.warn(`The description of Azure DevOps is not at ${file}: exchanges are not judged`)
    return undefined
  }
  const swagger = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')) as Swagger
  const routes = Object.entries(swagger.paths).flatMap(([path, methods]) => {
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`, 'i')
    return Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), pattern, operation }))
  })
  const problems = (value: unknown, schema: Schema | undefined, location: string): string[] => {
    if (!schema || value === null || value === undefined) return []
    const { type, items, properties, enum: allowed, additionalProperties, format } = flattenSchema(swagger, schema)
    if (allowed && !allowed.includes(value)) return [`${location}: ${JSON.stringify(value)} is none of ${allowed.join(', ')}`]
    if (type === 'array')
      return Array.isArray(value) ? value.flatMap((each, i) => problems(each, items, `${location}/${i}`)) : [`${location}: is no list`]
    if (type === 'string' && format === 'date-time' && Number.isNaN(Date.parse(String(value)))) return [`${location}: is no time`]
    if (type === 'integer') return Number.isInteger(value) ? [] : [`${location}: is no whole number`]
    if (type === 'string' || type === 'boolean' || type === 'number') return typeof value === type ? [] : [`${location}: is no ${type}`]
    if (!properties || typeof value !== 'object') return []
    return Object.entries(value).flatMap(([name, each]) => {
      if (properties[name]) return problems(each, properties[name], `${location}/${name}`)
      return additionalProperties ? [] : [`${location}/${name}: is not in the description`]
    })
  }
  return {
    validator(exchanges) {
      const checkedCalls = new Set<string>()
      const violations: string[] = []
      for (const { method, path, query, requestBody, status, responseBody } of exchanges) {
        const route = routes.find((each) => each.method === method && each.pattern.test(path))
        if (!route || status >= 300) continue
        const { operationId, parameters, responses } = route.operation
        checkedCalls.add(operationId)
        const knownNames = new Set(parameters.filter((each) => each.in === 'query').map(({ name }) => name))
        const unknownNames = Object.keys(query).filter((name) => !knownNames.has(name) && !alsoSent.has(name))
        const requested = parameters.find((each) => each.in === 'body')?.schema
        const response = Object.values(responses)[0]?.schema
        // Lists are sent in an envelope that the specification leaves out; the validation covers one item.
        const envelope = (responseBody as { value?: unknown } | undefined)?.value
        const isList = response?.type === 'array'
        const matches = [
          ...unknownNames.map((name) => `query ${name}: is not in the description`),
          ...problems(requestBody, requested, 'request'),
          ...problems(isList ? (envelope ?? [responseBody]) : responseBody, response, 'response'),
        ]
        violations.push(...matches.filter((problem) => !isKnownDeviation(problem)).map((problem) => `${operationId} ${status} ${problem}`))
      }
      return { validated: [...checkedCalls].sort(), violations: [...new Set(violations)] }
    },
  }
}

function flattenSchema(swagger: Swagger, schema: Schema): Schema {
  const resolvedSchema = schema.$ref ? swagger.definitions[schema.$ref.replace('#/definitions/', '')]! : schema
  if (!resolvedSchema.allOf) return resolvedSchema.$ref ? flattenSchema(swagger, resolvedSchema) : resolvedSchema
  const mergedSchema: Schema = { ...resolvedSchema, properties: { ...resolvedSchema.properties } }
  for (const part of resolvedSchema.allOf) Object.assign(mergedSchema.properties!, flattenSchema(swagger, part).properties)
  return mergedSchema
}
