import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'slipway-config-'))
afterAll(() => rmSync(dir, { recursive: true }))

const minimalConfig = {
  SLIPWAY_PUBLIC_URL: 'https://slipway.example/',
  SLIPWAY_TENANT_ID: 'aaaaaaaa-0000-4000-8000-000000000001',
  SLIPWAY_OIDC_ISSUER: 'https://login.example/v2.0',
  SLIPWAY_OIDC_CLIENT_ID: 'client',
  SLIPWAY_OIDC_CLIENT_SECRET: 'oidc-secret-canary',
  SLIPWAY_AUTHORITY_HOST: 'https://login.example',
  SLIPWAY_ARM_ENDPOINT: 'https://management.example',
  SLIPWAY_GRAPH_ENDPOINT: 'https://graph.example',
  SLIPWAY_GIT_ENDPOINT: 'https://git.example',
  SLIPWAY_GIT_TOKEN: 'git-secret-canary',
  SLIPWAY_GIT_REPOSITORY: 'owner/name',
  SLIPWAY_SERVICENOW_ENDPOINT: 'https://now.example',
  SLIPWAY_SERVICENOW_USER: 'user',
  SLIPWAY_SERVICENOW_PASSWORD: 'now-secret-canary',
  SLIPWAY_KEY_SECRET: 'key-secret-canary-of-more-than-32-characters',
  SLIPWAY_BILLING_SCOPE: '/providers/Microsoft.Billing/x',
}
function problemsOf(env: Record<string, string | undefined>): string[] {
  try {
    readConfig({ ...minimalConfig, ...env })
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.replace(/^ {2}- /, ''))
  }
  return []
}

describe('readConfig', () => {
  it('binds to localhost and doesn’t trust a proxy or other host by default', () => {
    expect(readConfig(minimalConfig)).toMatchObject({
      mode: 'production',
      host: '127.0.0.1',
      port: 8080,
      httpsPort: 8443,
      publicUrl: 'https://slipway.example',
      allowedHosts: [],
      trustedProxies: [],
      tls: undefined,
      databaseUrl: undefined,
      session: { idleSeconds: 2_592_000 },
      oidc: { audience: 'api://slipway', scope: 'access_as_user' },
      external: { clientId: 'client', clientSecret: 'oidc-secret-canary' },
    })
  })

  it('serves probes on loopback, and waits for a load balancer only in production', () => {
    expect(readConfig(minimalConfig)).toMatchObject({
      ops: { host: '127.0.0.1', port: 9464 },
      drain: { readinessSeconds: 10, requestSeconds: 20, jobSeconds: 20 },
      databaseWaitSeconds: 300,
    })
    expect(readConfig({ ...minimalConfig, SLIPWAY_MODE: 'development' }).drain.readinessSeconds).toBe(0)
    const settings = { SLIPWAY_OPS_HOST: '0.0.0.0', SLIPWAY_OPS_PORT: '0', SLIPWAY_DRAIN_READINESS_SECONDS: '5' }
    expect(readConfig({ ...minimalConfig, ...settings })).toMatchObject({
      ops: { host: '0.0.0.0', port: 0 },
      drain: { readinessSeconds: 5 },
    })
  })

  it('uses workload or managed identity for a cloud identity without a secret', () => {
    const cloudIdentity = (env: Record<string, string>) => readConfig({ ...minimalConfig, ...env }).external
    expect(cloudIdentity({ SLIPWAY_CLOUD_CLIENT_ID: 'cloud' })).toMatchObject({ clientId: 'cloud', clientSecret: undefined })
    expect(cloudIdentity({ SLIPWAY_CLOUD_CLIENT_ID: 'cloud', SLIPWAY_CLOUD_CLIENT_SECRET: 'of-the-cloud' })).toMatchObject({
      clientId: 'cloud',
      clientSecret: 'of-the-cloud',
    })
  })

  it('accepts the origins that can call with a bearer token, none by default', () => {
    expect(readConfig(minimalConfig).corsOrigins).toEqual([])
    expect(readConfig({ ...minimalConfig, SLIPWAY_CORS_ORIGINS: 'https://tools.example, http://127.0.0.1:5173' }).corsOrigins).toHaveLength(
      2,
    )
    for (const origin of ['*', 'null', 'https://tools.example/', 'http://tools.example', 'tools.example', 'https://Tools.example'])
      expect(problemsOf({ SLIPWAY_CORS_ORIGINS: origin })).toHaveLength(1)
  })

  it('requires the object id of a service principal as the owner of new subscriptions', () => {
    expect(readConfig(minimalConfig).subscriptionOwnerId).toBeUndefined()
    const { SLIPWAY_TENANT_ID: id } = minimalConfig
    expect(readConfig({ ...minimalConfig, SLIPWAY_SUBSCRIPTION_OWNER_ID: id }).subscriptionOwnerId).toBe(id)
    expect(problemsOf({ SLIPWAY_SUBSCRIPTION_OWNER_ID: 'platform' })).toHaveLength(1)
  })

  it('uses the subscription of the first hub network for lookups by default', () => {
    const lookup = (env: object) => readConfig({ ...minimalConfig, ...env }).lookup
    const subscriptionId = 'bbbbbbbb-0000-4000-8000-000000000002'
    const hub = { SLIPWAY_HUB_NETWORKS: JSON.stringify({ uksouth: `/subscriptions/${subscriptionId}/resourceGroups/hub` }) }
    expect(lookup({})).toBeUndefined()
    expect(lookup(hub)).toEqual({ subscriptionId, region: 'uksouth' })
    const ownLookup = { SLIPWAY_LOOKUP_SUBSCRIPTION: minimalConfig.SLIPWAY_TENANT_ID, SLIPWAY_LOOKUP_REGION: 'westeurope' }
    expect(lookup({ ...hub, ...ownLookup })).toEqual({ subscriptionId: minimalConfig.SLIPWAY_TENANT_ID, region: 'westeurope' })
    expect(problemsOf({ SLIPWAY_LOOKUP_SUBSCRIPTION: 'platform', SLIPWAY_LOOKUP_REGION: 'UK South' })).toHaveLength(2)
  })

  it('has default images that can be replaced, and rejects malformed images', () => {
    expect(readConfig(minimalConfig).vmImages).toContain('Canonical:ubuntu-24_04-lts:server')
    expect(readConfig({ ...minimalConfig, SLIPWAY_VM_IMAGES: 'a:b:c, d:e:f' }).vmImages).toEqual(['a:b:c', 'd:e:f'])
    for (const images of ['a:b', 'a:..:c', 'a:b:c:latest', Array(21).fill('a:b:c').join(',')])
      expect(problemsOf({ SLIPWAY_VM_IMAGES: images })).toHaveLength(1)
  })

  it('reads the mail server with its password, and returns none if there is no setting', () => {
    const mail = (env: object) => readConfig({ ...minimalConfig, ...env }).external.mail
    expect(mail({})).toBeUndefined()
    const input = { SLIPWAY_SMTP_URL: 'smtps://slipway@mail.example:465', SLIPWAY_MAIL_FROM: 'slipway@retail.example' }
    expect(mail({ ...input, SLIPWAY_SMTP_PASSWORD: 'p@ss/word' })).toEqual({
      url: 'smtps://slipway:p%40ss%2Fword@mail.example:465',
      from: 'slipway@retail.example',
    })
    expect(problemsOf({ SLIPWAY_SMTP_URL: 'smtp://mail.example' })).toEqual([expect.stringMatching(/SLIPWAY_SMTP_URL.*SLIPWAY_MAIL_FROM/)])
    expect(problemsOf({ ...input, SLIPWAY_SMTP_URL: 'https://mail.example' })).toEqual([expect.stringMatching(/^SLIPWAY_SMTP_URL /)])
    expect(problemsOf({ ...input, SLIPWAY_MAIL_FROM: 'Slipway <a@b>' })).toEqual([
      expect.stringMatching(/^SLIPWAY_MAIL_FROM .*Slipway <a@b>$/),
    ])
    expect(problemsOf({ SLIPWAY_SMTP_PASSWORD: 'x' })).toEqual(['SLIPWAY_SMTP_PASSWORD needs SLIPWAY_SMTP_URL'])
  })

  it('reports all problems together', () => {
    const names = Object.keys(minimalConfig)
    const problems = problemsOf(Object.fromEntries(names.map((name) => [name, undefined])))
    expect(problems.length).toBe(names.length)
    for (const name of names) expect(problems.some((problem) => problem.startsWith(`${name} is missing: `))).toBe(true)
  })

  it.each<[Record<string, string>, RegExp]>([
    [{ SLIPWAY_MODE: 'test' }, /^SLIPWAY_MODE must be production or development/],
    [{ PORT: '70000' }, /^PORT must be a whole number/],
    [{ PORT: 'http' }, /^PORT must be a whole number/],
    [{ SLIPWAY_DRAIN_REQUEST_SECONDS: '0' }, /^SLIPWAY_DRAIN_REQUEST_SECONDS must be a whole number from 1 to 300/],
    [{ SLIPWAY_DATABASE_WAIT_SECONDS: '-1' }, /^SLIPWAY_DATABASE_WAIT_SECONDS must be a whole number from 0 to 3600/],
    [{ SLIPWAY_SESSION_IDLE_SECONDS: '2592001' }, /^SLIPWAY_SESSION_IDLE_SECONDS must be a whole number from 60 to 2592000/],
    [{ SLIPWAY_PUBLIC_URL: 'slipway' }, /^SLIPWAY_PUBLIC_URL is not a URL/],
    [{ SLIPWAY_OIDC_ISSUER: 'http://login.example' }, /^SLIPWAY_OIDC_ISSUER must be https/],
    [{ SLIPWAY_ARM_ENDPOINT: 'http://management.example' }, /^SLIPWAY_ARM_ENDPOINT must be https/],
    [{ SLIPWAY_TLS_CERT: 'x' }, /^SLIPWAY_TLS_CERT and SLIPWAY_TLS_KEY must be set together/],
    [{ SLIPWAY_HUB_NETWORKS: '{' }, /^SLIPWAY_HUB_NETWORKS is not valid JSON/],
    [{ SLIPWAY_KEY_SECRET: 'short' }, /^SLIPWAY_KEY_SECRET must have at least 32 characters/],
    [{ SLIPWAY_DATABASE_CONNECTIONS: '25' }, /^SLIPWAY_DATABASE_CONNECTIONS must be a whole number from 26 to 1000/],
    [{ SLIPWAY_REPLACED_KEYS: 'all' }, /^SLIPWAY_REPLACED_KEYS must be fingerprints of 16 hexadecimal digits/],
    [{ DATABASE_DIRECT_URL: 'postgres://db.example/slipway' }, /^DATABASE_DIRECT_URL needs DATABASE_URL/],
    [{ DATABASE_REPLICA_URL: 'postgres://db.example/slipway' }, /^DATABASE_REPLICA_URL needs DATABASE_URL/],
    [{ SLIPWAY_DATABASE_REPLICA_LAG_SECONDS: '2' }, /^SLIPWAY_DATABASE_REPLICA_LAG_SECONDS must be a whole number from 3 to 300/],
    [{ SLIPWAY_INCIDENT_SERVICE: 'Snow' }, /^SLIPWAY_INCIDENT_SERVICE must be 2 to 30 lower-case letters and digits/],
    [{ SLIPWAY_DEPLOYMENT_TOOL: 'a/b' }, /^SLIPWAY_DEPLOYMENT_TOOL must be 2 to 30/],
    [{ SLIPWAY_DEPLOYMENT_TOOL: 'snow' }, /must differ/],
    [{ SLIPWAY_PUBLIC_ULR: 'x' }, /^SLIPWAY_PUBLIC_ULR /],
    [{ SLIPWAY_GIT_TOKEN_FILE: path.join(dir, 'missing') }, /^SLIPWAY_GIT_TOKEN_FILE names .* can’t be read/],
  ])('rejects %j', (env, problem) => {
    expect(problemsOf(env).some((each) => problem.test(each))).toBe(true)
  })

  it.each(['http://slipway.example', 'http://10.0.0.5:8080', 'http://localhost.example', 'http://[::2]', 'ftp://slipway.example'])(
    'rejects the public URL %s in production',
    (address) => {
      expect(problemsOf({ SLIPWAY_PUBLIC_URL: address })).toEqual([
        expect.stringMatching(new RegExp(`^SLIPWAY_PUBLIC_URL .*${RegExp.escape(address)}$`)),
      ])
    },
  )

  it.each(['https://slipway.example', 'http://127.0.0.1:8080', 'http://127.8.9.1', 'http://localhost:8080', 'http://[::1]:8080'])(
    'accepts the public URL %s in production',
    (address) => {
      expect(problemsOf({ SLIPWAY_PUBLIC_URL: address })).toEqual([])
    },
  )

  it.each(['0'.repeat(32), 'ab'.repeat(16), 'password'.repeat(5), '0123456789abcdef'.repeat(2), 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab'])(
    'rejects the guessable key secret %s',
    (secret) => {
      expect(problemsOf({ SLIPWAY_KEY_SECRET: secret })).toEqual([expect.stringMatching(/^SLIPWAY_KEY_SECRET /)])
    },
  )

  it('accepts random key secrets in hexadecimal and base64', () => {
    for (let n = 0; n < 200; n++)
      for (const secret of [randomBytes(16).toString('hex'), randomBytes(32).toString('base64')])
        expect(problemsOf({ SLIPWAY_KEY_SECRET: secret })).toEqual([])
  })

  it('reports a weak key secret and an insecure public URL together', () => {
    expect(problemsOf({ SLIPWAY_KEY_SECRET: '0'.repeat(32), SLIPWAY_PUBLIC_URL: 'http://slipway.example' })).toHaveLength(2)
  })

  it('reads secrets from files, which override the variable', () => {
    const file = path.join(dir, 'token')
    writeFileSync(file, 'from-file\n')
    expect(readConfig({ ...minimalConfig, SLIPWAY_GIT_TOKEN_FILE: file }).external.git.token).toBe('from-file')
    const database = { DATABASE_URL_FILE: file, DATABASE_DIRECT_URL_FILE: file, SLIPWAY_MODE: 'development' }
    expect(readConfig({ ...minimalConfig, ...database }).directUrl).toBe('from-file')
    expect(readConfig({ ...minimalConfig, SLIPWAY_GIT_TOKEN: undefined, SLIPWAY_GIT_TOKEN_FILE: file }).external.git.token).toBe(
      'from-file',
    )
  })

  it('treats an empty variable as unset', () => {
    expect(problemsOf({ SLIPWAY_GIT_TOKEN: '' })).toEqual([expect.stringMatching(/^SLIPWAY_GIT_TOKEN .*SLIPWAY_GIT_APP_ID/)])
    expect(readConfig({ ...minimalConfig, SLIPWAY_MODE: '' }).mode).toBe('production')
  })

  it('splits lists', () => {
    const config = readConfig({
      ...minimalConfig,
      SLIPWAY_ALLOWED_HOSTS: ' a.example , b.example,',
      SLIPWAY_TRUSTED_PROXIES: '10.0.0.1,10.0.0.0/8',
    })
    expect([config.allowedHosts, config.trustedProxies]).toEqual([
      ['a.example', 'b.example'],
      ['10.0.0.1', '10.0.0.0/8'],
    ])
  })

  it('checks repository names, hosts and merge methods', () => {
    expect(problemsOf({ SLIPWAY_GIT_HOST: 'azureDevOps' })).toEqual([expect.stringMatching(/^SLIPWAY_GIT_REPOSITORY .*owner\/name$/)])
    const azureDevOps = { SLIPWAY_GIT_HOST: 'azureDevOps', SLIPWAY_GIT_REPOSITORY: 'o/p/r', SLIPWAY_GIT_TOKEN: undefined }
    expect(readConfig({ ...minimalConfig, ...azureDevOps })).toMatchObject({
      merge: 'automatic',
      external: { git: { host: 'azureDevOps', token: undefined } },
    })
    expect(problemsOf({ SLIPWAY_GIT_HOST: 'gitlab', SLIPWAY_MERGE: 'never' })).toEqual([
      expect.stringMatching(/^SLIPWAY_GIT_HOST .*github .*azureDevOps.* gitlab$/),
      expect.stringMatching(/^SLIPWAY_MERGE .*automatic .*onRequest.* never$/),
    ])
  })

  it('accepts a GitHub App in place of a token', () => {
    const pemOf = (type: 'pkcs1' | 'pkcs8') =>
      generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type, format: 'pem' }).toString()
    const app = { SLIPWAY_GIT_TOKEN: undefined, SLIPWAY_GIT_APP_ID: 'Iv23liAbc', SLIPWAY_GIT_APP_INSTALLATION: '48' }
    for (const type of ['pkcs1', 'pkcs8'] as const) {
      const key = pemOf(type)
      expect(readConfig({ ...minimalConfig, ...app, SLIPWAY_GIT_APP_KEY: key }).external.git).toMatchObject({
        token: undefined,
        app: { id: 'Iv23liAbc', installationId: '48', key },
      })
    }
    const complete = { ...app, SLIPWAY_GIT_APP_KEY: pemOf('pkcs8') }
    expect(problemsOf({ ...complete, SLIPWAY_GIT_TOKEN: 'x' })).toEqual([expect.stringMatching(/SLIPWAY_GIT_TOKEN.*SLIPWAY_GIT_APP_ID/)])
    expect(problemsOf({ ...complete, SLIPWAY_GIT_HOST: 'azureDevOps', SLIPWAY_GIT_REPOSITORY: 'o/p/r' })).toEqual([
      expect.stringMatching(/^SLIPWAY_GIT_APP_ID .*SLIPWAY_GIT_HOST github$/),
    ])
    expect(problemsOf({ ...complete, SLIPWAY_GIT_APP_INSTALLATION: undefined })).toEqual([
      expect.stringMatching(/^SLIPWAY_GIT_APP_ID, SLIPWAY_GIT_APP_KEY .*SLIPWAY_GIT_APP_INSTALLATION /),
    ])
    expect(problemsOf({ ...complete, SLIPWAY_GIT_APP_ID: 'a b', SLIPWAY_GIT_APP_INSTALLATION: '../1' })).toEqual([
      expect.stringMatching(/^SLIPWAY_GIT_APP_ID .* a b$/),
      expect.stringMatching(/^SLIPWAY_GIT_APP_INSTALLATION .* \.\.\/1$/),
    ])
    const ed25519 = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    for (const key of ['canary', ed25519])
      expect(problemsOf({ ...complete, SLIPWAY_GIT_APP_KEY: key })).toEqual([expect.stringMatching(/^SLIPWAY_GIT_APP_KEY /)])
  })

  it('doesn’t include a secret in its errors', () => {
    expect(problemsOf({ SLIPWAY_MODE: 'x', SLIPWAY_PUBLIC_URL: 'x' }).join()).not.toContain('canary')
  })

  it('matches the settings in the documentation', () => {
    const source = ['config.ts', ...readdirSync(new URL('config/', import.meta.url)).map((file) => `config/${file}`)]
      .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
      .join('\n')
    const settings = new Set(
      [...source.matchAll(/(?:read|need|url|integer|json|list|choice)(?:<[^(]*>)?\('(\w+)'/g)].map((match) => match[1]!),
    )
    const text = readFileSync(new URL('../docs/configuration.md', import.meta.url), 'utf8')
    const documentedNames = new Set(
      [
        ...text.matchAll(
          /\b(?:SLIPWAY_(?!SIM_|TEST_)\w+|DATABASE_(?:MIGRATION_|DIRECT_|REPLICA_)?URL|HOST|PORT|HTTPS_PROXY|NO_PROXY|https_proxy|no_proxy)\b/g,
        ),
      ].map((match) => match[0].replace(/_FILE$/, '')),
    )
    expect([...settings].filter((name) => !documentedNames.has(name))).toEqual([])
    expect([...documentedNames].filter((name) => !settings.has(name))).toEqual([])
  })
})
