import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pipelineClientId, pipelineServicePrincipalId } from '../../simulator/core/constants.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { countedCalls } from '../../test/countedCalls.ts'
import { type OpenApp, openApp } from '../../test/openApp.ts'
import { bearerProblems } from './bearer.ts'
import { mintKey } from './keys.ts'
import { createSession } from './session.ts'

let app: TestApp
let open: OpenApp
let stoppedDate: Date | undefined
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => stoppedDate ?? new Date() })
  open = await openApp(app)
})
afterAll(async () => {
  await open.close()
  await app.close()
})

const audience = 'api://slipway'
const priya = () => app.persona('Priya').id
const mint = (claims: Record<string, unknown> = {}, oid = priya()) => app.simulator.mintToken({ oid, audience, claims })
const delegatedClaims = { scp: 'access_as_user', idtyp: undefined, sub: 'pairwise' }
const appOnly = (claims: Record<string, unknown> = {}) => mint({ azp: pipelineClientId, ...claims }, pipelineServicePrincipalId)
const payloadOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as JWTPayload
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

async function call(
  origin: string,
  authorization: string,
  path = '/me',
  init: { method?: string; body?: string; headers?: Record<string, string> } = {},
) {
  const response = await fetch(`${origin}${path}`, { ...init, headers: { ...init.headers, authorization } })
  return { status: response.status, body: await response.json() }
}
const withToken = async (token: string, path = '/me') => call(open.https, `Bearer ${token}`, path)

async function events(callback: () => Promise<unknown>) {
  const all = () => app.db.selectFrom('audit_events').select(['operation', 'outcome', 'reason', 'actor_id']).orderBy('id').execute()
  const countBefore = (await all()).length
  await callback()
  return (await all()).slice(countBefore)
}

describe('a bearer token', () => {
  it('is accepted over https, with the roles in its claims', async () => {
    expect(await withToken(await mint())).toMatchObject({ status: 200, body: { id: priya(), roles: [], credential: 'bearer' } })
    expect((await withToken(await mint({}, app.persona('Niamh').id))).body.roles).toEqual(['admin'])
    expect((await withToken(await mint({}, app.persona('Grace').id))).body.roles).toEqual(['auditor'])
  })

  it('has the roles of the token, not of the person’s session', async () => {
    const admin = app.persona('Niamh').id
    const without = await mint({ roles: [] }, admin)
    expect(await withToken(without, '/work')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await withToken(await mint({}, admin), '/work')).status).toBe(200)
  })

  it('has a stable audit name that does not reveal it, even without an ID', async () => {
    const loadAuditName = async (token: string) => {
      await withToken(token, '/work')
      const { credential } = await app.db
        .selectFrom('audit_events')
        .select('credential')
        .where('operation', '=', 'listRuns')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      return credential
    }
    const [firstId, otherId] = [await mint({ uti: undefined }), await mint({ uti: undefined, jti: 'another' })]
    const names = [
      await loadAuditName(firstId),
      await loadAuditName(otherId),
      await loadAuditName(firstId),
      await loadAuditName(await mint({ uti: 'its-own-id' })),
    ]
    expect(names).toEqual([expect.stringMatching(/^bearer:[\w-]{22}$/), expect.any(String), names[0], 'bearer:its-own-id'])
    expect(names[1]).not.toBe(names[0])
    expect(firstId).not.toContain(names[0]!.slice('bearer:'.length))
  })

  it('creates the record of a new person', async () => {
    const oid = randomUUID()
    expect(
      await withToken(await mint({ ...delegatedClaims, name: 'New Starter', preferred_username: 'new.starter@northgate.example' }, oid)),
    ).toMatchObject({
      status: 200,
      body: { id: oid, displayName: 'New Starter' },
    })
  })
})

describe('the record of a new person', () => {
  const upn = 'nora@northgate.example'
  const emptyNames = { name: undefined, email: undefined, preferred_username: undefined }
  it.each([
    [{ name: 'Nora', email: 'n@northgate.example', preferred_username: upn }, 'Nora', 'n@northgate.example'],
    [{ ...emptyNames, preferred_username: upn }, upn, upn],
    [{ ...emptyNames, email: 'n@northgate.example' }, undefined, 'n@northgate.example'],
    [emptyNames, undefined, null],
  ])('is written from the token’s claims: %j', async (expectedMessage, name, email) => {
    const oid = randomUUID()
    expect((await withToken(await mint({ ...delegatedClaims, ...expectedMessage }, oid))).status).toBe(200)
    const row = await app.db
      .selectFrom('people')
      .select(['display_name', 'email', 'user_principal_name'])
      .where('id', '=', oid)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ display_name: name ?? oid, email, user_principal_name: expectedMessage.preferred_username ?? null })
  })
})

describe('a revoked bearer token', () => {
  const endedFrom = (date: Date | null) =>
    app.db.updateTable('people').set({ tokens_valid_from: date }).where('id', '=', app.persona('Ravi').id).execute()

  it('is rejected when issued before the revocation, and accepted when issued at that time or later', async () => {
    const token = await mint({}, app.persona('Ravi').id)
    const issuedAt = payloadOf(token).iat! * 1_000
    const responses: unknown[] = []
    for (const from of [null, new Date(issuedAt), new Date(issuedAt + 1), new Date(issuedAt - 60_000)]) {
      await endedFrom(from)
      const { status, body } = await withToken(token)
      responses.push(status === 200 ? status : body.code)
    }
    await endedFrom(null)
    expect(responses).toEqual([200, 200, 'unauthenticated', 200])
  })
})

describe('a bearer token over plain http', () => {
  const body = () => JSON.stringify({ name: 'Never', code: 'NEVER', leadIds: [priya()] })
  const headers = { 'content-type': 'application/json' }

  it('is rejected with an audit event before the handler runs', async () => {
    const authorization = `Bearer ${await mint({}, app.persona('Niamh').id)}`
    const towers = () => app.db.selectFrom('towers').select('id').execute()
    const towersBefore = await towers()
    const addedEvents = await events(async () => {
      const response = await call(open.http, authorization, '/towers', { method: 'POST', headers, body: body() })
      expect(response).toMatchObject({ status: 403, body: { code: 'insecureTransport', error: { code: 'insecureTransport' } } })
    })
    expect(addedEvents).toMatchObject([{ operation: 'createTower', outcome: 'denied', actor_id: null }])
    expect(await towers()).toEqual(towersBefore)
  })

  it.each<Record<string, string>>([
    { 'x-forwarded-proto': 'https' },
    { 'x-forwarded-proto': 'https,https', 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'proto=https' },
    { 'x-forwarded-ssl': 'on' },
    { 'x-url-scheme': 'https' },
  ])('is rejected with a forged %j', async (forgedHeaders) => {
    const authorization = `Bearer ${await mint()}`
    expect(await call(open.http, authorization, '/me', { headers: forgedHeaders })).toMatchObject({
      status: 403,
      body: { code: 'insecureTransport' },
    })
  })

  it('is rejected from an untrusted peer, and accepted from a trusted proxy that reports https', async () => {
    const authorization = `Bearer ${await mint()}`
    const forwarded = { headers: { 'x-forwarded-proto': 'https' } }
    const appBehindOtherProxy = await openApp(app, { trustedProxies: ['10.1.2.3'] })
    expect((await call(appBehindOtherProxy.http, authorization, '/me', forwarded)).body.code).toBe('insecureTransport')
    await appBehindOtherProxy.close()
    const proxiedApp = await openApp(app, { trustedProxies: ['127.0.0.1'] })
    expect((await call(proxiedApp.http, authorization, '/me', forwarded)).status).toBe(200)
    expect((await call(proxiedApp.http, authorization, '/me', { headers: { 'x-forwarded-proto': 'http' } })).body.code).toBe(
      'insecureTransport',
    )
    expect((await call(proxiedApp.http, authorization)).body.code).toBe('insecureTransport')
    await proxiedApp.close()
  })

  it('is rejected if the call also has an API key, or an alert key in its URL', async () => {
    const authorization = `Bearer ${await mint()}`
    const { key } = await app.withKey(['edge:complete'])
    const rejection = { status: 403, body: { code: 'insecureTransport' } }
    expect(await call(open.http, authorization, '/towers', { headers: { 'x-api-key': key } })).toMatchObject(rejection)
    const alert = { method: 'POST', headers, body: '{}' }
    const addedEvents = await events(async () => {
      expect(
        await call(open.http, authorization, `/snow/alert/account/${randomUUID()}/key/${mintKey('slwa', app.config.keySecret).key}`, alert),
      ).toMatchObject(rejection)
    })
    expect(addedEvents).toMatchObject([{ operation: 'acceptAlert', outcome: 'denied' }])
  })

  it('is rejected together with a valid cookie, and ignored on the health check', async () => {
    const token = `Bearer ${await mint()}`
    const cookie = { headers: { cookie: 'slipway-session=whatever' } }
    expect(await call(open.http, token, '/towers', cookie)).toMatchObject({ status: 403, body: { code: 'insecureTransport' } })
    expect(await call(open.http, token, '/health')).toMatchObject({ status: 200, body: { status: 'healthy' } })
  })
})

describe('an invalid bearer token', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const header = () => ({ typ: 'JWT', alg: 'RS256', kid: app.simulator.tokens.jwks.keys[0]!.kid! })
  const altered = async (overrides: Record<string, unknown>) => {
    const token = await mint()
    const [head, , signature] = token.split('.')
    return [head, encode({ ...payloadOf(token), ...overrides }), signature].join('.')
  }
  const hmac = async (alg: string, key: string) => {
    const input = `${encode({ ...header(), alg })}.${encode(payloadOf(await mint()))}`
    return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`
  }

  const cases: [string, () => Promise<string>][] = [
    ['for another audience', () => app.simulator.mintToken({ oid: priya(), audience: 'https://graph.microsoft.com' })],
    ['for an audience that only begins alike', () => mint({ aud: 'api://slipway-test' })],
    ['by another issuer', () => mint({ iss: 'https://evil.example/v2.0' })],
    ['of another tenant', () => mint({ tid: randomUUID() })],
    ['without a tenant', () => mint({ tid: undefined })],
    ['without an object ID', () => mint({ oid: undefined })],
    ['with an object ID that is none', () => mint({ oid: "x' or true --" })],
    ['without an end', () => new SignJWT({}).setProtectedHeader(header()).sign(privateKey)],
    ['without a delegated scope', () => mint({ scp: undefined })],
    ['with a scope of another API', () => mint({ scp: 'user_impersonation' })],
    ['with a scope that only begins alike', () => mint({ scp: 'access_as_user_too' })],
    ['with an empty scope', () => mint({ scp: '' })],
    ['of a person, with roles in place of a scope', () => mint({ scp: undefined, roles: ['Slipway.Admin'] })],
    ['that says it is a person’s and has no scope', () => mint({ scp: undefined, idtyp: 'user', sub: priya() })],
    ['that says it is an application’s and has a scope', () => mint({ idtyp: 'app' })],
    ['with a scope and an application’s subject', () => mint({ sub: priya() })],
    ['of an unknown type', () => mint({ idtyp: 'device' })],
    ['of an application that is not registered', () => appOnly()],
    ['of an application, with the roles of an administrator', () => appOnly({ roles: ['Slipway.Admin'] })],
    ['of an application that names no client', () => appOnly({ azp: undefined })],
    ['with roles that are no list', () => mint({ roles: 'Slipway.Admin' })],
    [
      'signed with another key under the right kid',
      async () => new SignJWT(payloadOf(await mint())).setProtectedHeader(header()).sign(privateKey),
    ],
    [
      'with an unknown kid',
      async () => new SignJWT(payloadOf(await mint())).setProtectedHeader({ ...header(), kid: 'unknown' }).sign(privateKey),
    ],
    [
      'bringing its own key',
      async () =>
        new SignJWT(payloadOf(await mint()))
          .setProtectedHeader({ alg: 'RS256', jwk: { kty: 'RSA', ...app.simulator.tokens.jwks.keys[0] } })
          .sign(privateKey),
    ],
    ['with roles written into it afterwards', () => altered({ roles: ['Slipway.Admin'] })],
    ['with another person written into it', () => altered({ oid: app.persona('Niamh').id })],
    ['with algorithm none', async () => `${encode({ ...header(), alg: 'none' })}.${encode(payloadOf(await mint()))}.`],
    ['with algorithm None and a signature', async () => `${encode({ ...header(), alg: 'None' })}.${encode(payloadOf(await mint()))}.eA`],
    ['with HS256 over the public key', () => hmac('HS256', JSON.stringify(app.simulator.tokens.jwks.keys[0]))],
    [
      'with an unknown critical header',
      async () =>
        new SignJWT(payloadOf(await mint())).setProtectedHeader({ ...header(), crit: ['x'], x: 1 }).sign(privateKey, { crit: { x: true } }),
    ],
    ['cut short', async () => (await mint()).slice(0, -10)],
    ['that is no token', async () => 'abc'],
  ]
  it.each(cases)('is rejected: %s', async (_title, token) => {
    const value = await token()
    const countBefore = await countedCalls(open.server, app.db, 'getMe')
    const addedEvents = await events(async () => {
      expect(await withToken(value)).toMatchObject({ status: 401, body: { code: 'unauthenticated', error: { code: 'unauthenticated' } } })
    })
    expect(await countedCalls(open.server, app.db, 'getMe')).toBe(countBefore + 1)
    expect(addedEvents).toMatchObject(addedEvents.slice(0, 1).map(() => ({ operation: 'getMe', outcome: 'denied', actor_id: null })))
    expect(JSON.stringify(addedEvents)).not.toContain(value)
  })

  it.each(['', 'Bearer', 'Bearer ', 'Bearer a b', 'Basic YTpi', 'Bearer\ta', 'Negotiate x'])(
    'is rejected if the header is %j',
    async (authorization) => {
      const response = await call(open.https, authorization)
      expect(response).toMatchObject({ status: 401, body: { code: 'unauthenticated', message: expect.stringContaining('Authorization') } })
    },
  )

  it('is rejected with the reason, which is different for a revoked token', async () => {
    const reason = async (token: string) => (await withToken(token)).body.message
    const token = await mint()
    expect(await reason(token.slice(0, -10))).toContain(bearerProblems.invalid)
    stoppedDate = new Date((payloadOf(token).exp! + 60) * 1_000)
    expect(await reason(token)).toContain(bearerProblems.expired)
    stoppedDate = undefined
    expect(await reason(await mint({ tid: randomUUID() }))).toContain(bearerProblems.otherTenant)
  })

  it('is rejected when the person is disabled in the directory', async () => {
    expect(await withToken(await mint({}, app.persona('Oliver').id))).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining(bearerProblems.disabled) },
    })
  })

  it('is rejected even with a valid session cookie', async () => {
    const { token: session } = await createSession(app.db, {
      personId: priya(),
      roles: [],
      userAgent: undefined,
      accessToken: null,
      now: new Date(),
    })
    const headers = { cookie: `__Secure-slipway-session=${session}` }
    expect((await fetch(`${open.https}/me`, { headers })).status).toBe(200)
    expect((await call(open.https, 'Bearer abc', '/me', { headers })).status).toBe(401)
  })
})

describe('an app-only token', () => {
  it('doesn’t create a person', async () => {
    for (const token of [await appOnly(), await appOnly({ idtyp: undefined }), await appOnly({ scp: 'access_as_user', idtyp: undefined })])
      expect((await withToken(token)).status).toBe(401)
    expect(await app.db.selectFrom('people').select('id').where('id', '=', pipelineServicePrincipalId).execute()).toEqual([])
  })
})

describe('the time limit of a bearer token', () => {
  async function checkToken(claim: 'exp' | 'nbf', offset: number): Promise<number> {
    const token = await mint()
    stoppedDate = new Date((payloadOf(token)[claim]! + offset) * 1_000)
    const { status } = await withToken(token)
    stoppedDate = undefined
    return status
  }

  it.each([
    [14, 200],
    [16, 401],
  ])('tolerates 15 s of clock skew: expired %d s ago: %d', async (offset, expected) => {
    expect(await checkToken('exp', offset)).toBe(expected)
  })

  it.each([
    [14, 200],
    [16, 401],
  ])('tolerates 15 s of clock skew: valid only in %d s: %d', async (offset, expected) => {
    expect(await checkToken('nbf', -offset)).toBe(expected)
  })
})

describe('the issuer’s key', () => {
  it('causes a 503 while it can’t be fetched, and is fetched again at the next call', async () => {
    const freshApp = await openApp(app)
    const authorization = `Bearer ${await mint()}`
    for (const path of ['openid-configuration', 'discovery']) {
      const fault = app.simulator.faults.add({ service: 'identity', path, action: { kind: 'status', status: 500 } })
      expect(await call(freshApp.https, authorization)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
      app.simulator.faults.remove(fault)
    }
    expect((await call(freshApp.https, authorization)).status).toBe(200)
    await freshApp.close()
  })
})

describe('a claim of a bearer token', () => {
  it('is ignored when it has the name of a prototype property', async () => {
    const token = await app.simulator.tokens.sign(
      { ...payloadOf(await mint()), ...JSON.parse('{"__proto__":{"admin":true,"polluted":1},"constructor":{"prototype":{"polluted":1}}}') },
      600,
    )
    expect(await withToken(token)).toMatchObject({ status: 200, body: { roles: [] } })
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })
})
