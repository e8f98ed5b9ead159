import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { policies } from './policies.fixture.ts'

let app: TestApp
let fixture: ReturnType<typeof policies>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  fixture = policies(app)
})
afterAll(() => app.close())

describe('draftApprovalPolicy', () => {
  it('copies the live version into a draft, which has no effect yet', async () => {
    const livePolicy = await fixture.live('accessRequest')
    const draft = await fixture.draft('accessRequest', { description: 'Owners decide.' })
    expect(draft).toMatchObject({
      id: livePolicy.id,
      version: livePolicy.version + 1,
      status: 'draft',
      basedOn: livePolicy.version,
      revision: 1,
    })
    expect(draft.document).toEqual({
      kind: 'accessRequest',
      name: livePolicy.name,
      description: 'Owners decide.',
      reject: [],
      approve: [],
      stages: livePolicy.stages,
    })
    expect((await fixture.live('accessRequest')).version).toBe(livePolicy.version)
  })

  it('accepts the exported document of a different version, unchanged', async () => {
    const { id } = await fixture.live('sandboxRequest')
    const { document } = (await fixture.niamh().get(`/approval-policies/${id}/versions/1`)).body
    const draft = await fixture.draft('sandboxRequest', document)
    expect(draft.document).toEqual(document)
    expect(draft.diff).toEqual([])
  })

  it('rejects a document that changes a version that isn’t live any more', async () => {
    const { version } = await fixture.live('accountRequest')
    const create = (basedOn: number) => fixture.niamh().post('/approval-policies', { kind: 'accountRequest', description: 'New.', basedOn })
    expect((await create(version + 1)).body.code).toBe('wrongState')
    expect(await fixture.row((await fixture.live('accountRequest')).id, version + 1)).toBeUndefined()
    expect((await create(version)).body).toMatchObject({ version: version + 1, basedOn: version })
  })

  it('adds a directory group that no policy has named before, with its members', async () => {
    const knownGroups = await app.db.selectFrom('directory_groups').select('id').execute()
    const group = app.company.groups.find(({ id, memberIds }) => memberIds.length > 0 && !knownGroups.some((each) => each.id === id))!
    await fixture.draft('accountUpdate', { stages: [{ name: 'Group', rule: { kind: 'directoryGroup', groupId: group.id }, minimum: 1 }] })
    const members = await app.db.selectFrom('directory_group_members').select('person_id').where('group_id', '=', group.id).execute()
    expect(members.length).toBeGreaterThan(0)
  })

  it('creates one draft at a time, even in parallel', async () => {
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => fixture.niamh().post('/approval-policies', { kind: 'sandboxAccessRequest' })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  })

  roleSuite(
    'draftApprovalPolicy',
    () => app,
    () => ({ path: '/approval-policies', body: { kind: 'pimActivation' } }),
  )

  it('rejects unknown kinds, and fields that a draft can’t set', async () => {
    expect((await fixture.niamh().post('/approval-policies', { kind: 'everything' })).status).toBe(400)
    expect((await fixture.niamh().post('/approval-policies', { kind: 'pimActivation', status: 'live' })).status).toBe(400)
    expect((await fixture.niamh().post('/approval-policies', { kind: 'pimActivation', active: true })).status).toBe(400)
  })
})
