import { rmSync } from 'node:fs'
import { ClientSecretCredential } from '@azure/identity'
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { simulatorFolder } from '../../test/simulatorFolder.ts'
import { trust } from '../../test/trust.ts'
import { armAudience, slipwayAudience, slipwayClientId, slipwayClientSecret, slipwayServicePrincipalId } from '../core/constants.ts'
import { patchPerson } from '../core/directory.ts'
import type { Simulator } from '../core/simulator.ts'
import { startSimulator } from '../simulator.ts'

const dataDir = simulatorFolder()
const redirectUri = 'http://127.0.0.1:8080/auth/callback'
let sim: Simulator
let config: oidc.Configuration

const persona = (title: string) => sim.company.personas.find((each) => each.persona!.title === title)!

beforeAll(async () => {
  sim = await startSimulator({ dataDir })
  trust(sim.caPem)
  config = await oidc.discovery(new URL(`${sim.origins.identity}/${sim.tenantId}/v2.0`), slipwayClientId, slipwayClientSecret)
})

afterAll(async () => {
  await sim.close()
  rmSync(dataDir, { recursive: true, force: true })
})

interface StartedSignIn {
  url: URL
  verifier: string
  nonce: string
  state: string
}

async function start(extra: Record<string, string> = {}): Promise<StartedSignIn> {
  const verifier = oidc.randomPKCECodeVerifier()
  const [nonce, state] = [oidc.randomNonce(), oidc.randomState()]
  // openid-client builds no URL on plain http, which the simulated sign-in page uses.
  const url = new URL(config.serverMetadata().authorization_endpoint!)
  const parameters = {
    client_id: slipwayClientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid profile email offline_access api://slipway/access_as_user',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    nonce,
    state,
    ...extra,
  }
  url.search = new URLSearchParams(parameters).toString()
  return { url, verifier, nonce, state }
}

async function choose(url: URL, oid: string): Promise<Response> {
  const page = await (await fetch(url)).text()
  const form = new URLSearchParams()
  const post = page.slice(page.indexOf('<form method="post"'))
  for (const [, name, value] of post.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g))
    form.set(name!, value!.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
  form.set('oid', oid)
  return fetch(new URL(url.pathname, url), { method: 'POST', body: form, redirect: 'manual' })
}

async function signIn(oid: string, extra: Record<string, string> = {}) {
  const startResult = await start(extra)
  const apiResponse = await choose(startResult.url, oid)
  const callback = new URL(apiResponse.headers.get('location')!)
  const tokens = await oidc.authorizationCodeGrant(config, callback, {
    pkceCodeVerifier: startResult.verifier,
    expectedNonce: startResult.nonce,
    expectedState: startResult.state,
  })
  return { ...startResult, callback, tokens }
}

function token(form: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({ client_id: slipwayClientId, client_secret: slipwayClientSecret, ...form })
  return fetch(`${sim.origins.identity}/${sim.tenantId}/oauth2/v2.0/token`, { method: 'POST', body })
}

async function errorOf(response: Promise<Response>): Promise<{ status: number; error: string; description: string }> {
  const apiResponse = await response
  const body = (await apiResponse.json()) as { error: string; error_description: string }
  return { status: apiResponse.status, error: body.error, description: body.error_description }
}

describe('a sign-in', () => {
  it('returns ID and access tokens with the person’s identity', async () => {
    const admin = sim.company.personas.find((each) => each.appRoles.includes('Slipway.Admin'))!
    const { tokens, nonce } = await signIn(admin.id)
    const keys = (await (await fetch(config.serverMetadata().jwks_uri!)).json()) as JSONWebKeySet
    const issuer = `${sim.origins.identity}/${sim.tenantId}/v2.0`
    const id = (await jwtVerify(tokens.id_token!, createLocalJWKSet(keys), { issuer, audience: slipwayClientId })).payload
    expect(id).toMatchObject({
      tid: sim.tenantId,
      oid: admin.id,
      name: admin.displayName,
      preferred_username: admin.userPrincipalName,
      roles: ['Slipway.Admin'],
      nonce,
      ver: '2.0',
      uti: expect.any(String),
      groups: expect.any(Array),
    })
    const access = (await jwtVerify(tokens.access_token, createLocalJWKSet(keys), { issuer, audience: slipwayAudience })).payload
    expect(access).toMatchObject({ oid: admin.id, scp: 'access_as_user', azp: slipwayClientId })
    expect(access.sub).not.toBe(id.sub)
    expect(access.sub).not.toBe(admin.id)
  })

  it('offers the personas by name and role, and other people by search', async () => {
    const { url } = await start()
    const response = await fetch(url)
    const page = await response.text()
    expect(page).toContain('<title>Sign in to Northgate Retail</title>')
    for (const person of sim.company.personas) expect(page).toContain(person.displayName.replaceAll("'", '&#39;'))
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await fetch(new URL('/sign-in.css', url))).headers.get('content-type')).toContain('text/css')
    const otherPerson = sim.company.people.find((each) => !each.persona && each.enabled)!
    url.searchParams.set('q', otherPerson.email)
    expect(await (await fetch(url)).text()).toContain(`value="${otherPerson.id}"`)
    url.searchParams.set('q', '<script>')
    expect(await (await fetch(url)).text()).not.toContain('<script')
  })

  it('denies a disabled person', async () => {
    const disabledPerson = sim.company.personas.find((each) => !each.enabled)!
    const apiResponse = await choose((await start()).url, disabledPerson.id)
    expect(apiResponse.status).toBe(403)
    expect(apiResponse.headers.get('location')).toBeNull()
    expect(await apiResponse.text()).toContain('AADSTS50057')
  })

  it('leaves groups out if there are more than 200, and links to them', async () => {
    const member = sim.company.people.find((each) => each.enabled)!
    const groups = sim.company.groups.map((group, index) =>
      index <= 200 ? { ...group, memberIds: [...group.memberIds, member.id] } : group,
    )
    const crowdedDir = simulatorFolder()
    const crowdedSimulator = await startSimulator({ dataDir: crowdedDir, company: { ...sim.company, groups } })
    const claims = decodeJwt(await crowdedSimulator.mintToken({ oid: member.id, audience: slipwayAudience }))
    await crowdedSimulator.close()
    rmSync(crowdedDir, { recursive: true, force: true })
    expect(claims.groups).toBeUndefined()
    expect(claims._claim_names).toEqual({ groups: 'src1' })
    expect(claims._claim_sources).toMatchObject({ src1: { endpoint: expect.stringContaining(`/users/${member.id}/getMemberObjects`) } })
  })

  it('shows an error page for an unknown client or redirect URL, without redirecting', async () => {
    for (const [name, value, code] of [
      ['client_id', crypto.randomUUID(), 'AADSTS700016'],
      ['redirect_uri', 'https://evil.example/auth/callback', 'AADSTS50011'],
      ['redirect_uri', 'http://127.0.0.1@evil.example/', 'AADSTS50011'],
      ['redirect_uri', 'https://127.0.0.1/elsewhere', 'AADSTS50011'],
    ] as const) {
      const apiResponse = await fetch((await start({ [name]: value })).url, { redirect: 'manual' })
      expect([apiResponse.status, (await apiResponse.text()).includes(code)]).toEqual([400, true])
    }
  })

  it('sends other errors back to the client with its state', async () => {
    for (const [extra, error] of [
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ scope: 'openid https://unknown.example/.default' }, 'invalid_resource'],
      [{ prompt: 'none' }, 'login_required'],
    ] as [Record<string, string>, string][]) {
      const { url, state } = await start(extra)
      const location = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location')!)
      expect([location.origin + location.pathname, location.searchParams.get('error'), location.searchParams.get('state')]).toEqual([
        redirectUri,
        error,
        state,
      ])
    }
  })

  it('redirects only to the application after sign-out', async () => {
    const out = new URL(config.serverMetadata().end_session_endpoint!)
    out.searchParams.set('post_logout_redirect_uri', 'http://127.0.0.1:8080/app/')
    expect((await fetch(out, { redirect: 'manual' })).headers.get('location')).toBe('http://127.0.0.1:8080/app/')
    out.searchParams.set('post_logout_redirect_uri', 'https://evil.example/')
    expect((await fetch(out, { redirect: 'manual' })).status).toBe(400)
  })
})

describe('a step-up sign-in', () => {
  const claims = JSON.stringify({ id_token: { acrs: { essential: true, value: 'c1' } } })
  const person = () => persona('Engineer').id

  it('requires an approval, and records it in the tokens', async () => {
    const startResult = await start({ claims })
    const response = await choose(startResult.url, person())
    const page = await response.text()
    expect([response.status, page.includes('Approve sign-in request')]).toEqual([200, true])
    const sendApproval = async (approve: string) => {
      const form = new URLSearchParams([...startResult.url.searchParams])
      form.set('oid', person())
      form.set('approve', approve)
      const reply = await fetch(new URL(startResult.url.pathname, startResult.url), { method: 'POST', body: form, redirect: 'manual' })
      return new URL(reply.headers.get('location')!)
    }
    expect((await sendApproval('no')).searchParams.get('error')).toBe('access_denied')
    const tokens = await oidc.authorizationCodeGrant(config, await sendApproval('yes'), {
      pkceCodeVerifier: startResult.verifier,
      expectedNonce: startResult.nonce,
      expectedState: startResult.state,
    })
    const strong = { acrs: ['c1'], amr: ['pwd', 'mfa'], auth_time: expect.any(Number) }
    expect(decodeJwt(tokens.id_token!)).toMatchObject(strong)
    expect(decodeJwt(tokens.access_token)).toMatchObject(strong)
    expect(decodeJwt((await oidc.refreshTokenGrant(config, tokens.refresh_token!)).access_token)).toMatchObject(strong)
  })

  it('can’t be replaced by the refresh token of a weak sign-in, or by unreadable claims', async () => {
    const { tokens } = await signIn(person())
    expect(decodeJwt(tokens.id_token!)).toMatchObject({ amr: ['pwd'] })
    expect(decodeJwt(tokens.id_token!).acrs).toBeUndefined()
    const rejection = await errorOf(token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token!, claims }))
    expect(rejection).toMatchObject({ status: 400, error: 'interaction_required' })
    const invalidStart = await start({ claims: 'not json' })
    const reply = await fetch(invalidStart.url, { redirect: 'manual' })
    expect(new URL(reply.headers.get('location')!).searchParams.get('error')).toBe('invalid_request')
  })
})

describe('the token endpoint', () => {
  it('accepts a code once, with its verifier and redirect URL', async () => {
    const { callback, verifier } = await signIn(persona('Engineer').id)
    const spent = {
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code')!,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }
    expect(await errorOf(token(spent))).toMatchObject({
      status: 400,
      error: 'invalid_grant',
      description: expect.stringContaining('AADSTS54005'),
    })
    for (const invalidInput of [{ code_verifier: 'x'.repeat(43) }, { redirect_uri: 'http://127.0.0.1:8080/other' }]) {
      const freshSignIn = await start()
      const code = new URL((await choose(freshSignIn.url, persona('Engineer').id)).headers.get('location')!).searchParams.get('code')!
      const validForm = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: freshSignIn.verifier }
      expect((await errorOf(token({ ...validForm, ...invalidInput }))).error).toBe('invalid_grant')
      expect((await errorOf(token(validForm))).error).toBe('invalid_grant')
    }
  })

  it('accepts each refresh token once, until the person is disabled', async () => {
    const person = sim.company.people.find((each) => each.enabled && !each.persona)!
    const { tokens } = await signIn(person.id)
    const refreshedTokens = await oidc.refreshTokenGrant(config, tokens.refresh_token!)
    expect(decodeJwt(refreshedTokens.access_token).oid).toBe(person.id)
    expect((await errorOf(token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token! }))).error).toBe('invalid_grant')
    patchPerson(sim, person.id, { enabled: false })
    expect(await errorOf(token({ grant_type: 'refresh_token', refresh_token: refreshedTokens.refresh_token! }))).toMatchObject({
      error: 'invalid_grant',
      description: expect.stringContaining('AADSTS50057'),
    })
  })

  it('supports @azure/identity for an application', async () => {
    const credential = new ClientSecretCredential(sim.tenantId, slipwayClientId, slipwayClientSecret, {
      authorityHost: sim.origins.identity,
      disableInstanceDiscovery: true,
    })
    const { token: text } = await credential.getToken('https://management.azure.com/.default')
    expect(decodeJwt(text)).toMatchObject({ aud: armAudience, oid: slipwayServicePrincipalId, idtyp: 'app', tid: sim.tenantId })
    const apiResponse = await fetch(`${sim.origins.arm}/subscriptions?api-version=2022-12-01&$top=1`, {
      headers: { authorization: `Bearer ${text}` },
    })
    expect(apiResponse.status).toBe(200)
  })

  it('exchanges a person’s token on their behalf', async () => {
    const person = persona('Engineer')
    const assertion = await sim.mintToken({ oid: person.id, audience: slipwayAudience })
    const form = {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      requested_token_use: 'on_behalf_of',
      scope: 'https://management.azure.com/user_impersonation',
    }
    const apiResponse = (await (await token({ ...form, assertion })).json()) as { access_token: string }
    expect(decodeJwt(apiResponse.access_token)).toMatchObject({ oid: person.id, aud: armAudience })
    expect((await errorOf(token({ ...form, assertion: `${assertion}x` }))).error).toBe('invalid_grant')
  })

  it('rejects a wrong secret, client, scope, grant and tenant', async () => {
    const app = { grant_type: 'client_credentials', scope: 'https://management.azure.com/.default' }
    expect(await errorOf(token({ ...app, client_secret: 'wrong' }))).toMatchObject({ status: 401, error: 'invalid_client' })
    expect((await errorOf(token({ ...app, client_id: crypto.randomUUID() }))).error).toBe('unauthorized_client')
    expect((await errorOf(token({ ...app, scope: 'https://management.azure.com/user_impersonation' }))).error).toBe('invalid_scope')
    expect((await errorOf(token({ ...app, grant_type: 'password' }))).error).toBe('unsupported_grant_type')
    const requestToUnknownTenant = fetch(`${sim.origins.identity}/${crypto.randomUUID()}/oauth2/v2.0/token`, {
      method: 'POST',
      body: new URLSearchParams(app),
    })
    expect((await errorOf(requestToUnknownTenant)).description).toContain('AADSTS90002')
  })
})
