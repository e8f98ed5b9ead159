import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { simulatorEnv } from '../scripts/simulatorEnv.ts'
import { checkKeys } from '../server/auth/keyFingerprints.ts'
import { graphRows } from '../server/clients/requirements/services.ts'
import { startTestWorld, type TestWorld } from '../server/clients/testWorld.ts'
import { readConfig } from '../server/config.ts'
import { openDatabase } from '../server/db/database.ts'
import {
  gitToken,
  keySecret,
  servicenowPassword,
  slipwayAudience,
  slipwayClientSecret,
  smtpPassword,
  storesToken,
} from '../simulator/core/constants.ts'
import { createTestDatabase, type TestDatabase } from '../test/postgres.ts'
import { withClient } from '../test/postgresServer.ts'
import { doctor } from './doctor.ts'

let world: TestWorld
let database: TestDatabase
const dir = mkdtempSync(path.join(tmpdir(), 'slipway-doctor-'))
const auditKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
beforeAll(async () => {
  const started = await Promise.all([startTestWorld({ countsPermissions: false }), createTestDatabase({})])
  world = started[0]
  database = started[1]
})
afterAll(async () => {
  rmSync(dir, { recursive: true })
  await Promise.all([world.close(), database.drop()])
})
afterEach(() => {
  for (const each of world.sim.permissions.taken()) world.sim.permissions.restoreAccess(each)
  world.clearCache()
})

const environment = (): Record<string, string | undefined> => ({
  ...simulatorEnv(world.sim),
  SLIPWAY_MODE: 'production',
  SLIPWAY_PUBLIC_URL: 'https://slipway.example',
  SLIPWAY_AUDIT_KEY: auditKey,
  SLIPWAY_DATA: dir,
  DATABASE_URL: database.runtimeUrl,
  DATABASE_MIGRATION_URL: database.url,
})

async function run(args: string[], settings: Record<string, string | undefined> = {}) {
  const output = { out: '', error: '' }
  const captureTo = (name: 'out' | 'error') => ({
    write: (text: string) => {
      output[name] += text
    },
  })
  const code = await doctor(args, { ...environment(), ...settings }, { out: captureTo('out'), error: captureTo('error') })
  return { code, ...output }
}

/** Categories also have this mark, but without indentation. */
const problemsIn = (out: string) => out.match(/^ +✗ .*/gm) ?? []

const tokenFile = async (claims: object, audience = slipwayAudience) => {
  const file = path.join(dir, 'token')
  writeFileSync(file, `${await world.sim.mintToken({ oid: world.sim.company.people[0]!.id, audience, claims: { ...claims } })}\n`)
  return file
}

describe('slipway doctor', () => {
  it.each([[], ['--pre']])('exits with 0 when nothing is missing (%s)', async (...args) => {
    const { code, out, error } = await run(args.flat())
    expect({ code, error, problems: problemsIn(out) }).toEqual({ code: 0, error: '', problems: [] })
    expect(out.match(/^[✓!✗] /gm)).toHaveLength(11)
  })

  it('exits with 1 and prints what doesn’t work, and the command that grants the permission', async () => {
    const { principalId } = await world.clients.serviceTokens.readClaims('azure')
    world.sim.permissions.take({ service: 'Microsoft Graph', name: 'Group.ReadWrite.All' })
    const { code, out } = await run([])
    expect([code, problemsIn(out)]).toEqual([1, ['    ✗ Group.ReadWrite.All (the tenant)']])
    expect(out).toContain(graphRows.find(([name]) => name === 'Group.ReadWrite.All')![3])
    expect(out).toMatch(new RegExp(`\\$ az rest --method post --url \\S+/v1.0/servicePrincipals/${principalId}/appRoleAssignments `))
    const json = await run(['--json'])
    expect(json.code).toBe(1)
    expect(JSON.parse(json.out)).toMatchObject({
      exitCode: 1,
      checks: expect.arrayContaining([expect.objectContaining({ id: 'Microsoft Graph/Group.ReadWrite.All', status: 'failed' })]),
    })
  })

  it('exits with 1 and lists every problem of the settings, without calling any system', async () => {
    world.sim.exchanges.clear()
    const { code, out } = await run([], { SLIPWAY_KEY_SECRET: 'short', SLIPWAY_PUBLIC_URL: 'http://slipway.example', SLIPWAY_TYPO: '1' })
    expect([code, problemsIn(out)]).toEqual([1, Array(3).fill('    ✗ Setting')])
    expect(out).not.toContain('short')
    expect(world.sim.exchanges.list()).toEqual([])
  })

  it('reports a key that differs from the one last used with the database', async () => {
    const { db, close } = openDatabase(database.url, { max: 1 })
    await checkKeys(db, readConfig(environment()))
    await close()
    const { code, out } = await run([], { SLIPWAY_KEY_SECRET: 'kJ8s7dF5gH3jK2lQ9wE4rT6yU1iO0pAz' })
    expect([code, problemsIn(out)]).toEqual([1, ['    ✗ Keys']])
  })

  it('names the migrations of an upgrade, and reports a database that this version can’t use', async () => {
    const names = readdirSync(new URL('../server/db/migrations', import.meta.url)).sort()
    const last = path.parse(names.at(-1)!).name
    const next = { version: names.length + 1, name: 'later', checksum: 'x' }
    await withClient(database.url, async (client) => {
      const insert = 'insert into schema_migrations (version, name, checksum, min_version) values ($1, $2, $3, $4)'
      const schema = async () => {
        const { code, out } = await run(['--json'])
        return [code, JSON.parse(out).checks.find(({ id }: { id: string }) => id === 'database/schema')?.status]
      }
      const { rows } = await client.query('delete from schema_migrations where version = $1 returning *', [names.length])
      try {
        expect(await run([])).toMatchObject({ code: 0, out: expect.stringContaining(last) })
        await client.query(insert, [rows[0].version, rows[0].name, rows[0].checksum, rows[0].min_version])
        expect(await schema()).toEqual([0, 'ok'])
        await client.query(insert, [next.version, next.name, next.checksum, 1])
        expect(await schema()).toEqual([0, 'warning'])
        await client.query('update schema_migrations set min_version = $1 where version = $1', [next.version])
        expect(await schema()).toEqual([1, 'failed'])
      } finally {
        await client.query('delete from schema_migrations where version >= $1', [names.length])
        await client.query(insert, [rows[0].version, rows[0].name, rows[0].checksum, rows[0].min_version])
      }
    })
  })

  it('reports an unreachable database without its password', async () => {
    const { code, out } = await run(['--pre'], { DATABASE_URL: 'postgres://stranger:hidden-password@127.0.0.1:1/none' })
    expect([code, problemsIn(out)]).toEqual([1, ['    ✗ DATABASE_URL']])
    expect(out).not.toContain('hidden-password')
  })

  it.each([
    ['refuses the sign-in', { kind: 'status', status: 401, body: {} }],
    ['sends another type', { kind: 'status', status: 200, body: { result: 'none' } }],
    ['sends too much', { kind: 'status', status: 200, body: { result: 'x'.repeat(21 * 1_048_576) } }],
    ['sends control characters', { kind: 'status', status: 400, body: { error: { message: '\u001b[2J\u202eBearer abcdefghijkl' } } }],
  ] as const)('exits with 2 when a service %s', async (_, action) => {
    world.sim.faults.add({ service: 'servicenow', action })
    const { code, out } = await run([])
    expect([code, problemsIn(out)]).toEqual([2, []])
    expect(out).toMatch(/^! ServiceNow: 1 not checked$/m)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is about these characters
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]|abcdefghijkl/)
    expect(out.length).toBeLessThan(10_000)
  })

  it('exits with 2 for unknown arguments, and without a readable token', async () => {
    expect(await run(['--wrong'])).toMatchObject({ code: 2, out: '' })
    expect(await run(['--token', path.join(dir, 'nowhere')])).toMatchObject({ code: 2, out: '' })
  })

  it('doesn’t print a secret', async () => {
    for (const args of [[], ['--json']]) {
      const { out } = await run(args)
      for (const secret of [gitToken, keySecret, servicenowPassword, slipwayClientSecret, smtpPassword, storesToken, auditKey])
        expect(out).not.toContain(secret)
      expect(out).not.toMatch(/eyJ[\w-]+\.|BEGIN PRIVATE/)
    }
  })
})

describe('slipway doctor --token', () => {
  it('shows the roles that the claims of a token give', async () => {
    const file = await tokenFile({ roles: ['Slipway.Auditor', 'Other'] })
    const { code, out } = await run(['--token', file, '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out).checks.find(({ id }: { id: string }) => id === 'token/roles').detail).toMatch(
      /^Slipway\.Auditor, Other: .*auditor\.$/,
    )
    expect(out).not.toMatch(/eyJ/)
  })

  it.each([
    ['another audience', {}, 'https://graph.microsoft.com', 'Audience (aud)'],
    ['another tenant', { tid: 'x' }, slipwayAudience, 'Tenant (tid)'],
    ['another issuer', { iss: 'https://evil.example' }, slipwayAudience, 'Issuer (iss)'],
  ])('exits with 1 for a token of %s', async (_, claims, audience, title) => {
    const { code, out } = await run(['--token', await tokenFile(claims, audience)])
    expect([code, problemsIn(out)]).toEqual([1, [`    ✗ ${title}`]])
  })
})
