import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const mine = (n: number) => app.company.accounts.filter((account) => account.ownerIds.includes(app.persona('Daniel').id))[n]!
const path = (n: number) => `/accounts/${mine(n).id}/roleDefinitions`

describe('listRoleDefinitions', () => {
  it('gives Azure’s roles and the account’s own one, with what they let one do', async () => {
    const answer = await app.as(app.persona('Daniel').id).get(path(0))
    expect(answer.status).toBe(200)
    const byName = new Map(answer.body.items.map((role: { name: string }) => [role.name, role]))
    expect(byName.get('Owner')).toMatchObject({
      kind: 'builtIn',
      grantsAccess: true,
      lets: ['Manage everything, including access'],
    })
    expect(byName.get('Contributor')).toMatchObject({ grantsAccess: false, lets: ['Change everything except access'] })
    expect(byName.get('User Access Administrator')).toMatchObject({ grantsAccess: true })
    expect(byName.get('Role Based Access Control Administrator')).toMatchObject({ grantsAccess: true })
    expect(byName.get('Key Vault Secrets User')).toMatchObject({ lets: ['Read secrets in key vaults'] })
    expect(byName.get('Storage Blob Data Contributor')).toMatchObject({
      lets: ['Read and write the data in storage accounts', 'Manage storage accounts'],
    })
    expect(byName.get(`${mine(0).name} Release Operator`)).toMatchObject({
      kind: 'custom',
      lets: ['Read everything', 'Use web apps', 'Manage deployments'],
    })
    const names = [...byName.keys()] as string[]
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)))
  })

  it('gives what it was told for a minute', async () => {
    const caller = app.as(app.persona('Daniel').id)
    const first = await caller.get(path(1))
    expect((await caller.get(path(1))).body.fetchedAt).toBe(first.body.fetchedAt)
  })

  roleSuite(
    'listRoleDefinitions',
    () => app,
    () => ({ path: path(0) }),
  )

  it('fails when there is no such account', async () => {
    expect((await app.as(app.persona('Niamh').id).get('/accounts/00000000-0000-4000-8000-000000000000/roleDefinitions')).status).toBe(404)
  })

  it('fails when Azure refuses', async () => {
    const action = { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } } as const
    const fault = app.simulator.faults.add({ service: 'arm', action })
    expect((await app.as(app.persona('Niamh').id).get(path(2))).body.code).toBe('outsideFailed')
    app.simulator.faults.remove(fault)
  })
})
