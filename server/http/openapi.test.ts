import { describe, expect, it } from 'vitest'
import { openApiText } from '../../scripts/openApiText.ts'
import { dereference } from '../../test/dereferenced.ts'
import { operations } from '../operations.ts'
import { sharedSchemas } from '../sharedSchemas.ts'
import { describeErrors, errorResponseName, errorsByStatus } from './describeOperation.ts'
import { openApiDocument } from './openApiDocument.ts'

interface DocumentedOperation {
  operationId: string
  parameters?: object[]
  responses: Record<string, object>
}

interface Document {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: Record<'schemas' | 'parameters' | 'responses', Record<string, object>>
}

interface Part {
  place: string
  name?: string
  content: string
  node: Record<string, unknown>
}

const sortKeys = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([firstOperation], [otherOperation]) => (firstOperation < otherOperation ? -1 : 1))
          .map(([key, each]) => [key, sortKeys(each)]),
      )
    : Array.isArray(value)
      ? value.map(sortKeys)
      : value

function partsOf(node: unknown, location: string, document: Document): Part[] {
  if (typeof node !== 'object' || node === null || '$ref' in node) return []
  const inner = Object.entries(node).flatMap(([key, value]) => partsOf(value, `${location}.${key}`, document))
  if (Array.isArray(node)) return inner
  return [{ place: location, content: JSON.stringify(sortKeys(dereference(node, document))), node: node as Part['node'] }, ...inner]
}

function inlineSchemas(document: Document): string[] {
  const { schemas, parameters, responses } = document.components
  const documentedOperations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const inPaths = documentedOperations.flatMap((firstOperation) => partsOf(firstOperation, firstOperation.operationId, document))
  const named = [schemas, parameters, responses].flatMap((parts) =>
    Object.entries(parts).flatMap(([name, part]) =>
      partsOf(part, name, document).map((each, index) => (index === 0 ? { ...each, name } : each)),
    ),
  )
  const names = new Map(named.filter(({ name }) => name !== undefined).map(({ content, name }) => [content, name]))
  const inline = [...inPaths, ...named].filter(({ content, name }) => names.has(content) && names.get(content) !== name)
  const objects = [...inPaths, ...named.filter(({ name }) => name === undefined)].filter(
    ({ node: { type, properties } }) => type === 'object' && Object.keys(properties ?? {}).length >= 3,
  )
  const duplicate = [...Map.groupBy(objects, ({ content }) => content).values()].filter((sameObjects) => sameObjects.length > 1)
  const errors = documentedOperations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, response]) =>
      Number(status) >= 400 && !('$ref' in response) ? [`${operationId} ${status}`] : [],
    ),
  )
  return [
    ...inline.map(({ content, place: location }) => `${location} is ${names.get(content)}, written out`),
    ...duplicate.map(
      (sameObjects) => `without a name in sharedSchemas.ts: ${sameObjects.map(({ place: location }) => location).join(', ')}`,
    ),
    ...errors.map((location) => `${location} is a refusal, written out`),
  ]
}

describe('the OpenAPI document', async () => {
  const document = (await openApiDocument()) as unknown as Document

  it('is smaller than 1.3 MB in the repository', () => {
    expect(Buffer.byteLength(openApiText(document))).toBeLessThan(1_300_000)
  })

  it('doesn’t repeat error responses, named parts or objects with three fields', () => {
    expect(inlineSchemas(document)).toEqual([])
  })

  it('names no text, number or boolean after another field of the same type', () => {
    const misnamed: string[] = []
    const check = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      const { $ref, description } = node as { $ref?: string; description?: string }
      const named: { description?: string } = document.components.schemas[$ref?.split('/').at(-1) ?? ''] ?? {}
      const { description: own, ...fields } = named
      if (description !== undefined && description !== own && Object.keys(fields).join() === 'type')
        misnamed.push(`${$ref}: ${description}`)
      Object.values(node).forEach(check)
    }
    check(document)
    expect(misnamed).toEqual([])
  })

  it('has no two paths that differ only in the names of parameters, as OpenAPI requires', () => {
    const shapes = Object.keys(document.paths).map((path) => path.replace(/\{[^}]+\}/g, '{}'))
    expect(shapes.filter((shape, index) => shapes.indexOf(shape) < index)).toEqual([])
  })

  it('names each listed schema like the code', () => {
    expect(Object.keys(document.components.schemas).sort()).toEqual([...Object.keys(sharedSchemas), 'Problem'].sort())
  })

  it('lists each error code of an operation', () => {
    for (const operation of operations) {
      const documentedOperation = Object.values(document.paths)
        .flatMap((methods) => Object.values(methods))
        .find(({ operationId }) => operationId === operation.id)!
      for (const [status, codes] of errorsByStatus(operation)) {
        expect(documentedOperation.responses[status]).toEqual({ $ref: `#/components/responses/${errorResponseName(codes)}` })
        expect(document.components.responses[errorResponseName(codes)]).toEqual({
          description: describeErrors(codes),
          ...(codes.includes('overloaded')
            ? { headers: { 'Retry-After': { description: expect.any(String), schema: { type: 'integer' } } } }
            : {}),
          content: {
            'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
            'application/json': { schema: { $ref: '#/components/schemas/Problem' } },
          },
        })
      }
    }
  })

  it('fails the check when a part is repeated', () => {
    const { paths, components } = structuredClone(document)
    const [firstOperation, otherOperation] = ['createTower', 'createFamily'].map(
      (id) =>
        Object.values(paths)
          .flatMap((methods) => Object.values(methods))
          .find(({ operationId }) => operationId === id)!,
    ) as [DocumentedOperation, DocumentedOperation]
    firstOperation.responses['400'] = components.responses['InvalidRequest']!
    firstOperation.responses['201'] = { content: { 'application/json': { schema: components.schemas['Tower'] } } }
    firstOperation.parameters = [components.parameters['Page']!]
    const fields = { type: 'object', properties: { a: {}, b: {}, c: {} } }
    otherOperation.responses['200'] = { first: fields, second: fields }
    expect(inlineSchemas({ paths, components })).toEqual([
      'createTower.responses.201.content.application/json.schema is Tower, written out',
      'createTower.responses.400 is InvalidRequest, written out',
      'createTower.parameters.0 is Page, written out',
      'without a name in sharedSchemas.ts: createFamily.responses.200.first, createFamily.responses.200.second',
      'createTower 400 is a refusal, written out',
    ])
  })
})
