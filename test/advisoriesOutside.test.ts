import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ServiceName } from '../simulator/core/serviceName.ts'
import { startTestApp, type TestApp } from './app.ts'
import { openApp } from './openApp.ts'

/** Known attacks that make a server call a wrong URL (CVE-2026-24048, GHSA-hw4x-mcx5-9q36, CVE-2020-10770), and ambiguous paths. */

let app: TestApp
let internalServer: Server
let reachedCount = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  internalServer = createServer((socket) => {
    reachedCount++
    socket.destroy()
  })
  await new Promise<void>((resolve) => internalServer.listen(0, '127.0.0.1', resolve))
})
afterEach(() => app.simulator.faults.clear())
afterAll(async () => {
  await new Promise((resolve) => internalServer.close(resolve))
  await app.close()
})

/** Spellings of internal addresses. `internalServer` listens at the addresses of this machine. */
const internalSpellings: Record<string, (port: number) => string> = {
  'the metadata service': () => 'http://169.254.169.254/metadata/instance',
  'the metadata service by https': () => 'https://169.254.169.254/metadata/identity/oauth2/token',
  'IPv4 mapped to IPv6': (port) => `https://[::ffff:127.0.0.1]:${port}/x`,
  IPv6: (port) => `https://[::1]:${port}/x`,
  'a decimal number': (port) => `https://2130706433:${port}/x`,
  'a hexadecimal number': (port) => `https://0x7f000001:${port}/x`,
  'an octal number': (port) => `https://0177.0.0.1:${port}/x`,
  'two numbers': (port) => `https://127.1:${port}/x`,
  'a name': (port) => `https://localhost:${port}/x`,
  'another port': (port) => `https://127.0.0.1:${port}/x`,
  'no encryption': (port) => `http://127.0.0.1:${port}/x`,
  'a user before it': (port) => `https://management.azure.com@127.0.0.1:${port}/x`,
  'a backslash': (port) => `https:\\\\127.0.0.1:${port}\\x`,
  'spaces and capitals': (port) => `HTTPS://127.0.0.1:${port}/x`,
  'a file': () => 'file:///etc/passwd',
}
const addressOf = (variant: string) => internalSpellings[variant]!((internalServer.address() as AddressInfo).port)

const subscription = () => app.company.accounts.find(({ status, kind }) => status === 'active' && kind === 'cloud')!.subscriptionId!
const response = (service: ServiceName, status: number, body: unknown, headers: Record<string, string> = {}) =>
  app.simulator.faults.add({ service, action: { kind: 'status', status, body, headers } })
const readRejectionCode = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    ({ code, message }: { code?: string; message: string }) => code ?? message,
  )

describe('an external service that links to an internal address', () => {
  it.each(Object.keys(internalSpellings))('isn’t followed for the next page if the link has %s', async (variant) => {
    response('arm', 200, { value: [], nextLink: addressOf(variant) })
    expect(await readRejectionCode(app.context.clients.arm.listResourceGroups(subscription()))).toBe('foreignOrigin')
    response('graph', 200, { value: [], '@odata.nextLink': addressOf(variant) })
    expect(await readRejectionCode(app.context.clients.graph.usersDelta())).toBe('foreignOrigin')
    expect(reachedCount).toBe(0)
  })

  const calls: [ServiceName, () => Promise<unknown>][] = [
    ['arm', () => app.context.clients.arm.listResourceGroups(subscription())],
    ['graph', () => app.context.clients.graph.searchUsers('priya')],
    ['servicenow', () => app.context.clients.servicenow.findTicket('INC0000001')],
    ['git', () => app.context.clients.git.getFile('accounts/x.json', 'main')],
    ['keyvault', () => app.context.clients.keyVault.setSecret('kv-northgate', 'name', { value: 'x', attributes: { enabled: true } })],
    ['stores', () => app.context.clients.stores!.getStore('1001')],
    ['argocd', () => app.context.clients.argocd!.getProject('checkout-basket-dev')],
  ]
  it.each(calls)('is not followed for a redirect with %s', async (service, call) => {
    for (const status of [301, 302, 303, 307, 308]) {
      app.simulator.faults.clear()
      response(service, status, {}, { location: addressOf('another port') })
      expect([status, await readRejectionCode(call())]).toEqual([status, 'redirected'])
    }
    expect(reachedCount).toBe(0)
  })

  it('is not followed for the status of an operation', async () => {
    const { arm } = app.context.clients
    for (const header of ['azure-asyncoperation', 'location']) {
      app.simulator.faults.clear()
      response('arm', 202, {}, { [header]: addressOf('another port') })
      const deletionResult = await arm.deleteResourceGroup(subscription(), 'rg-x')
      expect(deletionResult.done).toBe(false)
      if (!deletionResult.done)
        expect(await readRejectionCode(arm.deleteResourceGroup(subscription(), 'rg-x', deletionResult.state))).toBe('foreignOrigin')
    }
    expect(reachedCount).toBe(0)
  })

  it('is reported as a failed service, without the internal address', async () => {
    const account = app.company.accounts.find(({ status, kind }) => status === 'active' && kind === 'cloud')!
    response('arm', 302, {}, { location: 'http://169.254.169.254/metadata' })
    const { status, body } = await app.as(app.persona('Niamh').id).get(`/accounts/${account.id}/ResourceGroups`)
    expect([status, body.code]).toEqual([502, 'outsideFailed'])
    expect(body.message).not.toContain('169.254')
  })
})

describe('a caller who specifies a URL', () => {
  const hosts = ['169.254.169.254', '[::ffff:169.254.169.254]', '2852039166', '0xA9FEA9FE', 'localhost', 'evil.example', '127.0.0.1:8443']

  it.each(hosts)('can specify a vault only by its name, not as %s', async (host) => {
    const account = app.company.accounts.find(({ status, kind }) => status === 'active' && kind === 'cloud')!
    const countBefore = app.simulator.exchanges.list().length
    for (const vaultName of [host, `kv@${host}`, `${host}/`, `kv.${host}`, `kv#${host}`, `kv?${host}`, `../${host}`]) {
      const body = { accountId: account.id, vaultName, name: 'till-key', value: 'x' }
      const { status, body: problem } = await app.as(app.persona('Niamh').id).post('/utils/setKeyVaultSecret', body)
      const isValidName = /^[a-z][a-z-]+$/.test(vaultName)
      expect([vaultName, status, problem.errors?.[0]?.field]).toEqual(
        isValidName ? [vaultName, 404, undefined] : [vaultName, 400, 'vaultName'],
      )
    }
    const newExchanges = app.simulator.exchanges.list().slice(countBefore)
    expect(newExchanges.filter(({ service }) => service !== 'arm')).toEqual([])
  })

  it.each(hosts)('can add repositories only of known hosts, never %s', async (host) => {
    const account = app.company.accounts.find(({ name }) => name === 'checkout-basket-dev')!
    const { caller } = await app.withKey(['deploy'], { accountIds: [account.id] })
    const countBefore = app.simulator.exchanges.list().length
    for (const repository of [
      `https://${host}/a/b.git`,
      `https://github.com@${host}/a/b.git`,
      `ssh://git@${host}/a/b`,
      `git@${host}:a/b`,
      `http://${host}/a`,
    ]) {
      const { status, body } = await caller.post('/argo/OnboardRepo', { accountId: account.id, repository })
      expect([repository, status, body.errors?.[0]?.field]).toEqual([repository, 400, expect.stringMatching(/^\/?repository$/)])
    }
    expect(
      app.simulator.exchanges
        .list()
        .slice(countBefore)
        .filter(({ method }) => method !== 'GET'),
    ).toEqual([])
  })
})

describe('a configured first segment', () => {
  const body = () => ({ accountId: app.company.accounts.find(({ name }) => name === 'checkout-basket-dev')!.id, name: 'x' })

  it.each([
    '/accounts/GetApp',
    '/me/GetApp',
    '/edge/GetApp',
    '/snow/GetApp',
    '/ARGO/GetApp',
    '/Argo/GetApp',
    '/argo%00/GetApp',
    '/argo%2FGetApp',
    '/argo/../argo/GetApp',
    '/argo.json/GetApp',
    '/argox/GetApp',
    '/xargo/GetApp',
    '/argo%0a/GetApp',
    '/argo/getapp',
    '//argo/GetApp',
    '/{deploymentTool}/GetApp',
    '/:deploymentTool/GetApp',
  ])('is the only match: POST %s returns 404', async (path) => {
    const { caller } = await app.withKey(['deploy'], { accountIds: [body().accountId] })
    const { status } = await caller.post(path, body())
    expect([400, 404, 405]).toContain(status)
  })

  it.each([
    '/SNOW/search/ci?searchTerm=till',
    '/accounts/search/ci?searchTerm=till',
    '/snowy/search/ci?searchTerm=till',
    '/argo/search/ci?searchTerm=till',
  ])('returns 400 or 404 for GET %s', async (path) => {
    expect([400, 404]).toContain((await app.as(app.persona('Niamh').id).get(path)).status)
  })

  it('replaces the default name, which then returns 404', async () => {
    const otherApp = await openApp(app, { segments: { incidentService: 'helpdesk', deploymentTool: 'flux' } })
    const { key, caller } = await app.withKey(['deploy'], { accountIds: [body().accountId] })
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const messageOf = async (path: string) =>
      (await fetch(`${otherApp.http}${path}`, { method: 'POST', headers, body: JSON.stringify(body()) }))
        .json()
        .then(({ message }) => message)
    const unknownApp = (await caller.post('/argo/GetApp', body())).body.message
    expect(await messageOf('/flux/GetApp')).toBe(unknownApp)
    expect(await messageOf('/argo/GetApp')).not.toBe(unknownApp)
    await otherApp.close()
  })

  it('doesn’t shadow other calls', async () => {
    const { caller } = await app.withKey(['deploy'], { accountIds: [body().accountId] })
    expect((await caller.get('/accounts/adv')).status).toBe(403)
    expect((await app.as(app.persona('Niamh').id).get('/accounts/adv?size=1')).status).toBe(200)
  })
})
