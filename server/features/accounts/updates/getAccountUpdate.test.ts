import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPerson } from '../../../../test/adversary/world.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import type { AccountUpdate } from './schemas.ts'
import { services } from './services.fixture.ts'

let app: TestApp
let updates: ReturnType<typeof services>
let update: AccountUpdate
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  updates = services(app)
  update = await updates.ask(updates.loadFree(0))
})
afterAll(() => app.close())

const path = () => `/accounts/${update.account.id}/updates/${update.id}`

describe('getAccountUpdate', () => {
  it('shows owners, approvers, administrators and auditors the change, its approvals and history', async () => {
    for (const givenName of ['Daniel', 'Ravi', 'Niamh', 'Grace']) {
      const response = await app.as(app.persona(givenName).id).get(path())
      expect([givenName, response.status, response.headers.etag]).toEqual([givenName, 200, expect.stringMatching(/^"1\./)])
      expect(response.body).toMatchObject({ id: update.id, diff: update.diff, price: update.price, waitingFor: 'Family owner' })
      expect(response.body.timeline).toMatchObject([
        { kind: 'submitted', text: expect.stringMatching(new RegExp(`^Daniel Okoro .*${update.account.name}$`)) },
      ])
      expect(response.body.can.edit === true).toBe(givenName === 'Daniel')
    }
  })

  it('warns of services that cost more than the budget, as the evidence does, unless the requester no longer owns the account', async () => {
    const account = updates.loadFree(3)
    await app.db
      .updateTable('accounts')
      .set({ budget: JSON.stringify({ ...account.budget, amount: 1 }) })
      .where('id', '=', account.id)
      .execute()
    const asked = await updates.ask(account)
    const { flags } = (await app.as(app.persona('Ravi').id).get(`/account-approvals/${asked.approvals[0].id}`)).body.evidence
    expect(asked.budgetWarnings.length).toBeGreaterThan(0)
    for (const text of asked.budgetWarnings) expect(flags).toContainEqual({ key: 'spend', tone: 'warn', text })
    const warningsOf = async (id: string) => (await app.as(id).get(`/accounts/${account.id}/updates/${asked.id}`)).body.budgetWarnings
    expect(await warningsOf(app.persona('Ravi').id)).toEqual(asked.budgetWarnings)
    const daniel = app.persona('Daniel').id
    await app.db.deleteFrom('account_owners').where('account_id', '=', account.id).where('person_id', '=', daniel).execute()
    expect(await warningsOf(daniel)).toEqual([])
  })

  it('doesn’t warn another user account of the requester that voted before the two were linked', async () => {
    const account = updates.loadFree(4)
    await app.db
      .updateTable('accounts')
      .set({ budget: JSON.stringify({ ...account.budget, amount: 1 }) })
      .where('id', '=', account.id)
      .execute()
    const asked = await updates.ask(account)
    const voter = await newPerson(app)
    const withoutTriggers = (write: (tx: Db) => Promise<unknown>) =>
      inTransaction(app.db, async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await write(tx)
      })
    await withoutTriggers((tx) => {
      const vote = { id: crypto.randomUUID(), approval_id: asked.approvals[0].id, stage: 1, decision: 'approve' as const, comment: '' }
      return tx
        .insertInto('approval_decisions')
        .values({ ...vote, approver_id: voter, requester_id: asked.requester.id, on_behalf_of: null })
        .execute()
    })
    const warnings = async () => (await app.as(voter).get(`/accounts/${account.id}/updates/${asked.id}`)).body.budgetWarnings
    expect(await warnings()).toEqual(asked.budgetWarnings)
    const numberOf = (id: string, employee_id: string) => app.db.updateTable('people').set({ employee_id }).where('id', '=', id).execute()
    await numberOf(asked.requester.id, 'E-LINKED')
    await numberOf(voter, 'E-LINKED')
    expect(await warnings()).toEqual([])
    await withoutTriggers((tx) => tx.deleteFrom('approval_decisions').where('approver_id', '=', voter).execute())
  })

  it('shows the history even of a change without approvals', async () => {
    const account = updates.loadFree(1)
    await app.as(app.persona('Daniel').id).patch(`/accounts/myAccounts/${account.id}`, { criticality: 'tier4' })
    const row = await app.db.selectFrom('account_updates').select('id').where('account_id', '=', account.id).executeTakeFirstOrThrow()
    const response = await app.as(app.persona('Daniel').id).get(`/accounts/${account.id}/updates/${row.id}`)
    expect(response.body).toMatchObject({
      status: 'approved',
      approvals: [],
      price: null,
      can: { edit: expect.any(String) },
    })
    expect(response.body.timeline).toMatchObject([
      { kind: 'submitted', text: expect.stringMatching(new RegExp(`^Daniel Okoro .*${account.name}$`)) },
    ])
    expect(response.body.run.steps.map((step: { status: string }) => step.status)).toEqual(Array(6).fill('pending'))
  })

  roleSuite(
    'getAccountUpdate',
    () => app,
    () => ({ path: path() }),
  )

  it('returns 404 for an unknown update, and for an update of another account', async () => {
    const daniel = app.as(app.persona('Daniel').id)
    expect((await daniel.get(`/accounts/${update.account.id}/updates/00000000-0000-4000-8000-000000000000`)).status).toBe(404)
    expect((await daniel.get(`/accounts/${updates.loadFree(2).id}/updates/${update.id}`)).status).toBe(404)
  })
})
