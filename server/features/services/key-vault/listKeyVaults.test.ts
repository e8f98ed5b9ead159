import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { vaultAccessOf } from '../../../../simulator/keyvault/vaultAccess.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import type { KeyVault } from './schemas.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const vaultOf = ({ name, id }: { name: string; id: string }) => `kv-${name.replace(/[^a-z0-9]/g, '').slice(0, 16)}${id.slice(0, 4)}`
const owner = () => app.as(app.persona('Daniel').id)
const ownAccount = () =>
  app.company.accounts.find(
    (account) =>
      account.status === 'active' &&
      account.ownerIds.includes(app.persona('Daniel').id) &&
      vaultAccessOf({ name: vaultOf(account) }) === 'open',
  )!
const path = (id = ownAccount().id) => `/accounts/${id}/keyVaults`
const countRequests = () => app.simulator.exchanges.list().filter(({ service }) => service === 'keyvault').length

describe('listKeyVaults', () => {
  it('shows names, dates and versions, with expiring secrets first, and without values', async () => {
    const { status, body } = await owner().get(path())
    expect(status).toBe(200)
    const [vault] = body.items as KeyVault[]
    expect(vault).toMatchObject({ name: vaultOf(ownAccount()), keptDays: 90, problem: null, more: false })
    expect(vault!.secrets.length).toBeGreaterThan(1)
    const ends = vault!.secrets.map(({ expiresOn }) => expiresOn ?? '9')
    expect(ends).toEqual(ends.toSorted())
    expect(JSON.stringify(body)).not.toMatch(/simulated-|"value"/)
    expect(body.can).toEqual({ setSecret: true })
  })

  it('returns a cached list for a minute, unless a secret was set', async () => {
    await owner().get(path())
    const countBefore = countRequests()
    await owner().get(path())
    expect(countRequests()).toBe(countBefore)
    await owner().post('/utils/setKeyVaultSecret', {
      accountId: ownAccount().id,
      vaultName: vaultOf(ownAccount()),
      name: 'just-set',
      value: 'x',
    })
    const { body } = await owner().get(path())
    expect(body.items[0].secrets.map(({ name }: { name: string }) => name)).toContain('just-set')
  })

  it('follows every page', async () => {
    const { keyVault } = app.context.clients
    for (let n = 0; n < 30; n++) await keyVault.setSecret(vaultOf(ownAccount()), `many-${n}`, { value: 'x', attributes: { enabled: true } })
    await owner().post('/utils/setKeyVaultSecret', {
      accountId: ownAccount().id,
      vaultName: vaultOf(ownAccount()),
      name: 'many-last',
      value: 'x',
    })
    const { body } = await owner().get(path())
    expect(body.items[0].secrets.filter(({ name }: { name: string }) => name.startsWith('many-'))).toHaveLength(31)
  })

  it('shows the reason why a vault denies access, and shows the other vaults', async () => {
    for (const [access, code] of [
      ['firewall', 'ForbiddenByFirewall'],
      ['noRole', 'ForbiddenByRbac'],
    ] as const) {
      const account = app.company.accounts.find((each) => each.status === 'active' && vaultAccessOf({ name: vaultOf(each) }) === access)!
      const { body } = await app.as(account.ownerIds[0]!).get(path(account.id))
      expect(body.items[0]).toMatchObject({ secrets: [], problem: { code, message: expect.stringMatching(/\.$/) } })
    }
  })

  it('shows auditors the names, with the reason why they can’t set secrets', async () => {
    const { status, body } = await app.as(app.persona('Grace').id).get(path())
    expect([status, body.can.setSecret]).toEqual([200, expect.any(String)])
  })

  roleSuite(
    'listKeyVaults',
    () => app,
    () => ({ path: path() }),
  )

  it('returns an error when Azure does not respond, and 404 for an unknown account', async () => {
    const fault = app.simulator.faults.add({ service: 'arm', path: 'Microsoft.KeyVault', action: { kind: 'status', status: 403 } })
    const otherAccount = app.company.accounts.filter(
      ({ status, ownerIds }) => status === 'active' && ownerIds.includes(app.persona('Daniel').id),
    )[1]!
    expect(await owner().get(path(otherAccount.id))).toMatchObject({ status: 502, body: { code: 'outsideFailed' } })
    app.simulator.faults.remove(fault)
    expect((await owner().get(path(crypto.randomUUID()))).status).toBe(404)
  })
})
