import Fastify from 'fastify'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dereference } from '../../test/dereferenced.ts'
import { NullableTimestamp, Timestamp } from '../people/schemas.ts'
import { lazySerializers } from './lazySerializers.ts'
import { openApiDocument } from './openApiDocument.ts'

describe('a timestamp in a response', () => {
  const app = Fastify({ schemaController: { compilersFactory: { buildSerializer: lazySerializers } } })
  const TestResponse = Type.Object({ at: Timestamp, ended: NullableTimestamp })
  beforeAll(async () => {
    app.post('/', { schema: { response: { 200: TestResponse } } }, (request) => request.body)
    await app.ready()
  })
  afterAll(() => app.close())

  it.each([
    { at: '2026-11-23T20:00:00.000Z', ended: null },
    { at: '2026-11-23T20:00:00.000Z', ended: '2026-11-23T21:00:00.000Z' },
    { at: 'soon "enough"', ended: 'at noon\n' },
  ])('is sent unchanged: %j', async (body) => {
    const response = await app.inject({ method: 'POST', url: '/', payload: body })
    expect([response.statusCode, response.json()]).toEqual([200, body])
  })

  it('has its format in the OpenAPI document', async () => {
    const document = (await openApiDocument()) as { components: { schemas: Record<string, object> } }
    const tower = dereference(document.components.schemas.Tower, document) as { properties: Record<string, object> }
    expect(tower.properties.createdAt).toMatchObject({ type: 'string', format: 'date-time' })
  })
})
