import { afterEach, describe, expect, it } from 'vitest'
import { startHttpsServer, type TestServer } from '../../../client/testServer.ts'
import { createSend } from '../pipeline.ts'
import { armTags } from './armTags.ts'

const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function accepts(pollCount: number) {
  const calls: string[] = []
  let remainingCount = pollCount
  const server: TestServer = await startHttpsServer((request, response) => {
    calls.push(`${request.method} ${request.url!.split('?')[0]}`)
    const location = { location: `${server.origin}/subscriptions/s/operationresults/one?api-version=2018-08-01`, 'retry-after': '0' }
    if (request.method === 'PATCH') return void response.writeHead(202, location).end()
    if (request.url!.includes('operationresults')) return void response.writeHead(remainingCount-- > 0 ? 202 : 200, location).end()
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ id: 'x', properties: { tags: { a: 'b', c: 'd' } } }))
  })
  servers.push(server)
  return { calls, tags: armTags(createSend({ name: 'Azure', endpoint: server.origin, logger: { debug() {}, info() {}, warn() {} } })) }
}

describe('changeTags', () => {
  it('waits for a change that Azure accepts with 202, and returns the tags afterwards', async () => {
    const { calls, tags } = await accepts(1)
    expect(await tags.changeTags('/subscriptions/s', 'Merge', { a: 'b' })).toEqual({ a: 'b', c: 'd' })
    expect(calls).toEqual([
      'PATCH /subscriptions/s/providers/Microsoft.Resources/tags/default',
      'GET /subscriptions/s/operationresults/one',
      'GET /subscriptions/s/operationresults/one',
      'GET /subscriptions/s/providers/Microsoft.Resources/tags/default',
    ])
  })
})
