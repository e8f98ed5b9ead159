import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type DeployWorld, startDeployWorld } from './deployments.fixture.ts'

let world: DeployWorld
beforeAll(async () => {
  world = await startDeployWorld({ runJobs: false })
})
afterEach(() => {
  world.simulator.faults.clear()
  world.forget()
})
afterAll(() => world.close())

const canary = 'ghp_canaryThatMustNotTravel/+%=0123456789'
const repository = 'https://github.com/northgate/checkout-private.git'
const onboard = (overrides: Record<string, unknown> = {}, headers?: Record<string, string>) =>
  world.pipeline.post('/argo/OnboardRepo', { accountId: world.account.id, repository, ...overrides }, headers)
const signedIn = { username: 'x-access-token', password: canary }

describe('onboardRepo', () => {
  it('adds the repository to the account’s project, and reports whether Argo CD can read it', async () => {
    const response = await onboard(signedIn)
    expect(response).toMatchObject({
      status: 200,
      body: { repository, type: 'git', project: 'checkout-basket-dev', status: 'Successful', accountId: world.account.id },
    })
    expect(world.exchanges('POST')).toMatchObject([
      { path: '/api/v1/repositories', query: { upsert: 'true' }, requestBody: { repo: repository, project: 'checkout-basket-dev' } },
    ])
    const events = await world.db.selectFrom('audit_events').selectAll().where('operation', '=', 'onboardRepo').orderBy('id').execute()
    expect(events.map(({ after }) => after)).toMatchObject([
      { stage: 'started', repository: { repository, signIn: 'password' } },
      { stage: 'done', repository: { repository, signIn: 'password', status: 'Successful' } },
    ])
    expect(events[0]).toMatchObject({ subject_id: world.account.id, actor_name: world.keyName })
  })

  it('updates the credentials when it is repeated, and makes only one call for an Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'the-same-delivery' }
    const [firstResponse, secondResponse] = [await onboard(signedIn, key), await onboard(signedIn, key)]
    expect([firstResponse.status, secondResponse.status, secondResponse.headers['idempotency-replayed']]).toEqual([200, 200, 'true'])
    expect(world.exchanges('POST')).toHaveLength(1)
  })

  it('accepts charts, and repositories that Argo CD can already sign in to', async () => {
    expect(await onboard({ repository: 'https://charts.northgate.example/retail', type: 'helm', name: 'retail' })).toMatchObject({
      status: 200,
      body: { type: 'helm' },
    })
    expect((await onboard()).status).toBe(200)
  })

  it('accepts a chart registry without a scheme, for which Argo CD uses OCI', async () => {
    const charts = 'registry.northgate.example/retail'
    expect(await onboard({ repository: charts, type: 'helm', name: 'retail-oci', ...signedIn })).toMatchObject({
      status: 200,
      body: { repository: charts, type: 'helm', status: 'Successful' },
    })
    expect(world.exchanges('POST')).toMatchObject([{ requestBody: { repo: charts, type: 'helm', enableOCI: true } }])
    const deployedResponse = await world.pipeline.post('/argo/UpdateApp', {
      ...{ accountId: world.account.id, name: 'from-registry', revision: '1.4.2' },
      source: { repository: charts, chart: 'basket' },
      destination: { cluster: 'aks-retail-nonprod', namespace: world.account.name },
    })
    expect(deployedResponse.status).toBe(202)
  })

  it('doesn’t store the secret in any table, URL or response', async () => {
    const response = await onboard(signedIn)
    const tables = await world.db.introspection.getTables()
    for (const { name, schema } of tables) {
      const rows = await world.db
        .withSchema(schema ?? 'public')
        .selectFrom(name as 'audit_events')
        .selectAll()
        .execute()
      expect([name, JSON.stringify(rows).includes('canaryThatMustNotTravel')]).toEqual([name, false])
    }
    const addresses = world.exchanges().map(({ path, query }) => decodeURIComponent(path) + JSON.stringify(query))
    expect(JSON.stringify([response, addresses])).not.toContain('canaryThatMustNotTravel')
  })

  roleSuite(
    'onboardRepo',
    () => world,
    () => ({ path: '/argo/OnboardRepo', body: { accountId: world.account.id, repository } }),
  )

  it('denies an account that isn’t the key’s, and rejects a repository outside the project', async () => {
    expect((await onboard({ accountId: world.foreign.id })).status).toBe(404)
    const response = await onboard({ repository: 'https://github.com/northgate/loyalty-deploy.git' })
    expect([response.status, response.body.code]).toEqual([403, 'forbidden'])
    expect(world.exchanges('POST')).toEqual([])
  })

  it.each([
    'http://github.com/northgate/checkout-deploy.git',
    'https://user:hunter22@github.com/northgate/checkout-deploy.git',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:127.0.0.1]/northgate/checkout-deploy.git',
    'https://2130706433/northgate/checkout-deploy.git',
    'https://github.com.evil.example/northgate/checkout-deploy.git',
    'https://github.com@evil.example/northgate/checkout-deploy.git',
    'https://github.com:8443/northgate/checkout-deploy.git',
    'https://github.com./northgate/checkout-deploy.git',
    'file:///etc/passwd',
    'ssh://git:hunter22@github.com/northgate/checkout-deploy.git',
    'https://github.com/northgate/../loyalty/checkout-deploy.git',
    'https://github.com/northgate/%2e%2e/checkout-deploy.git',
    'https://github.com/northgate/*',
  ])('rejects the address %s', async (address) => {
    const response = await onboard({ repository: address })
    expect([response.status, response.body.code]).toEqual([400, 'invalidRequest'])
    expect(world.exchanges()).toEqual([])
  })

  it.each([
    ['a password without a user name', { password: canary }],
    ['a key for an address over https', { sshPrivateKey: `-----BEGIN OPENSSH PRIVATE KEY-----\n${'a'.repeat(60)}\n` }],
    ['charts without a name', { type: 'helm', repository: 'https://charts.northgate.example/retail' }],
    ['an unknown field', { project: 'loyalty-points-ledger-test' }],
  ])('rejects %s', async (_title, overrides) => {
    const response = await onboard(overrides)
    expect([response.status, response.body.code]).toEqual([400, 'invalidRequest'])
    expect(JSON.stringify(response.body)).not.toContain('canary')
  })

  it('does not claim that nothing was changed if Argo CD’s response is lost', async () => {
    const { caller } = await world.withKey(['deploy'], { accountIds: [world.account.id] })
    const send = () => caller.post('/argo/OnboardRepo', { accountId: world.account.id, repository, ...signedIn })
    world.simulator.faults.add({ service: 'argocd', method: 'POST', action: { kind: 'reset', when: 'after' } })
    const response = await send()
    expect([response.status, response.body.code]).toEqual([503, 'outcomeUnknown'])
    world.simulator.faults.clear()
    // Reads of the account’s project succeed, and the one that follows the change fails.
    world.simulator.faults.add({ service: 'argocd', method: 'GET', path: '/api/v1/repositories', action: { kind: 'status', status: 500 } })
    expect(await send()).toMatchObject({ status: 200, body: { status: 'Unknown' } })
  })

  it('shows Argo CD’s error when it can’t sign in, without the secret', async () => {
    const rejection = await onboard({ repository: 'https://github.com/northgate/checkout-private-two.git' })
    expect([rejection.status, rejection.body.code]).toEqual([409, 'conflict'])
    expect(rejection.body.message).toContain('error testing repository connectivity: authentication required')
    const body = { error: `invalid credentials x:${canary}`, message: `invalid credentials x:${canary}`, code: 2 }
    world.simulator.faults.add({ service: 'argocd', method: 'POST', action: { kind: 'status', status: 500, body } })
    const echoResponse = await onboard(signedIn)
    expect([echoResponse.status, echoResponse.body.code]).toEqual([409, 'conflict'])
    expect(echoResponse.body.message).toContain('invalid credentials x:[redacted]')
    expect(JSON.stringify(echoResponse.body)).not.toContain('canary')
  })
})
