import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { describeCondition } from '../../../approvals/describeCondition.ts'
import { describeAutomaticRule, relationLabels } from './labels.ts'
import { policies } from './policies.fixture.ts'

let app: TestApp
let fixture: ReturnType<typeof policies>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  fixture = policies(app)
})
afterAll(() => app.close())

describe('getApprovalPolicy', () => {
  it('describes each rule and stage in plain English next to its source text', async () => {
    const { id } = await fixture.live('accountRequest')
    const { body, headers } = await fixture.niamh().get(`/approval-policies/${id}/versions/1`)
    expect(headers['etag']).toMatch(/^"1\./)
    expect(body).toMatchObject({ status: 'live', problems: [], diff: expect.any(Array), can: { draft: true } })
    expect(body.reading.stages).toEqual(
      [relationLabels.familyOwner, relationLabels.towerLead, relationLabels.productApprover, 'Cloud Architecture Board'].map((approvers) =>
        expect.stringMatching(new RegExp(`${approvers} .*2 days.*14 days`)),
      ),
    )
    expect(body.reading.stages.map((text: string) => text.split('Cloud Architecture Board').length - 1)).toEqual([1, 1, 1, 1])
    expect(body.reading.stages[3]).toContain(describeCondition('target.environment == "production"'))
    expect(body.names.groups).toMatchObject([{ displayName: 'Cloud Architecture Board' }])
  })

  it('returns the whole condition of a stage, even if it contains a colon', async () => {
    const { stages } = await fixture.live('accessRequest')
    const when = 'target.name.startsWith("edge: ")'
    const { reading } = await fixture.draft('accessRequest', {
      stages: [
        { ...stages[0]!, when },
        { ...stages[0]!, name: 'Second' },
      ],
    })
    expect(reading.conditions).toEqual([expect.stringContaining('edge: '), expect.not.stringContaining('edge: ')])
    for (const [index, condition] of reading.conditions.entries())
      expect(reading.stages[index]).toMatch(new RegExp(`^${RegExp.escape(condition)}: `))
  })

  it('shows the changes of a draft by rule and stage', async () => {
    const rule = { when: 'risk.score > 90', reason: 'Too much is at stake.' }
    const livePolicy = await fixture.live('accountUpdate')
    const [firstStage, secondStage, ...remaining] = livePolicy.stages
    const draft = await fixture.draft('accountUpdate', {
      name: 'Changes',
      stages: [{ ...secondStage!, hoursToDecide: 24 }, ...remaining],
      reject: [rule],
    })
    expect(draft.diff).toMatchObject([
      { change: 'changed', part: 'Name', before: 'Account changes', after: 'Changes' },
      {
        change: 'added',
        part: expect.stringMatching(/: Too much is at stake\.$/),
        after: describeAutomaticRule(rule, 'Rejected'),
        code: { before: null, after: rule.when },
      },
      { change: 'changed', part: expect.stringContaining(`“${secondStage!.name}”`) },
      { change: 'removed', part: expect.stringContaining(`“${firstStage!.name}”`), after: null },
    ])
  })

  it('shows conditions that differ although their sentences are the same', async () => {
    const rule = { when: 'risk.score > 90.0', reason: 'Too much.' }
    const restorePolicy = await putPolicy(app, 'sandboxAccessRequest', { reject: [rule], approve: [] })
    const draft = await fixture.draft('sandboxAccessRequest', { reject: [{ ...rule, when: '90.0 < risk.score' }] })
    expect(draft.diff).toMatchObject([{ change: 'changed', code: { before: 'risk.score > 90.0', after: '90.0 < risk.score' } }])
    expect(draft.diff[0].before).not.toBe(draft.diff[0].after)
    await fixture.niamh().delete(draft.path)
    await restorePolicy()
  })

  it('shows a changed order, a changed fallback group, and a different person with the same name', async () => {
    const group = (await fixture.live('accountRequest')).stages[0]!.rule.fallbackGroupId!
    const ravi = app.persona('Ravi')
    const knownPerson = await app.db
      .selectFrom('people')
      .select(['issuer', 'tenant_id', 'display_name'])
      .where('id', '=', ravi.id)
      .executeTakeFirstOrThrow()
    const groupWithSameName = { id: crypto.randomUUID(), ...knownPerson }
    await app.db.insertInto('people').values(groupWithSameName).execute()
    const rules = [
      { when: 'risk.score > 90.0', reason: 'Too much.' },
      { when: 'request.privileged', reason: 'Never.' },
    ]
    const stage = (personId: string, alternates: object) => ({
      name: 'Ravi',
      rule: { kind: 'person' as const, personId },
      minimum: 1,
      escalateAfterHours: 4,
      alternates: { kind: 'manager' as const, ...alternates },
    })
    const restorePolicy = await putPolicy(app, 'sandboxAccessRequest', { reject: rules, approve: [], stages: [stage(ravi.id, {})] })
    const draft = await fixture.draft('sandboxAccessRequest', {
      reject: rules.toReversed(),
      stages: [stage(ravi.id, { fallbackGroupId: group })],
    })
    expect(draft.diff).toMatchObject([
      {
        change: 'changed',
        part: expect.stringContaining('“Ravi”'),
        after: expect.stringContaining('Cloud Arch'),
      },
      {
        change: 'changed',
        before: expect.stringMatching(/^Too much\. ?.*Never\.$/),
        after: expect.stringMatching(/^Never\. ?.*Too much\.$/),
      },
    ])
    const otherResponse = await fixture.niamh().patch(draft.path, { reject: rules, stages: [stage(groupWithSameName.id, {})] })
    expect(otherResponse.body.diff).toMatchObject([
      {
        part: expect.stringContaining('“Ravi”'),
        before: expect.stringContaining(ravi.id),
        after: expect.stringContaining(groupWithSameName.id),
      },
    ])
    await fixture.niamh().delete(draft.path)
    await restorePolicy()
  })

  roleSuite(
    'getApprovalPolicy',
    () => app,
    async () => ({ path: `/approval-policies/${(await fixture.live('accountRequest')).id}/versions/1` }),
  )

  it('returns 404 for an unknown version', async () => {
    const { id } = await fixture.live('accountRequest')
    expect((await fixture.niamh().get(`/approval-policies/${id}/versions/99`)).status).toBe(404)
  })
})
