import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { leaseReasons } from '../sandboxes/lease.ts'
import { type LeaseApp, startLeaseApp } from './lease.fixture.ts'

let app: LeaseApp
beforeAll(async () => {
  app = await startLeaseApp()
})
afterAll(() => app.close())

const owner = () => app.as(app.personId('Priya'))
const admin = () => app.as(app.personId('Niamh'))
const createOverspentSandbox = () => app.sandbox({ status: 'frozen', freeze_cause: 'budget', spent: 5_000 })

describe('resumeSandbox', () => {
  it('resumes the sandbox', async () => {
    const id = await app.sandbox({ status: 'frozen' })
    expect(await owner().post(`/sandboxes/${id}/thaw`, {})).toMatchObject({ status: 202, body: { status: 'active', frozen: null } })
    expect(await app.work(id)).toEqual(['resume'])
    expect(await app.row(id)).toMatchObject({ frozen_at: null, freeze_cause: null })
  })

  it('lets an administrator resume a sandbox without remaining budget, with a reason', async () => {
    const id = await createOverspentSandbox()
    expect((await admin().get(`/sandboxes/${id}`)).body.can.resume).toBe(true)
    expect(await admin().post(`/sandboxes/${id}/thaw`, {})).toMatchObject({ status: 400, body: { errors: [{ field: 'reason' }] } })
    expect((await admin().post(`/sandboxes/${id}/thaw`, { reason: 'The demonstration is today.' })).body.status).toBe('active')
    expect((await app.events(id)).at(-1)?.text).toContain(': The demonstration is today.')
  })

  roleSuite(
    'resumeSandbox',
    () => app,
    async () => ({ path: `/sandboxes/${await app.sandbox({ status: 'frozen' })}/thaw`, body: {} }),
  )

  it('rejects a sandbox without a penny of budget left, and suggests an extension', async () => {
    const response = await owner().post(`/sandboxes/${await createOverspentSandbox()}/thaw`, {})
    expect(response.body).toMatchObject({ code: 'wrongState', message: leaseReasons.noBudget })
    const almostOverBudget = await app.sandbox({ status: 'frozen', freeze_cause: 'budget', spent: 4_999 })
    expect((await owner().post(`/sandboxes/${almostOverBudget}/thaw`, {})).status).toBe(202)
  })

  it('rejects a sandbox that isn’t frozen or has expired, and an old version', async () => {
    expect((await owner().post(`/sandboxes/${await app.sandbox()}/thaw`, {})).body.code).toBe('wrongState')
    const endedId = await app.sandbox({ status: 'frozen' })
    expect((await owner().post(`/sandboxes/${endedId}/thaw`, {}, { 'if-match': '"3"' })).status).toBe(412)
    app.clock.now = new Date(app.clock.now.getTime() + 168 * 3_600_000)
    expect((await owner().post(`/sandboxes/${endedId}/thaw`, {})).body.message).toMatch(/lease has ended/)
  })
})
