import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const sent: { method: string; key: string | null }[] = []
let responses: (() => Response)[] = []
let signedIn = 'niamh'
const client = new QueryClient()

const lost = (): Response => {
  throw new TypeError('Failed to fetch')
}
const json = (status: number, body: object) => () =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const response = json(201, { id: 'tower-1' })
const inFlight = json(409, { code: 'inFlight', message: 'Busy.' })
const outcomeUnknown = json(503, { code: 'outcomeUnknown', message: 'Unknown.' })
const proxyResponse = () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })

beforeEach(async () => {
  vi.useFakeTimers()
  sent.length = 0
  signedIn = 'niamh'
  vi.stubGlobal('location', { origin: 'http://slipway.example' })
  vi.stubGlobal('fetch', async (url: string, { method, headers }: { method: string; headers: Headers }) => {
    if (url.endsWith('/me')) return json(200, { id: signedIn })()
    sent.push({ method, key: headers.get('idempotency-key') })
    return responses.shift()!()
  })
  const { getMe } = await import('./queries.ts')
  client.setQueryData(getMe().queryKey, { id: 'niamh' } as never)
  const { setWhenReachable } = await loadDelivery()
  setWhenReachable(() => Promise.resolve())
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const loadDelivery = () => import('./delivery.ts')
const post = async (id = 'createTower') =>
  (await loadDelivery()).deliver(client, id as never, { body: { name: 'Harbour' } } as never, ['tower'])
async function afterAllWaits(call: Promise<unknown>): Promise<unknown> {
  const outcome = call.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(150_000)
  return outcome
}

it('repeats a POST with the same key after its response was lost, as soon as the server is reachable', async () => {
  const { setWhenReachable, onDelayedResponse } = await loadDelivery()
  const back = Promise.withResolvers<void>()
  setWhenReachable(() => back.promise)
  const late = vi.fn()
  const stop = onDelayedResponse(late)
  responses = [lost, response]
  const result = post()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([sent.length, late.mock.calls.length]).toEqual([1, 0])
  back.resolve()
  expect(await afterAllWaits(result)).toEqual({ id: 'tower-1' })
  expect(sent[0]!.key).toMatch(/^[0-9a-f-]{36}$/)
  expect(sent[1]).toEqual(sent[0])
  expect(late).toHaveBeenCalledExactlyOnceWith({ kinds: ['tower'], answer: { id: 'tower-1' } })
  stop()
})

it('does not repeat a call later than two minutes after the click', async () => {
  const { setWhenReachable } = await loadDelivery()
  const back = Promise.withResolvers<void>()
  setWhenReachable(() => back.promise)
  responses = [lost, response]
  const result = post()
  expect(await afterAllWaits(result)).toBeInstanceOf(TypeError)
  back.resolve()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
})

it('does not repeat a call if the computer slept for longer than two minutes', async () => {
  responses = [lost, response]
  const result = post()
  const outcome = result.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(100)
  vi.setSystemTime(Date.now() + 3 * 3_600_000)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await outcome).toBeInstanceOf(TypeError)
  expect(sent).toHaveLength(1)
})

it.each([
  ['of a proxy', proxyResponse],
  ['that the first request is still in progress', inFlight],
  ['that the outcome is unknown', outcomeUnknown],
])('repeats a call with the same key after the response %s, and reports an unknown outcome after five repeats', async (_, uncertain) => {
  responses = [lost, uncertain, uncertain, response]
  expect(await afterAllWaits(post())).toEqual({ id: 'tower-1' })
  expect([sent.length, new Set(sent.map(({ key }) => key)).size]).toEqual([4, 1])
  responses = Array.from({ length: 10 }, () => uncertain)
  expect(await afterAllWaits(post())).toMatchObject({ code: 'outcomeUnknown' })
  expect([responses.length, new Set(sent.map(({ key }) => key)).size]).toEqual([4, 2])
})

it('does not repeat a call with several transactions if its outcome is unknown', async () => {
  responses = [outcomeUnknown, response]
  expect(await afterAllWaits(post('bulkDecideApprovals'))).toMatchObject({ code: 'outcomeUnknown' })
  expect(sent).toHaveLength(1)
})

it('does not repeat a call after a different person has signed in', async () => {
  responses = [lost, response]
  const result = post()
  signedIn = 'grace'
  expect(await afterAllWaits(result)).toBeInstanceOf(TypeError)
  expect(sent).toHaveLength(1)
})

it('doesn’t report late responses that have an outcome per item', async () => {
  const late = vi.fn()
  const stop = (await loadDelivery()).onDelayedResponse(late)
  for (const body of [{ counts: { counted: 0 }, results: [] }, { results: [] }]) {
    responses = [lost, json(200, body)]
    expect(await afterAllWaits(post('bulkDecideApprovals'))).toEqual(body)
  }
  expect(late).not.toHaveBeenCalled()
  stop()
})

it('reports the late response of a record with the field counts', async () => {
  const late = vi.fn()
  const stop = (await loadDelivery()).onDelayedResponse(late)
  const tower = { id: 'tower-1', counts: { families: 0, accounts: 0 } }
  responses = [lost, json(201, tower)]
  expect(await afterAllWaits(post())).toEqual(tower)
  expect(late).toHaveBeenCalledOnce()
  stop()
})

it('does not repeat a rejected call or a call with a different method', async () => {
  responses = [json(500, {}), lost]
  expect(await afterAllWaits(post())).toMatchObject({ status: 500 })
  const { deliver } = await loadDelivery()
  expect(await afterAllWaits(deliver(client, 'updateTower', { params: { id: 'tower-1' }, body: {} } as never, ['tower']))).toBeInstanceOf(
    TypeError,
  )
  expect(sent.map(({ method, key }) => [method, key === null])).toEqual([
    ['POST', false],
    ['PATCH', true],
  ])
})
