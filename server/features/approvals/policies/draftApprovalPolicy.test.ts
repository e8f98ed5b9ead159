import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { policies } from './policies.fixture.ts'

let app: TestApp
let the: ReturnType<typeof policies>
beforeAll(async () => {
  app = await startTestApp({ work: false })
  the = policies(app)
})
afterAll(() => app.close())

describe('draftApprovalPolicy', () => {
  it('copies the live version, without an effect yet', async () => {
    const live = await the.live('accessRequest')
    const draft = await the.draft('accessRequest', { description: 'Owners decide.' })
    expect(draft).toMatchObject({ id: live.id, version: live.version + 1, status: 'draft', basedOn: live.version, revision: 1 })
    expect(draft.document).toEqual({
      kind: 'accessRequest',
      name: live.name,
      description: 'Owners decide.',
      reject: [],
      approve: [],
      stages: live.stages,
    })
    expect((await the.live('accessRequest')).version).toBe(live.version)
  })

  it('accepts the exported document of another version, unchanged', async () => {
    const { id } = await the.live('sandboxRequest')
    const { document } = (await the.niamh().get(`/approval-policies/${id}/versions/1`)).body
    const draft = await the.draft('sandboxRequest', document)
    expect(draft.document).toEqual(document)
    expect(draft.diff).toEqual([])
  })

  it('adds a group that was never named before, with its members', async () => {
    const known = await app.db.selectFrom('directory_groups').select('id').execute()
    const group = app.company.groups.find(({ id, memberIds }) => memberIds.length > 0 && !known.some((each) => each.id === id))!
    await the.draft('accountUpdate', { stages: [{ name: 'Group', rule: { kind: 'directoryGroup', groupId: group.id }, minimum: 1 }] })
    const members = await app.db.selectFrom('directory_group_members').select('person_id').where('group_id', '=', group.id).execute()
    expect(members.length).toBeGreaterThan(0)
  })

  it('creates one draft at a time, also in parallel', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => the.niamh().post('/approval-policies', { kind: 'sandboxAccessRequest' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  })

  roleSuite(
    'draftApprovalPolicy',
    () => app,
    () => ({ path: '/approval-policies', body: { kind: 'pimActivation' } }),
  )

  it('rejects unknown kinds, and fields that a draft can’t set', async () => {
    expect((await the.niamh().post('/approval-policies', { kind: 'everything' })).status).toBe(400)
    expect((await the.niamh().post('/approval-policies', { kind: 'pimActivation', status: 'live' })).status).toBe(400)
    expect((await the.niamh().post('/approval-policies', { kind: 'pimActivation', active: true })).status).toBe(400)
  })
})
