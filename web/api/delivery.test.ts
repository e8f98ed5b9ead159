import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const sent: { method: string; key: string | null }[] = []
let responses: (() => Response)[] = []
const lost = (): Response => {
  throw new TypeError('Failed to fetch')
}
const answer = () => new Response(JSON.stringify({ id: 'tower-1' }), { status: 201, headers: { 'content-type': 'application/json' } })

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('location', { origin: 'http://slipway.example' })
  vi.stubGlobal('fetch', async (_: string, { method, headers }: { method: string; headers: Headers }) => {
    sent.push({ method, key: headers.get('idempotency-key') })
    return responses.shift()!()
  })
})
afterEach(() => vi.unstubAllGlobals())

const loadDelivery = () => import('./delivery.ts')
const createTower = async () => (await loadDelivery()).deliver('createTower', { body: { name: 'Harbour' } } as never, ['tower'])

it('sends a POST whose answer was lost again with the same key, once the server can be reached', async () => {
  const { setWhenReachable, onLateAnswer } = await loadDelivery()
  const back = Promise.withResolvers<void>()
  setWhenReachable(() => back.promise)
  const late = vi.fn()
  const stop = onLateAnswer(late)
  responses = [lost, answer]
  const result = createTower()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(late).not.toHaveBeenCalled()
  back.resolve()
  expect(await result).toEqual({ id: 'tower-1' })
  expect(sent[0]!.key).toMatch(/^[0-9a-f-]{36}$/)
  expect(sent[1]).toEqual(sent[0])
  expect(late).toHaveBeenCalledExactlyOnceWith({ kinds: ['tower'], answer: { id: 'tower-1' } })
  stop()
})

it('sends it again once only, and uses another key for the next call', async () => {
  const { setWhenReachable } = await loadDelivery()
  setWhenReachable(() => Promise.resolve())
  responses = [lost, lost]
  await expect(createTower()).rejects.toThrow(TypeError)
  expect(sent).toHaveLength(2)
  responses = [answer]
  await createTower()
  expect(sent[2]!.key).not.toBe(sent[0]!.key)
})

it('does not send a refused call or another method again', async () => {
  responses = [() => new Response('{}', { status: 500, headers: { 'content-type': 'application/json' } })]
  await expect(createTower()).rejects.toThrow()
  responses = [lost]
  const { deliver } = await loadDelivery()
  await expect(deliver('updateTower', { params: { id: 'tower-1' }, body: {} } as never, ['tower'])).rejects.toThrow(TypeError)
  expect(sent.map(({ method, key }) => [method, key === null])).toEqual([
    ['POST', false],
    ['PATCH', true],
  ])
})
