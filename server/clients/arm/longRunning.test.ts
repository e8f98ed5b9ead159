import { afterEach, describe, expect, it } from 'vitest'
import { startHttpsServer, type TestServer } from '../../../client/testServer.ts'
import { createSend } from '../pipeline.ts'
import { startOrPoll } from './longRunning.ts'

interface TestResponse {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function serve(script: (origin: string) => Record<string, TestResponse[]>) {
  const calls: string[] = []
  const server: TestServer = await startHttpsServer((request, response) => {
    const key = `${request.method} ${request.url}`
    const responses = script(server.origin)[key] ?? []
    const callCount = calls.filter((call) => call === key).length
    calls.push(key)
    const { status, body, headers } = responses[Math.min(callCount, responses.length - 1)] ?? { status: 404, body: {} }
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(body === undefined ? undefined : JSON.stringify(body))
  })
  servers.push(server)
  const logger = { debug() {}, info() {}, warn() {} }
  return { calls, origin: server.origin, send: createSend({ name: 'Azure', endpoint: server.origin, logger, maxRetries: 0 }) }
}

const put = { method: 'PUT', path: '/thing', query: { 'api-version': '1' }, body: {} } as const

async function start(send: Parameters<typeof startOrPoll>[0], request: Parameters<typeof startOrPoll>[1] = put) {
  const at = await startOrPoll(send, request)
  return at.done ? expect.unreachable() : at
}

describe('startOrPoll', () => {
  it('follows azure-asyncoperation and then reads the resource, from stored state only', async () => {
    const { send, calls } = await serve((origin) => ({
      'PUT /thing?api-version=1': [
        { status: 201, body: { n: 0 }, headers: { 'azure-asyncoperation': `${origin}/status?t=1`, 'retry-after': '7' } },
      ],
      'GET /status?t=1': [
        { status: 200, body: { status: 'InProgress' }, headers: { 'retry-after': '3' } },
        { status: 200, body: { status: 'Succeeded' } },
      ],
      'GET /thing?api-version=1': [{ status: 200, body: { n: 1 } }],
    }))
    const firstProgress = await start(send)
    expect(firstProgress.retryAfterMs).toBe(7_000)
    const secondProgress = await startOrPoll(send, put, firstProgress.state)
    expect(secondProgress).toMatchObject({ done: false, retryAfterMs: 3_000 })
    const thirdProgress = await startOrPoll(send, put, (secondProgress as typeof firstProgress).state)
    expect(thirdProgress).toMatchObject({ done: true, reply: { body: { n: 1 } } })
    expect(calls).toEqual(['PUT /thing?api-version=1', 'GET /status?t=1', 'GET /status?t=1', 'GET /thing?api-version=1'])
  })

  it('follows the Location header of 202 responses without a body', async () => {
    const { send } = await serve((origin) => ({
      'DELETE /thing': [{ status: 202, headers: { location: `${origin}/result` } }],
      'GET /result': [{ status: 202 }, { status: 200 }],
    }))
    const request = { method: 'DELETE', path: '/thing' } as const
    const firstProgress = await start(send, request)
    expect(firstProgress.retryAfterMs).toBeUndefined()
    const secondProgress = await startOrPoll(send, request, firstProgress.state)
    expect(secondProgress.done).toBe(false)
    expect(await startOrPoll(send, request, (secondProgress as typeof firstProgress).state)).toMatchObject({ done: true })
  })

  it('follows the provisioningState of a PUT without headers, even if the PUT succeeds immediately', async () => {
    const { send } = await serve(() => ({
      'PUT /thing?api-version=1': [{ status: 201, body: { properties: { provisioningState: 'Accepted' } } }],
      'GET /thing?api-version=1': [{ status: 200, body: { properties: { provisioningState: 'Succeeded' }, n: 1 } }],
      'PUT /other': [{ status: 200, body: { properties: { provisioningState: 'Succeeded' }, n: 2 } }],
    }))
    const firstProgress = await start(send)
    expect(await startOrPoll(send, put, firstProgress.state)).toMatchObject({ done: true, reply: { body: { n: 1 } } })
    expect(await startOrPoll(send, { method: 'PUT', path: '/other', body: {} })).toMatchObject({ done: true, reply: { body: { n: 2 } } })
  })

  it.each([
    ['Failed', { error: { code: 'NetworkFull', message: 'No room.' } }, 'NetworkFull', 'Azure couldn’t complete the operation: No room.'],
    ['Canceled', {}, 'operationCanceled', 'Azure cancelled the operation.'],
  ])('throws when the operation is %s', async (status, overrides, code, message) => {
    const { send } = await serve((origin) => ({
      'PUT /thing?api-version=1': [{ status: 201, headers: { 'azure-asyncoperation': `${origin}/status` } }],
      'GET /status': [{ status: 200, body: { status, ...overrides } }],
    }))
    const { state } = await start(send)
    await expect(startOrPoll(send, put, state)).rejects.toMatchObject({ code, message, retryable: false })
  })

  it('can continue from the same state after an unknown status or result', async () => {
    const { send } = await serve((origin) => ({
      'PUT /thing?api-version=1': [{ status: 201, headers: { 'azure-asyncoperation': `${origin}/status` } }],
      'GET /status': [{ status: 404 }, { status: 200, body: { status: 'Succeeded' } }],
      'GET /thing?api-version=1': [{ status: 404 }, { status: 200, body: { n: 1 } }],
    }))
    const { state } = await start(send)
    await expect(startOrPoll(send, put, state)).rejects.toMatchObject({ status: 404, retryable: true })
    await expect(startOrPoll(send, put, state)).rejects.toMatchObject({ status: 404, retryable: true })
    expect(await startOrPoll(send, put, state)).toMatchObject({ done: true, reply: { body: { n: 1 } } })
  })

  it('doesn’t send a token to a status URL of a different origin', async () => {
    const otherServer = await serve(() => ({}))
    const { send } = await serve(() => ({
      'PUT /thing?api-version=1': [{ status: 201, headers: { 'azure-asyncoperation': `${otherServer.origin}/status` } }],
    }))
    const { state } = await start(send)
    await expect(startOrPoll(send, put, state)).rejects.toMatchObject({ code: 'foreignOrigin' })
    expect(otherServer.calls).toEqual([])
  })
})
