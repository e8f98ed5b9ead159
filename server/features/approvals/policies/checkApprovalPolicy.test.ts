import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { describeCondition } from '../../../approvals/describeCondition.ts'
import { policies } from './policies.fixture.ts'

let app: TestApp
let fixture: ReturnType<typeof policies>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  fixture = policies(app)
})
afterAll(() => app.close())

const validPolicy = {
  kind: 'accountRequest',
  name: 'New accounts',
  description: '',
  reject: [],
  approve: [],
  stages: [{ name: 'Lead', rule: { kind: 'towerLead' }, minimum: 1 }],
}
const admins = { kind: 'role', role: 'Slipway.Admin' }
const check = (body: object) => fixture.niamh().post('/approval-policies/check', { ...validPolicy, ...body })
const stage = (overrides: object) => ({
  stages: [...validPolicy.stages, { name: 'Other', rule: { kind: 'manager' }, minimum: 1, ...overrides }],
})

describe('checkApprovalPolicy', () => {
  it('describes a valid policy, and tests it with the latest request, even if facts are missing', async () => {
    const ravi = app.persona('Ravi')
    await app.db
      .updateTable('approvals')
      .set({ facts: JSON.stringify({ request: {}, target: { environment: 'test' }, requester: {}, risk: { score: 3, reasons: [] } }) })
      .where('subject_kind', '=', 'accountRequest')
      .execute()
    const when = 'target.environment == "test" && requester.overruns < 1.0'
    const { body } = await check(stage({ rule: { kind: 'person', personId: ravi.id }, when }))
    expect(body.problems.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([])
    expect(body.reading.stages[1]).toContain(`${describeCondition(when)}: Ravi Deshmukh `)
    expect(body.example).toMatchObject({ outcome: 'stages', stages: [{ name: 'Lead' }, { name: 'Other', people: [{ id: ravi.id }] }] })
    expect(body.example.conditions).toEqual([{ path: 'stages.1', result: true, problem: null }])
  })

  it('allows policy changes that administrators approve, and additional approvers', async () => {
    const stages = [
      { name: 'Board', rule: { kind: 'manager' }, minimum: 1 },
      { name: 'Admins', rule: admins, minimum: 1, escalateAfterHours: 4, alternates: admins },
    ]
    const { body } = await check({ kind: 'policyChange', stages })
    expect(body.problems.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([])
  })

  const unknownPersonId = '00000000-0000-4000-8000-000000000000'
  it.each([
    ['a condition that is no truth', { reject: [{ when: 'request.budget', reason: 'No.' }] }, 'reject.0.when', /true or false.*double/],
    [
      'a condition with a regular expression',
      { approve: [{ when: 'target.name.matches("a")', reason: 'Yes.' }] },
      'approve.0.when',
      /Regular/,
    ],
    ['whole numbers where facts are decimal', stage({ when: 'request.hours == 3' }), 'stages.1.when', /3\.0, not 3/],
    ['an escalation without alternates', stage({ escalateAfterHours: 4 }), 'stages.1.alternates', /Add the alternates for the escalation/],
    [
      'a value that the fact never has',
      stage({ when: 'target.environment == "produktion"' }),
      'stages.1.when',
      /“produktion”.*preproduction/,
    ],
    ['such a value in a list', stage({ when: '!(target.criticality in ["tier1", "tier9"])' }), 'stages.1.when', /“tier9”/],
    ['such a part of a value', { reject: [{ when: 'target.environment.endsWith("dev")', reason: 'No.' }] }, 'reject.0.when', /“dev”/],
    ['such a value on the left', { approve: [{ when: '"devtest" != request.workload', reason: 'Yes.' }] }, 'approve.0.when', /DevTest/],
    [
      'escalation after the end',
      stage({ escalateAfterHours: 40, hoursToDecide: 40, alternates: { kind: 'towerLead' } }),
      'stages.1.escalateAfterHours',
      /escalat/i,
    ],
    ['a rule without approvers', stage({ rule: { kind: 'anyOf' } }), 'stages.1.rule', /Add an approver: a person, a group or a relation/],
    [
      'a person who is not there',
      stage({ rule: { kind: 'person', personId: unknownPersonId } }),
      'stages.1.rule',
      /One of the people isn’t in the directory/,
    ],
    [
      'a group that is not there',
      stage({ rule: { kind: 'directoryGroup', groupId: unknownPersonId } }),
      'stages.1.rule',
      /One of the groups isn’t in the directory/,
    ],
    ['nothing at all', { stages: [] }, 'stages', /Without a stage or an approval rule, requests of this kind can’t be submitted/],
    [
      'policies that approve policy changes automatically',
      { kind: 'policyChange', approve: [{ when: 'true', reason: 'Fine.' }] },
      'approve',
      /another administrator/,
    ],
    [
      'policies that reject every policy change',
      { kind: 'policyChange', reject: [{ when: 'true', reason: 'Enough.' }] },
      'reject',
      /its own removal/,
    ],
    ...[
      ['another person', { rule: { kind: 'manager' } }],
      ['an administrator or another person', { rule: { kind: 'anyOf', of: [admins, { kind: 'manager' }] } }],
      ['administrators, or a group where there is none', { rule: { ...admins, fallbackGroupId: unknownPersonId } }],
      ['administrators, and others after an escalation', { rule: admins, escalateAfterHours: 4, alternates: { kind: 'manager' } }],
      ['administrators of some changes', { rule: admins, when: 'risk.score > 50' }],
    ].map(([recipientName, overrides]): [string, object, string, RegExp] => [
      `policies whose changes are approved by ${recipientName}`,
      { kind: 'policyChange', stages: [{ name: 'One', minimum: 1, ...(overrides as object) }] },
      'stages',
      /Every policy change needs a stage that only administrators decide. Add a stage without a condition whose only approvers have the role Slipway/,
    ]),
  ])('reports %s, with its position', async (_, body, location, message) => {
    const response = await check(body)
    expect(response.body.problems).toContainEqual({ path: location, severity: 'error', message: expect.stringMatching(message) })
  })

  it.each([
    ['a relation that requests of the kind do not have', stage({ rule: { kind: 'sandboxOwner' } }), 'stages.1.rule', /no such relation/],
    [
      'more votes than people',
      stage({ rule: { kind: 'role', role: 'Slipway.Admin' }, minimum: 9 }),
      'stages.1.rule',
      /^9 approvals are required/,
    ],
    [
      'conditions on every stage',
      { stages: [{ ...validPolicy.stages[0], when: 'request.privileged' }] },
      'stages',
      /Every stage has a condition/,
    ],
    ['a tower that does not exist', stage({ when: 'target.tower == "NOPE"' }), 'stages.1.when', /“NOPE”.*\bCOMM\b/],
    ['a family that does not exist', stage({ when: 'target.family in ["Chekout"]' }), 'stages.1.when', /“Chekout”.*Checkout/],
    ['a catalogue item that does not exist', stage({ when: '"Firewall" in request.items' }), 'stages.1.when', /“Firewall”.*Azure Firewall/],
    ['a department that does not exist', stage({ when: 'requester.department != "Comerce"' }), 'stages.1.when', /“Comerce”.*Commerce/],
    ['a fact that requests of the kind do not have', stage({ when: 'request.hours > 4.0' }), 'stages.1.when', /request\.hours/],
  ])('warns about %s', async (_, body, location, message) => {
    const response = await check(body)
    expect(response.body.problems).toContainEqual({ path: location, severity: 'warning', message: expect.stringMatching(message) })
  })

  it('compares all texts with the names of a fact in one query', async () => {
    const conditions = Array.from({ length: 12 }, (_, n) =>
      ['one', 'two', 'three'].map((word) => `target.family == "${word} ${n}"`).join(' || '),
    )
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const { body } = await check({ stages: conditions.map((when, n) => ({ ...validPolicy.stages[0], name: `Stage ${n}`, when })) })
    const comparisons = query.mock.calls.filter(([statement]) => JSON.stringify(statement).includes('similarity('))
    query.mockRestore()
    expect(comparisons.length).toBe(1)
    const problems = (body.problems as { path: string; message: string }[]).filter(({ path }) => path.endsWith('.when'))
    expect(problems.map(({ path }) => path)).toEqual(conditions.flatMap((_, n) => Array(3).fill(`stages.${n}.when`)))
    expect(problems[0]!.message).toContain('“one 0”')
    expect(problems.at(-1)!.message).toContain('“three 11”')
  })

  it.each([
    'target.environment == "production" || target.environment == ""',
    'target.environment.startsWith("prod") && !target.environment.contains("pre")',
    'request.workload in ["Production", "DevTest"]',
    'request.region == "northeurope" && "Key Vault Reader" in request.roles',
    'target.tower == "COMM" && target.family != "Checkout"',
    '"Azure Firewall" in request.items || requester.department == "Commerce"',
    'target.name == "produktion"',
  ])('accepts the values of %s', async (when) => {
    const { body } = await check(stage({ when }))
    expect(body.problems.filter(({ path }: { path: string }) => path === 'stages.1.when')).toEqual([])
  })

  roleSuite(
    'checkApprovalPolicy',
    () => app,
    () => ({ path: '/approval-policies/check', body: validPolicy }),
  )

  it('rejects unknown fields, too many stages and overlong texts', async () => {
    expect((await check({ active: true })).status).toBe(400)
    expect((await check(stage({ approvers: [] }))).status).toBe(400)
    expect((await check({ stages: Array.from({ length: 13 }, () => validPolicy.stages[0]) })).status).toBe(400)
    expect((await check({ reject: [{ when: `target.name == "${'x'.repeat(1_000)}"`, reason: 'No.' }] })).status).toBe(400)
  })
})
