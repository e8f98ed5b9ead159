import { spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { simulatorFolder } from '../../test/simulatorFolder.ts'
import { trust } from '../../test/trust.ts'
import { startSimulator } from '../simulator.ts'
import { loadCertificates } from './ca.ts'
import { armAudience, slipwayServicePrincipalId } from './constants.ts'
import type { Simulator } from './simulator.ts'

const folders: string[] = []
function newFolder(): string {
  const folder = simulatorFolder()
  folders.push(folder)
  return folder
}

let sim: Simulator
let token: string

beforeAll(async () => {
  sim = await startSimulator({ dataDir: newFolder() })
  trust(sim.caPem)
  token = await sim.mintToken({ oid: slipwayServicePrincipalId, audience: armAudience })
})

afterEach(() => {
  sim.faults.clear()
  sim.consistency.delayMs = 0
  sim.asyncDelayMs = 200
})

afterAll(async () => {
  await sim.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const aliasPath = (name: string) => `/providers/Microsoft.Subscription/aliases/${name}?api-version=2021-10-01`
const call = (path: string, init: RequestInit = {}) =>
  fetch(sim.origins.arm + path, { ...init, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } })
const putAlias = (name: string, signal?: AbortSignal) =>
  call(aliasPath(name), {
    method: 'PUT',
    ...(signal ? { signal } : {}),
    body: JSON.stringify({ properties: { displayName: name, workload: 'DevTest', billingScope: sim.company.billingScope } }),
  })
const control = (path: string, method = 'GET', body?: unknown) =>
  fetch(sim.origins.control + path, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })

describe('a fault', () => {
  it('returns any status, body and headers, before the token is checked', async () => {
    sim.faults.add({
      service: 'arm',
      action: { kind: 'status', status: 429, headers: { 'retry-after': '7' }, body: { error: { code: 'TooManyRequests' } } },
    })
    const response = await fetch(`${sim.origins.arm}/subscriptions`)
    expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
      429,
      '7',
      { error: { code: 'TooManyRequests' } },
    ])
  })

  it('applies to its method and path, `count` times after `skip` calls', async () => {
    sim.faults.add({ service: 'arm', method: 'get', path: 'ALIASES/one', skip: 1, count: 2, action: { kind: 'status', status: 503 } })
    const statuses = []
    for (let index = 0; index < 5; index++) statuses.push((await call(aliasPath('one'))).status)
    expect(statuses).toEqual([404, 503, 503, 404, 404])
    expect((await call(aliasPath('two'))).status).toBe(404)
  })

  it('applies at random, with the same sequence for the same seed', async () => {
    const run = async (): Promise<number[]> => {
      const id = sim.faults.add({ service: 'arm', probability: 0.5, seed: 7, action: { kind: 'status', status: 500 } })
      const statuses = []
      for (let index = 0; index < 12; index++) statuses.push((await call(aliasPath('chance'))).status)
      sim.faults.remove(id)
      return statuses
    }
    const [firstRun, secondRun] = [await run(), await run()]
    expect(firstRun).toEqual(secondRun)
    expect(new Set(firstRun)).toEqual(new Set([404, 500]))
  })

  it('drops the connection before the call is processed', async () => {
    sim.faults.add({ service: 'arm', method: 'PUT', count: 1, action: { kind: 'reset', when: 'before' } })
    await expect(putAlias('before')).rejects.toThrow()
    expect((await call(aliasPath('before'))).status).toBe(404)
  })

  it('drops the connection after the call is processed', async () => {
    sim.faults.add({ service: 'arm', method: 'PUT', count: 1, action: { kind: 'reset', when: 'after' } })
    await expect(putAlias('after')).rejects.toThrow()
    expect((await call(aliasPath('after'))).status).toBe(200)
  })

  it('breaks the connection within the response body', async () => {
    sim.faults.add({ service: 'arm', count: 1, action: { kind: 'reset', when: 'midBody' } })
    const response = await call('/subscriptions?api-version=2022-12-01&$top=5')
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
  })

  it('truncates the JSON of a complete response', async () => {
    sim.faults.add({ service: 'arm', count: 1, action: { kind: 'truncate' } })
    const response = await call('/subscriptions?api-version=2022-12-01&$top=5')
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(() => JSON.parse(text)).toThrow()
  })

  it('delays the response', async () => {
    sim.faults.add({ service: 'arm', action: { kind: 'delay', ms: 120 } })
    const startedAt = performance.now()
    await call(aliasPath('slow'))
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(119)
  })

  it.each(['before', 'after'] as const)('kills a process %s the call', async (when) => {
    const victim = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    const processExit = new Promise<string | null>((resolve) => victim.once('exit', (_code, signal) => resolve(signal)))
    sim.faults.add({ service: 'arm', method: 'PUT', count: 1, action: { kind: 'kill', pid: victim.pid!, when } })
    await expect(putAlias(`kill-${when}`)).rejects.toThrow()
    expect(await processExit).toBe('SIGKILL')
    expect((await call(aliasPath(`kill-${when}`))).status).toBe(when === 'after' ? 200 : 404)
  })

  it('holds a request until the test releases the request', async () => {
    const [paused, until] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const action = { kind: 'hold', when: 'before', held: paused.resolve, until: until.promise } as const
    sim.faults.add({ service: 'arm', method: 'PUT', count: 1, action })
    const response = putAlias('let-go')
    await paused.promise
    expect((await call(aliasPath('let-go'))).status).toBe(404)
    until.resolve()
    expect((await response).status).toBe(201)
  })

  it.each(['before', 'after'] as const)('holds a request %s the call for as long as its caller waits', async (when) => {
    const paused = Promise.withResolvers<void>()
    sim.faults.add({ service: 'arm', method: 'PUT', count: 1, action: { kind: 'hold', when, held: paused.resolve } })
    const caller = new AbortController()
    const response = putAlias(`hold-${when}`, caller.signal)
    await paused.promise
    caller.abort()
    await expect(response).rejects.toThrow('abort')
    expect((await call(aliasPath(`hold-${when}`))).status).toBe(when === 'after' ? 200 : 404)
  })
})

describe('the control API', () => {
  it('adds, lists and removes faults', async () => {
    const { id } = (await (await control('/faults', 'POST', { service: 'arm', action: { kind: 'delay', ms: 1 } })).json()) as { id: string }
    expect(await (await control('/faults')).json()).toMatchObject([{ id }])
    expect((await control(`/faults/${id}`, 'DELETE')).status).toBe(204)
    expect((await control(`/faults/${id}`, 'DELETE')).status).toBe(404)
    expect((await control('/faults', 'DELETE')).status).toBe(204)
  })

  it('moves the clock, changes settings, issues tokens, shows state and exchanges', async () => {
    const timeBefore = sim.clock.now().getTime()
    await control('/clock', 'PUT', { advanceMs: 3_600_000 })
    expect(sim.clock.now().getTime() - timeBefore).toBeGreaterThanOrEqual(3_600_000)
    expect((await control('/clock', 'PUT', { now: 'soon' })).status).toBe(400)
    await control('/clock', 'PUT', { now: new Date().toISOString() })
    await control('/settings', 'PUT', { consistencyMs: 5, asyncDelayMs: 6 })
    expect([sim.consistency.delayMs, sim.asyncDelayMs]).toEqual([5, 6])
    const email = sim.company.people[0]!.email
    const mintedToken = (await (await control('/tokens', 'POST', { email, audience: armAudience })).json()) as { token: string }
    expect(mintedToken.token.split('.')).toHaveLength(3)
    await putAlias('seen')
    expect(await (await control('/state/arm.aliases')).json()).toContainEqual(expect.objectContaining({ name: 'seen' }))
    const recorded = (await (await control('/exchanges')).json()) as { path: string; requestHeaders: object }[]
    const exchange = recorded.find((each) => each.path.endsWith('/aliases/seen'))!
    expect(exchange).toMatchObject({ service: 'arm', method: 'PUT', status: 201 })
    expect(Object.keys(exchange.requestHeaders)).not.toContain('authorization')
  })

  it('changes a person in the directory', async () => {
    const person = sim.company.people[9]!
    expect(await (await control(`/people/${person.id}`, 'PATCH', { department: 'Elsewhere' })).json()).toMatchObject({
      id: person.id,
      department: 'Elsewhere',
    })
    expect((await control(`/people/${crypto.randomUUID()}`, 'PATCH', {})).status).toBe(404)
  })
})

describe('the certificates', () => {
  it('keeps its authority and leaf, and uses an authority that is provided', async () => {
    const [folder, otherFolder] = [newFolder(), newFolder()]
    for (const each of [folder, otherFolder]) for (const name of readdirSync(each)) rmSync(join(each, name))
    const firstCertificates = await loadCertificates(folder)
    expect(await loadCertificates(folder)).toEqual(firstCertificates)
    expect(readFileSync(firstCertificates.caFile, 'utf8')).toBe(firstCertificates.ca.certPem)
    const leaf = new X509Certificate(firstCertificates.leaf.certPem)
    expect(leaf.subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1')
    const otherCertificates = await loadCertificates(otherFolder)
    for (const name of ['ca.pem', 'ca.key']) copyFileSync(join(otherFolder, name), join(folder, name))
    const followingCertificates = await loadCertificates(folder)
    expect(
      new X509Certificate(followingCertificates.leaf.certPem).verify(new X509Certificate(otherCertificates.ca.certPem).publicKey),
    ).toBe(true)
  })
})

describe('the simulator as a process', () => {
  async function launch(dataDir: string) {
    const child = spawn(process.execPath, ['simulator/main.ts'], {
      env: { ...process.env, SLIPWAY_SIM_DATA: dataDir, SLIPWAY_SIM_PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const [line] = await new Promise<[string]>((resolve) =>
      createInterface({ input: child.stdout }).once('line', (text) => resolve([text])),
    )
    const ready = JSON.parse(line) as { ready: boolean; origins: Record<string, string>; caFile: string }
    setDefaultCACertificates([...getCACertificates('default'), readFileSync(ready.caFile, 'utf8')])
    return { child, exited, ready }
  }

  it('keeps its data, keys and clock after kill -9, and closes on SIGTERM', async () => {
    const dataDir = newFolder()
    const firstProcess = await launch(dataDir)
    const send = (origin: string, path: string, method: string, bearer: string, body?: unknown) =>
      fetch(origin + path, {
        method,
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    const mintedToken = await send(firstProcess.ready.origins.control!, '/tokens', 'POST', '', {
      oid: slipwayServicePrincipalId,
      audience: armAudience,
    })
    const bearer = ((await mintedToken.json()) as { token: string }).token
    const body = { properties: { displayName: 'kept', workload: 'DevTest', billingScope: sim.company.billingScope } }
    await send(firstProcess.ready.origins.control!, '/settings', 'PUT', '', { asyncDelayMs: 60_000 })
    const created = (await (await send(firstProcess.ready.origins.arm!, aliasPath('kept'), 'PUT', bearer, body)).json()) as {
      properties: { subscriptionId: string }
    }
    firstProcess.child.kill('SIGKILL')
    await firstProcess.exited

    const secondProcess = await launch(dataDir)
    const readAlias = async () =>
      (await (await send(secondProcess.ready.origins.arm!, aliasPath('kept'), 'GET', bearer)).json()) as {
        properties: { subscriptionId: string; provisioningState: string }
      }
    expect(await readAlias()).toMatchObject({
      properties: { subscriptionId: created.properties.subscriptionId, provisioningState: 'Accepted' },
    })
    await send(secondProcess.ready.origins.control!, '/clock', 'PUT', '', { advanceMs: 60_000 })
    expect((await readAlias()).properties.provisioningState).toBe('Succeeded')
    secondProcess.child.kill('SIGTERM')
    await secondProcess.exited
    expect(secondProcess.child.exitCode).toBe(0)
  })
})
