import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, requestAccess } from '../../access/assignments/access.fixture.ts'
import { activateRole, roleIds, ticketFor } from '../../access/pim/pim.fixture.ts'
import { services } from '../../accounts/updates/services.fixture.ts'
import { requestBody, submitRequest, template } from '../../sandboxes/requests/sandboxRequests.fixture.ts'

let app: TestApp
let accessApproval: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await as('Daniel').post('/account-requests', newRequest(app, { name: 'trial-of-everything' }))
  await services(app).ask(services(app).loadFree(0))
  accessApproval = (await requestAccess(app, accountOf(app, 3), { who: 'Daniel', suffix: 'contributors', durationHours: 24 })).approvalId
  const account = accountOf(app, 1)
  await activateRole(app, 1, { roleDefinitionId: roleIds.owner, ticket: ticketFor(app, account) })
  await submitRequest(app, requestBody(app, await template(app), { name: 'lab-of-daniel', ownerIds: [app.persona('Daniel').id] }), 'Daniel')
  await requestAccess(app, accountOf(app, 0))
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)
const recent = 'filter=status!=approved'
const list = async (query = '', givenName = 'Daniel') => (await as(givenName).get(`/me/requests?${query}`)).body
const kinds = async (query = '', givenName = 'Daniel') => (await list(query, givenName)).items.map(({ kind }: { kind: string }) => kind)

describe('listMyRequests', () => {
  it('lists only the caller’s requests, of all kinds, latest first', async () => {
    const { items, total } = await list(recent)
    expect(total).toBe(5)
    expect(items.map(({ kind }: { kind: string }) => kind)).toEqual([
      'sandboxRequest',
      'pimActivation',
      'accessRequest',
      'accountUpdate',
      'accountRequest',
    ])
    expect(items[4]).toMatchObject({
      name: 'trial-of-everything',
      reference: expect.stringMatching(/^ACC-/),
      status: 'pending_approval',
      waitingFor: expect.any(String),
      waitingSince: expect.any(String),
      runStatus: null,
    })
    expect(items[1]).toMatchObject({ name: `Owner in ${accountOf(app, 1).name}`, reference: null, subjectStatus: 'pending_approval' })
    expect(await kinds(recent, 'Priya')).toEqual(['accessRequest'])
    expect(await list(recent, 'Niamh')).toMatchObject({ items: [], total: 0 })
  })

  it('filters by kind and status, searches by name and reference, sorts and pages', async () => {
    expect(await kinds('filter=kind==accountUpdate')).toEqual(['accountUpdate'])
    expect(await kinds('filter=kind=in=(accessRequest,pimActivation)&sort=createdAt')).toEqual(['accessRequest', 'pimActivation'])
    expect(await kinds('search=trial-of')).toEqual(['accountRequest'])
    expect(await kinds('search=tiral-of-evrything')).toEqual(['accountRequest'])
    expect(await kinds(`search=ACC-&${recent}`)).toEqual(['accountRequest'])
    expect(await list(`size=2&page=2&${recent}`)).toMatchObject({
      page: 2,
      size: 2,
      total: 5,
      items: [{ kind: 'accessRequest' }, { kind: 'accountUpdate' }],
    })
    expect(await list(`page=9&${recent}`)).toMatchObject({ items: [], total: 5 })
    expect((await as('Daniel').get('/me/requests?filter=requester==x')).body.code).toBe('invalidFilter')
  })

  it('uses the same statuses for decisions on all kinds', async () => {
    const { id } = await app.db.selectFrom('approvals').select('id').where('subject_kind', '=', 'pimActivation').executeTakeFirstOrThrow()
    for (const approvalId of [accessApproval, id]) {
      const { approvers } = (await as('Daniel').get(`/account-approvals/${approvalId}`)).body.stages[0]
      const vote = { decision: 'reject', stage: 1, comment: 'Not before the campaign.' }
      expect((await app.as(approvers[0].id).post(`/account-approvals/${approvalId}`, vote)).status).toBe(200)
    }
    expect(await kinds('filter=status==rejected&sort=kind')).toEqual(['accessRequest', 'pimActivation'])
    expect(await kinds('filter=status==pending_approval')).toEqual(['sandboxRequest', 'accountUpdate', 'accountRequest'])
  })

  roleSuite(
    'listMyRequests',
    () => app,
    () => ({ path: '/me/requests' }),
  )
})
