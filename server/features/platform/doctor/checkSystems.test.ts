import { generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { simulatorEnv } from '../../../../scripts/simulatorEnv.ts'
import { azureDevOpsToken, gitToken, servicenowPassword, slipwayClientSecret } from '../../../../simulator/core/constants.ts'
import { putGitApp } from '../../../../simulator/git/installations.ts'
import { createClients } from '../../../clients/clients.ts'
import { requirements } from '../../../clients/requirements/requirements.ts'
import { startTestWorld, type TestWorld } from '../../../clients/testWorld.ts'
import { type Config, readConfig } from '../../../config.ts'
import { exitCodeOf } from './check.ts'
import { checkSystems } from './checkSystems.ts'
import type { DoctorCheck } from './schemas.ts'
import { findAnyVaults } from './vaultAccess.ts'

let world: TestWorld
let vaults: string[]
beforeAll(async () => {
  world = await startTestWorld({ countsPermissions: false })
  vaults = await findAnyVaults(world.clients)
  const { publicKey } = app
  putGitApp(world.sim, { appId: 7, clientId: 'Iv7', publicKey, installationId: 70, permissions: appPermissions })
})
afterAll(() => world.close())
afterEach(() => {
  for (const each of world.sim.permissions.taken()) world.sim.permissions.restoreAccess(each)
  world.clearCache()
})

const app = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const appPermissions = { contents: 'write', pull_requests: 'write', checks: 'read', statuses: 'read' } as const

type Settings = Record<string, string | undefined>
const githubApp = (): Settings => ({
  SLIPWAY_GIT_TOKEN: undefined,
  SLIPWAY_GIT_APP_ID: '7',
  SLIPWAY_GIT_APP_KEY: app.privateKey,
  SLIPWAY_GIT_APP_INSTALLATION: '70',
})
const azureDevOps = (token: string | undefined): Settings => ({
  SLIPWAY_GIT_HOST: 'azureDevOps',
  SLIPWAY_GIT_ENDPOINT: world.sim.origins.azuredevops,
  SLIPWAY_GIT_TOKEN: token,
  SLIPWAY_GIT_REPOSITORY: 'northgate/cloud-platform/landing-zones',
})

const configOf = (settings: Settings = {}): Config =>
  readConfig({ ...simulatorEnv(world.sim), SLIPWAY_MODE: 'development', SLIPWAY_PUBLIC_URL: 'http://127.0.0.1:8080', ...settings })

/** Each run has new clients, like a command that was just started, because a token keeps the permissions that it was issued with. */
async function diagnose(settings: Settings = {}, maxMs?: number): Promise<DoctorCheck[]> {
  const config = configOf(settings)
  const logger = { debug() {}, info() {}, warn() {} }
  const clients = createClients(config.external, { logger })
  return checkSystems({ clients, config, now: () => new Date(), findVaults: async () => vaults }, maxMs)
}

const idsWith = (checks: DoctorCheck[], status: DoctorCheck['status']) =>
  checks.filter((check) => check.status === status).map(({ id }) => id)

describe('checkSystems', () => {
  it.each([
    ['a token at GitHub', () => ({}), ['GitHub/contents=write', 'GitHub/pull_requests=write']],
    ['an app at GitHub', githubApp, []],
    ['a token at Azure DevOps', () => azureDevOps(azureDevOpsToken), ['Azure DevOps/vso.code_write']],
    ['an identity at Azure DevOps', () => azureDevOps(undefined), []],
  ])('finds nothing missing with %s, and lists permissions that only a write could verify', async (_, settings, unproven) => {
    const checks = await diagnose(settings())
    expect(idsWith(checks, 'failed').concat(idsWith(checks, 'unknown'))).toEqual([])
    expect(idsWith(checks, 'unverified')).toEqual([...unproven, 'ServiceNow/sn_incident_write', 'ServiceNow/sn_cmdb_editor'])
    expect(exitCodeOf(checks)).toBe(0)
  })

  it.each(requirements)('reports exactly $id when it is missing', async ({ id, service, name }) => {
    const settings = service === 'GitHub' ? githubApp() : service === 'Azure DevOps' ? azureDevOps(azureDevOpsToken) : {}
    world.sim.permissions.take({ service, name })
    const checks = await diagnose(settings)
    expect(idsWith(checks, 'failed')).toEqual([id])
    expect(idsWith(checks, 'unknown')).toEqual([])
    expect(exitCodeOf(checks)).toBe(1)
    const check = checks.find((each) => each.id === id)!
    expect(check.without).toBeTruthy()
    expect(check.command ?? check.steps).toMatch(/\S/)
  })

  it.each(requirements.filter(({ service }) => service === 'GitHub'))(
    'reports that $name is missing from a token',
    async ({ id, service, name }) => {
      world.sim.permissions.take({ service, name })
      expect(idsWith(await diagnose(), 'failed')).toEqual([id])
    },
  )

  it('sends only reads', async () => {
    world.sim.exchanges.clear()
    await Promise.all([diagnose(githubApp()), findAnyVaults(world.clients)])
    const writes = world.sim.exchanges
      .list()
      .filter(({ method }) => !['GET', 'HEAD'].includes(method))
      .map(({ service, method, path }) => `${service} ${method} ${path.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d+/g, '…')}`)
    expect([...new Set(writes)].sort()).toEqual([
      'arm POST /providers/Microsoft.Billing/billingAccounts/…/enrollmentAccounts/…/checkAccess',
      'arm POST /providers/Microsoft.ResourceGraph/resources',
      'identity POST /…/oauth…/v….…/token',
    ])
  })

  it('doesn’t put a secret into its result', async () => {
    for (const each of requirements) world.sim.permissions.take(each)
    const text = JSON.stringify(await diagnose())
    for (const secret of [gitToken, servicenowPassword, slipwayClientSecret]) expect(text).not.toContain(secret)
    expect(text).not.toMatch(/eyJ[\w-]+\./)
  })
})
