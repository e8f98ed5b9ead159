import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dereference } from '../../../../test/dereferenced.ts'
import { type ApiDocument, operationsOf } from './apiDocument.ts'
import { curlExample } from './curlExample.ts'
import { describeType } from './schemaLabels.ts'

const document = JSON.parse(readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8')) as ApiDocument
const operations = operationsOf(document)
const findOperation = (id: string) => operations.find((operation) => operation.id === id)!

describe('operationsOf', () => {
  it('resolves references in a document', () => {
    const dereferencedDocument = { ...document, paths: dereference(document.paths, document as never) as ApiDocument['paths'] }
    const expandReferences = (input: ReturnType<typeof operationsOf>) => dereference(input, document as never)
    expect(expandReferences(operations)).toEqual(expandReferences(operationsOf(dereferencedDocument)))
  })

  it('throws for a reference to a missing part', () => {
    expect(() => operationsOf({ ...document, components: { ...document.components, responses: {} } })).toThrow('#/components/responses/')
  })
})

describe('the reference of a call', () => {
  it('shows the type of a simple value, and the name of an object', () => {
    const { parameters, responses } = findOperation('getTower')
    const tower = responses[0]!.body!
    expect(describeType(parameters[0]!.schema, document)).toBe('id')
    expect(describeType(tower, document)).toBe('Tower')
    const { createdAt, leads, can } = document.components.schemas['Tower']!.properties!
    expect([createdAt, leads, can].map((schema) => describeType(schema!, document))).toEqual(['time', 'list of PersonRef', 'Can'])
  })

  it('uses a sample ID and the configured name in the example', () => {
    expect(curlExample(findOperation('getTower'), document, 'https://slipway.example')).toContain(
      '/towers/00000000-0000-4000-8000-000000000000',
    )
    expect(curlExample(findOperation('rotateAlertKey'), document, 'https://slipway.example')).toContain('https://slipway.example/snow/')
  })
})
