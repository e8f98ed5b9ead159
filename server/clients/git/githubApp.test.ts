import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type GitApp, putGitApp } from '../../../simulator/git/installations.ts'
import { createClients } from '../clients.ts'
import { systemClock } from '../clock.ts'
import { startTestWorld, type TestWorld } from '../testWorld.ts'
import type { GithubApp } from './githubApp.ts'

const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = (key: ReturnType<typeof pair>['privateKey'], type: 'pkcs1' | 'pkcs8' = 'pkcs1') =>
  key.export({ type, format: 'pem' }).toString()
const { privateKey, publicKey } = pair()
const registeredApp: GitApp = {
  appId: 4711,
  clientId: 'Iv23liSlipway',
  publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  installationId: 48,
  permissions: { contents: 'write', pull_requests: 'write', checks: 'write', statuses: 'read', issues: 'write' },
}
const app: GithubApp = { id: 'Iv23liSlipway', key: pem(privateKey), installationId: '48' }
const minuteMs = 60_000

let world: TestWorld
let lines: string[] = []
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  world.clearCache()
  lines = []
  putGitApp(world.sim, registeredApp)
})
afterEach(() => {
  vi.useRealTimers()
})

function gitAs(overrides: Partial<GithubApp> = {}) {
  const line = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }))
  const clock = { now: systemClock.now, wait: (ms: number) => systemClock.wait(Math.ceil(ms / 100)) }
  const git = { ...world.config.git, token: undefined, app: { ...app, ...overrides } }
  return createClients({ ...world.config, git }, { logger: { debug: line, info: line, warn: line }, clock })
}
const tokenCalls = () => world.sim.exchanges.list().filter(({ path }) => path.endsWith('/access_tokens'))
const tokens = () => tokenCalls().map(({ responseBody }) => (responseBody as { token: string }).token)
const call = (path: string, token: string, method = 'GET') =>
  fetch(world.config.git.endpoint + path, { method, headers: { authorization: `Bearer ${token}` } })

describe('githubAppCredential', () => {
  it('signs in as the installation, once for concurrent and later callers', async () => {
    const { git, watch } = gitAs()
    const heads = await Promise.all([1, 2, 3].map(() => git.getBranchHead('main')))
    expect(new Set([...heads, await git.getBranchHead('main')])).toEqual(new Set([expect.stringMatching(/^[\da-f]{40}$/)]))
    expect(tokenCalls()).toMatchObject([
      {
        status: 201,
        requestBody: {
          repositories: ['landing-zones'],
          permissions: { contents: 'write', pull_requests: 'write', checks: 'read', statuses: 'read' },
        },
      },
    ])
    const { tokenExpiresAt } = watch.snapshot(Date.now()).get('GitHub')!
    expect(Math.round((Date.parse(tokenExpiresAt!) - Date.now()) / minuteMs)).toBe(60)
  })

  it('authorizes a commit and a pull request', async () => {
    const { git } = gitAs({ id: '4711', key: pem(privateKey, 'pkcs8') })
    const branch = 'slipway/by-app'
    await git.ensureBranch(branch, (await git.getBranchHead('main'))!)
    await git.putFile({ path: 'accounts/app.yaml', branch, content: 'n: 1\n', message: 'Add' })
    expect(await git.openPullRequest({ branch, base: 'main', title: 'Add', body: 'As requested.' })).toMatchObject({
      state: 'open',
      branch,
    })
    expect(tokenCalls()).toHaveLength(1)
  })

  it('renews a token before its expiry, and uses the old one in the meantime', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { git } = gitAs()
    await git.getBranchHead('main')
    vi.setSystemTime(Date.now() + 57 * minuteMs)
    await git.getBranchHead('main')
    expect(tokenCalls()).toHaveLength(1)
    vi.setSystemTime(Date.now() + 2 * minuteMs)
    await git.getBranchHead('main')
    await expect.poll(() => tokenCalls().length).toBe(2)
    vi.setSystemTime(Date.now() + 5 * minuteMs)
    const [oldToken = '', freshToken = ''] = tokens()
    expect([(await call('/user', oldToken)).status, (await call('/user', freshToken)).status]).toEqual([401, 200])
    world.sim.exchanges.clear()
    await git.getBranchHead('main')
    expect(world.calls('git')).toEqual(['GET /repos/northgate/landing-zones/git/ref/heads/main'])
  })

  it('fetches one new token for concurrent callers after the old token has expired', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { git } = gitAs()
    await git.getBranchHead('main')
    vi.setSystemTime(Date.now() + 61 * minuteMs)
    await Promise.all([1, 2, 3].map(() => git.getBranchHead('main')))
    expect(tokenCalls()).toHaveLength(2)
    expect(world.sim.exchanges.list().filter(({ status }) => status === 401)).toEqual([])
  })

  it('replaces a revoked token once for concurrent callers', async () => {
    const { git } = gitAs()
    await git.getBranchHead('main')
    expect((await call('/installation/token', tokens()[0]!, 'DELETE')).status).toBe(204)
    await Promise.all([1, 2, 3].map(() => git.getBranchHead('main')))
    expect(tokenCalls()).toHaveLength(2)
  })

  it('repeats the call when the response is lost', async () => {
    const { git } = gitAs()
    world.sim.faults.add({ service: 'git', path: '/access_tokens$', count: 1, action: { kind: 'reset', when: 'after' } })
    await git.getBranchHead('main')
    expect(tokenCalls()).toHaveLength(2)
  })

  it.each([
    { what: 'another key', change: { key: pem(pair().privateKey) }, status: 401, reason: 'A JSON web token could not be decoded' },
    { what: 'an app that is not there', change: { id: '1' }, status: 404, reason: 'Integration not found' },
    { what: 'an installation that is not there', change: { installationId: '1' }, status: 404, reason: 'Not Found' },
  ])('fails immediately with $what', async ({ change: overrides, status, reason }) => {
    const { git } = gitAs(overrides)
    await expect(git.getBranchHead('main')).rejects.toMatchObject({ service: 'GitHub', code: 'signInFailed', retryable: false })
    expect(tokenCalls().map((each) => each.status)).toEqual([status])
    expect(world.calls('git')).toHaveLength(1)
    expect(lines.join('\n')).toContain(reason)
  })

  it('fails while the installation is suspended, and signs in again afterwards', async () => {
    const { git } = gitAs()
    await git.getBranchHead('main')
    putGitApp(world.sim, { ...registeredApp, suspended: true })
    await expect(git.getBranchHead('main')).rejects.toMatchObject({ status: 403, retryable: false })
    await expect(gitAs().git.getBranchHead('main')).rejects.toMatchObject({ code: 'signInFailed', retryable: false })
    expect(lines.join('\n')).toContain('This installation has been suspended')
    putGitApp(world.sim, registeredApp)
    expect(await git.getBranchHead('main')).toBeDefined()
  })

  it('fails when the app lacks a permission that Slipway needs', async () => {
    putGitApp(world.sim, { ...registeredApp, permissions: { ...registeredApp.permissions, contents: 'read' } })
    await expect(gitAs().git.getBranchHead('main')).rejects.toMatchObject({ code: 'signInFailed', retryable: false })
    expect(lines.join('\n')).toContain('The permissions requested are not granted to this installation.')
  })

  it('keeps tokens, assertions and the key out of logs and errors', async () => {
    const errors: unknown[] = []
    const sendRequest = ({ git }: ReturnType<typeof gitAs>) =>
      git.getBranchHead('main').catch((error: unknown) => errors.push(error, (error as Error).cause))
    const clients = gitAs()
    await sendRequest(clients)
    const [token = ''] = tokens()
    const assertion = await new SignJWT({ iss: app.id }).setProtectedHeader({ alg: 'RS256' }).sign(privateKey)
    const repeats = { kind: 'status', status: 500, body: { message: `${token} or ${assertion}` } } as const
    world.sim.faults.add({ service: 'git', action: repeats })
    await Promise.all([sendRequest(clients), sendRequest(gitAs())])
    const all = [...lines, ...errors.map((each) => `${each} ${JSON.stringify(each)} ${(each as Error | undefined)?.stack}`)].join('\n')
    expect(all).toContain('[redacted] or [redacted]')
    for (const secret of [...token.split('.'), ...assertion.split('.'), app.key.split('\n')[1]!]) expect(all).not.toContain(secret)
  })
})

describe('the simulated GitHub', () => {
  const seconds = () => Math.floor(Date.now() / 1_000)
  async function sendRequest(claims: Record<string, unknown>, key = privateKey) {
    const assertion = await new SignJWT({ iss: '4711', iat: seconds() - 60, exp: seconds() + 500, ...claims })
      .setProtectedHeader({ alg: 'RS256' })
      .sign(key)
    const response = await call('/app/installations/48/access_tokens', assertion, 'POST')
    return [response.status, ((await response.json()) as { message?: string }).message]
  }

  it('rejects assertions with invalid issue or expiry times', async () => {
    expect(await sendRequest({})).toEqual([201, undefined])
    expect(await sendRequest({ exp: seconds() - 1 })).toEqual([
      401,
      expect.stringMatching(/^'Expiration time' claim .* must be a numeric value/),
    ])
    expect(await sendRequest({ exp: seconds() + 700 })).toEqual([401, expect.stringMatching(/is too far in the future$/)])
    expect(await sendRequest({ iat: seconds() + 60 })).toEqual([401, expect.stringMatching(/^'Issued at' claim/)])
  })

  it('rejects an installation token used as an assertion, and an assertion used as a token', async () => {
    expect((await call('/app/installations/48/access_tokens', 'ghp_anything', 'POST')).status).toBe(401)
    const assertion = await new SignJWT({ iss: '4711' }).setProtectedHeader({ alg: 'RS256' }).sign(privateKey)
    expect((await call('/user', assertion)).status).toBe(401)
    const foreignToken = await world.sim.mintToken({ oid: world.sim.company.people[0]!.id, audience: 'https://graph.microsoft.com' })
    expect((await call('/user', `ghs_4711_${foreignToken}`)).status).toBe(401)
  })
})
