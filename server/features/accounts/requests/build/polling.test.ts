import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Exchange } from '../../../../../simulator/core/exchangeLog.ts'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { approveAll } from '../../../../../test/approveAll.ts'
import { previousAttempts } from '../../../../../test/previousAttempts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.quiet())

async function build(name: string, isMatch: (exchange: Exchange) => boolean) {
  const calls: Exchange[] = []
  const end = app.simulator.exchanges.onExchange((exchange) => {
    if (exchange.service === 'arm' && isMatch(exchange)) calls.push(exchange)
  })
  const { accountId } = await approveAll(app, `${name}-${previousAttempts()}`)
  await app.drain()
  end()
  const { status } = await app.db.selectFrom('accounts').select('status').where('id', '=', accountId).executeTakeFirstOrThrow()
  expect(status).toBe('active')
  return calls
}
const isOfNetwork = ({ path }: Exchange) =>
  /rg-[^/]*-network$|\/virtualNetworkPeerings\/|\/virtualNetworks\/vnet-|\/operations\//i.test(path)
const toText = ({ method, path }: Exchange) =>
  `${method} ${/(virtualNetworkPeerings|virtualNetworks|resourcegroups|operations)(?=\/[^/]*$)/i.exec(path)?.[1]}`

describe('buildNetwork', () => {
  it('starts each part once after the previous part is complete, and doesn’t poll a completed part', async () => {
    app.simulator.asyncDelayMs = 50
    const calls = (await build('each-once', isOfNetwork)).map(toText)
    expect(calls.filter((call) => call.startsWith('PUT'))).toEqual([
      'PUT resourcegroups',
      'PUT virtualNetworks',
      'PUT virtualNetworkPeerings',
      'PUT virtualNetworkPeerings',
    ])
    const pollExchanges = (await build('polled', (exchange) => exchange.path.includes('/operations/'))).map(({ path, responseBody }) => ({
      path,
      done: (responseBody as { status: string }).status === 'Succeeded',
    }))
    expect(pollExchanges.filter(({ done }) => done)).toHaveLength(3)
    expect(new Set(pollExchanges.filter(({ done }) => done).map(({ path }) => path)).size).toBe(3)
  })

  it('polls each part soon after its start, even if the earlier parts took long', async () => {
    app.simulator.asyncDelayMs = 900
    const send = vi.spyOn(app.context.jobs, 'send')
    let sentBefore = 0
    await build('soon', (exchange) => {
      if (exchange.method === 'PUT' && exchange.path.includes('vnet-hub-')) sentBefore = send.mock.calls.length
      return false
    })
    const [, queue, , options] = send.mock.calls[sentBefore]!
    send.mockRestore()
    expect(queue).toBe('work')
    expect(options?.afterMs).toBeLessThan(800)
  })

  it('polls at the time that Azure requests, not earlier', async () => {
    app.simulator.asyncDelayMs = 1_000
    const calls = await build('says-when', isOfNetwork)
    const sentAt = ({ at }: Exchange) => Date.parse(at)
    const delays = calls.flatMap((call, n) => (call.responseHeaders['retry-after'] === '1' ? [sentAt(calls[n + 1]!) - sentAt(call)] : []))
    expect(delays.length).toBeGreaterThanOrEqual(3)
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(990)
    app.simulator.asyncDelayMs = 50
  })
})

describe('createSubscription', () => {
  it('polls at the time that Azure requests, not earlier', async () => {
    app.simulator.asyncDelayMs = 1_000
    const body = { name: 'one', properties: { provisioningState: 'Accepted' } }
    app.simulator.faults.add({
      service: 'arm',
      method: 'GET',
      path: '/aliases/',
      skip: 1,
      count: 1,
      action: { kind: 'status', status: 200, body, headers: { 'content-type': 'application/json', 'retry-after': '1' } },
    })
    const calls = await build('alias', ({ method, path }) => method === 'GET' && path.includes('/aliases/'))
    const firstRetryIndex = calls.findIndex(({ responseHeaders }) => responseHeaders['retry-after'] === '1')
    expect(firstRetryIndex).toBe(1)
    expect(Date.parse(calls[firstRetryIndex + 1]!.at) - Date.parse(calls[firstRetryIndex]!.at)).toBeGreaterThanOrEqual(990)
  })
})
