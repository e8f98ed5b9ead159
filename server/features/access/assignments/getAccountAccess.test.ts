import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { assignmentProblems } from '../../accounts/groups/assignmentPolicy.ts'
import { accountOf, grantAccessTo, justification } from './access.fixture.ts'

let app: TestApp
let grantedAccess: Awaited<ReturnType<typeof grantAccessTo>>
beforeAll(async () => {
  app = await startTestApp()
  grantedAccess = await grantAccessTo(app, accountOf(app, 0), { suffix: 'contributors', durationHours: 48 })
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)

describe('getAccountAccess', () => {
  it('shows the assignment to the member with the allowed actions', async () => {
    const { status, body } = await as('Priya').get(grantedAccess.path)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      person: { id: app.persona('Priya').id },
      group: { name: grantedAccess.group.name, roles: ['Contributor'], maxDurationHours: 24 * 180 },
      account: { id: accountOf(app, 0).id },
      via: 'request',
      request: { id: grantedAccess.requestId },
      reason: justification,
      endsAt: grantedAccess.assignment.ends_at!.toISOString(),
      status: 'active',
      extension: null,
      latestEnd: grantedAccess.assignment.ends_at!.toISOString(),
      can: { extend: true, changeEnd: true, end: true },
    })
  })

  it('returns only the caller’s own membership for a group ID', async () => {
    const path = `/account-access/${grantedAccess.group.id}`
    expect((await as('Priya').get(path)).body).toEqual((await as('Priya').get(grantedAccess.path)).body)
    for (const givenName of ['Daniel', 'Niamh', 'Tomasz']) expect((await as(givenName).get(path)).status).toBe(404)
  })

  it('shows the assignment to owners, administrators and auditors with their allowed actions', async () => {
    for (const [givenName, allowed] of [
      ['Daniel', true],
      ['Niamh', true],
      ['Grace', assignmentProblems.end],
    ] as const) {
      const { status, body } = await as(givenName).get(grantedAccess.path)
      expect([givenName, status]).toEqual([givenName, 200])
      expect(body.can).toMatchObject({ extend: assignmentProblems.extend, changeEnd: allowed, end: allowed })
    }
  })

  roleSuite(
    'getAccountAccess',
    () => app,
    () => ({ path: grantedAccess.path }),
  )

  it('returns 404 for an unknown assignment', async () => {
    expect((await as('Niamh').get('/account-access/00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })

  it.each(['nonsense', 'groups%20'])('rejects the malformed ID %s', async (id) => {
    expect([400, 404]).toContain((await as('Niamh').get(`/account-access/${id}`)).status)
  })

  it('accepts an ID in capital letters', async () => {
    const path = `/account-access/${grantedAccess.assignment.id.toUpperCase()}`
    expect((await as('Priya').get(path)).status).toBe(200)
    expect((await as('Tomasz').get(path)).status).toBe(404)
  })
})
