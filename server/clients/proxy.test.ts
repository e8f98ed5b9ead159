import type { lookup } from 'node:dns'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { simulatorEnv } from '../../scripts/simulatorEnv.ts'
import { openConnectProxy } from '../../test/connectProxy.ts'
import { loopbackCertificate } from '../../test/openApp.ts'
import { discover } from '../auth/identityProvider.ts'
import { readConfig } from '../config.ts'
import { span } from '../telemetry/span.ts'
import { startTracing } from '../telemetry/tracing.ts'
import { type Clients, createClients } from './clients.ts'
import { createSend } from './pipeline.ts'
import { isBypassed, proxyAgents, setFetchProxy } from './proxy.ts'
import { startTestWorld, type TestWorld } from './testWorld.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

const logger = { debug() {}, info() {}, warn() {} }
let world: TestWorld
let proxy: Awaited<ReturnType<typeof openConnectProxy>>
beforeAll(async () => {
  world = await startTestWorld({ countsPermissions: false })
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clearCache()
  proxy = await openConnectProxy()
})
afterEach(() => proxy.close())

const proxyEnvOf = (no_proxy = '', url = proxy.url) => ({ https_proxy: url, no_proxy })
function clientsWith(proxySettings: ReturnType<typeof proxyEnvOf>): Clients {
  const clock = { now: Date.now, wait: async () => {} }
  const webhookAllow = [new URL(world.sim.origins.chat).host]
  return createClients({ ...world.config, webhookAllow, proxy: proxySettings }, { logger, clock })
}
const calls: Record<string, (clients: Clients) => Promise<unknown>> = {
  arm: ({ arm }) => arm.mergeTags(`/subscriptions/${world.sim.company.accounts[0]!.subscriptionId}`, { team: 'tills' }),
  graph: ({ graph }) => graph.getUser(world.sim.company.people[0]!.id),
  git: ({ git }) => git.getBranchHead('main'),
  servicenow: ({ servicenow }) => servicenow.getByCorrelationId('slipway-check'),
  prices: ({ prices }) => prices.listPrices({ serviceName: 'slipway-check', armRegionName: 'uksouth' }, 'GBP'),
  keyvault: ({ keyVault }) => keyVault.checkVault('kv-missing'),
  argocd: ({ argocd }) => argocd!.getApplication('slipway-check', 'default'),
  stores: ({ stores }) => stores!.searchStores('slipway check', 1),
  chat: ({ webhooks }) => webhooks.post({ name: 'Ops', url: `${world.sim.origins.chat}/receivers/proxied`, body: {} }),
  monitor: ({ monitor }) =>
    monitor.listHourlyLoads(
      [{ id: '/subscriptions/x/y', type: 'Microsoft.Compute/virtualMachines', region: 'uksouth' }],
      new Date(Date.now() - 3_600_000),
      new Date(),
    ),
}
const hostOf = (service: string) => new URL(world.sim.origins[service as keyof typeof world.sim.origins]).host

describe('the proxy', () => {
  it.each(Object.keys(calls))('is used for %s, and for its sign-in', async (service) => {
    await calls[service]!(clientsWith(proxyEnvOf())).catch(() => {})
    const servicesCalled = [...new Set(world.sim.exchanges.list().map((each) => hostOf(each.service)))]
    expect(servicesCalled).toContain(hostOf(service))
    expect(servicesCalled.filter((host) => !proxy.targets.includes(host))).toEqual([])
  })

  it.each(Object.keys(calls))('is the only way to %s', async (service) => {
    const closed = await openConnectProxy({ failConnect: true })
    await expect(calls[service]!(clientsWith(proxyEnvOf('', closed.url)))).rejects.toThrow()
    expect(world.sim.exchanges.list()).toEqual([])
    await closed.close()
  })

  it.each(Object.keys(calls))('is not used for %s if no_proxy names its host', async (service) => {
    await calls[service]!(clientsWith(proxyEnvOf('other.example,127.0.0.1'))).catch(() => {})
    expect(world.sim.exchanges.list().map((each) => each.service)).toContain(service)
    expect(proxy.targets).toEqual([])
  })

  it('is used for calls that can’t be repeated', async () => {
    const send = createSend({
      name: 'Argo CD',
      endpoint: world.sim.origins.argocd,
      logger,
      maxRetries: 0,
      proxy: proxyAgents(proxyEnvOf()),
    })
    await send({ method: 'POST', path: '/api/v1/session', body: {} }).catch(() => {})
    expect(proxy.targets).toEqual([hostOf('argocd')])
  })

  it('gets the credentials in its URL, which no error repeats', async () => {
    const open = await openConnectProxy({ authorization: `Basic ${btoa('slipway:canaryOfTheProxy')}` })
    const address = (password: string) => open.url.replace('//', `//slipway:${password}@`)
    await calls.stores!(clientsWith(proxyEnvOf('', address('canaryOfTheProxy'))))
    const lines: string[] = []
    const write = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }))
    const options = {
      name: 'Stores',
      endpoint: world.sim.origins.stores,
      maxRetries: 0,
      proxy: proxyAgents(proxyEnvOf('', address('wrongCanary'))),
    }
    const send = createSend({ ...options, logger: { debug: write, info: write, warn: write } })
    await expect(send({ method: 'GET', path: '/' })).rejects.toMatchObject({ code: 'unreachable', retryable: true })
    expect(lines.join()).toMatch(/^(?!.*wrongCanary)./s)
    await open.close()
  })

  it('is used for the sign-in of people, but not for hosts in no_proxy', async () => {
    const cases: [string, string[]][] = [
      ['', [hostOf('identity')]],
      ['127.0.0.1', []],
    ]
    for (const [no_proxy, targets] of cases) {
      proxy.targets.length = 0
      const restore = setFetchProxy(proxyEnvOf(no_proxy))
      try {
        expect((await discover(configOf(proxyEnvOf(no_proxy)))).jwks_uri).toContain(hostOf('identity'))
      } finally {
        restore()
      }
      expect([...new Set(proxy.targets)]).toEqual(targets)
    }
  })

  it('is used for traces', async () => {
    const collector = createServer(loopbackCertificate({ simulator: world.sim }), (_, response) => void response.end('{}'))
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(collector.address() as AddressInfo).port}`
    const tracing = await startTracing({
      tracing: { endpoint: `https://${host}`, headers: {}, ratio: 1 },
      external: { proxy: proxyEnvOf() },
    })
    await span('proxied', {}, async () => {})
    await tracing.stop()
    expect(proxy.targets).toEqual([host])
    await new Promise((resolve) => collector.close(resolve))
  })
})

describe('a webhook behind the proxy', () => {
  const resolverReturning = (...addresses: string[]) =>
    ((_name: string, _options: object, callback: (error: null, matches: { address: string; family: number }[]) => void) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      )) as unknown as typeof lookup
  const port = () => new URL(world.sim.origins.chat).port
  const post = (url: string, addresses: string[], no_proxy = '') =>
    createWebhooks({ allow: [], logger, proxy: proxyEnvOf(no_proxy), lookup: resolverReturning(...addresses) })
      .post({ name: 'Ops', url, body: {} })
      .then(String, ({ code }: { code: string }) => code)
  it('is rejected before the proxy gets an internal address', async () => {
    for (const address of ['127.0.0.1', '10.0.0.7', '169.254.169.254'])
      expect(await post(`https://hooks.example:${port()}/x`, ['93.184.215.14', address])).toBe('insideAddress')
    expect(await post('https://169.254.169.254/latest', [])).toBe('insideAddress')
    expect(await post(`https://hooks.example:${port()}/x`, ['127.0.0.1'], 'hooks.example')).toBe('insideAddress')
    expect(proxy.targets).toEqual([])
  })

  it('is sent to the IP address that was checked, and must have a certificate for its name', async () => {
    expect(await post(`https://hooks.example:${port()}/x`, ['93.184.215.14'])).toBe('untrusted')
    expect(proxy.targets).toEqual([`93.184.215.14:${port()}`])
    expect(await post(`https://localhost.localdomain:${port()}/x`, ['93.184.215.14'])).toBe('untrusted')
  })
})

it.each([
  ['https://a.example', 'a.example', true],
  ['https://A.example', 'b.example, A.EXAMPLE', true],
  ['https://sub.a.example', 'a.example', false],
  ['https://sub.a.example', '.a.example', true],
  ['https://sub.a.example', '*.a.example', true],
  ['https://evil-a.example', '.a.example', false],
  ['https://a.example:8443', 'a.example:8443', true],
  ['https://a.example', 'a.example:8443', false],
  ['https://a.example', 'a.example:443', true],
  ['https://[2001:db8::1]', '2001:db8::1', true],
  ['https://a.example', '*', true],
  ['https://a.example', '', false],
])('calls %s directly with no_proxy %j: %s', (url, no_proxy, bypassed) => {
  expect(isBypassed({ https_proxy: 'http://proxy.example', no_proxy }, new URL(url))).toBe(bypassed)
})

describe('the proxy setting', () => {
  it.each([
    [{ HTTPS_PROXY: 'http://upper.example:3128' }, { https_proxy: 'http://upper.example:3128', no_proxy: '' }],
    [
      { HTTPS_PROXY: 'http://upper.example', https_proxy: 'http://lower.example', NO_PROXY: 'a', no_proxy: 'b' },
      { https_proxy: 'http://lower.example', no_proxy: 'b' },
    ],
    [
      { https_proxy: 'http://lower.example', NO_PROXY: 'a,b' },
      { https_proxy: 'http://lower.example', no_proxy: 'a,b' },
    ],
    [{ NO_PROXY: 'a' }, undefined],
  ])('is read in upper and lower case: %j', (env, expected) => {
    expect(configOf(undefined, env).external.proxy).toEqual(expected)
  })

  it('must be a URL, which the error does not repeat', () => {
    for (const HTTPS_PROXY of ['socks5://slipway:canary@proxy.example', 'canary proxy'])
      expect(() => configOf(undefined, { HTTPS_PROXY })).toThrow(/HTTPS_PROXY (?!.*canary)/s)
  })
})

function configOf(settings: ReturnType<typeof proxyEnvOf> | undefined, env: Record<string, string | undefined> = {}) {
  const base = { ...simulatorEnv(world.sim), SLIPWAY_MODE: 'development', SLIPWAY_PUBLIC_URL: 'http://127.0.0.1:8080' }
  return readConfig({ ...base, ...env, ...settings })
}
