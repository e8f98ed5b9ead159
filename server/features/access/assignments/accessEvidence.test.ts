import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { groupRow } from '../../accounts/groups/groups.fixture.ts'
import { accountOf, ask, justification } from './access.fixture.ts'
import { accessEvidenceLabels } from './accessLabels.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const as = (who: string) => app.as(app.persona(who).id)
const factsOf = (body: { evidence: { facts: { label: string; value: string }[] } }) =>
  Object.fromEntries(body.evidence.facts.map(({ label, value }) => [label, value]))

describe('the evidence of an access request', () => {
  it('shows the requester’s access to the account and the members of the group', async () => {
    const account = accountOf(app, 0)
    const { graph } = app.context.clients
    const readers = app.company.groups.find((group) => group.mailNickname === `az-${account.name}-readers`)!
    await graph.addGroupMember(readers.id, app.persona('Priya').id)
    const { group, approvalId, body } = await ask(app, account, { suffix: 'contributors', durationHours: 48 })
    const answer = await as('Daniel').get(`/account-approvals/${approvalId}`)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      subjectKind: 'accessRequest',
      subject: {
        kind: 'accessRequest',
        summary: { id: body.id, reference: body.reference, account: { id: account.id }, group: { name: group.name }, durationHours: 48 },
      },
      evidence: { purpose: justification },
    })
    const facts = factsOf(answer.body)
    expect(facts).toMatchObject({ Roles: 'Contributor', Duration: '2 days', [accessEvidenceLabels.currentAccess]: readers.mailNickname })
    const contributors = app.company.groups.find((each) => each.mailNickname === group.name)!
    const name = (id: string) => app.company.people.find((person) => person.id === id)!.displayName
    for (const id of contributors.memberIds) expect(facts[accessEvidenceLabels.members]).toContain(name(id))
    const waiting = (await as('Daniel').get('/account-approvals/pending-approvals')).body
    expect(waiting.find(({ id }: { id: string }) => id === approvalId).subject.summary.reference).toBe(body.reference)
  })

  it('shows what is missing while the directory does not respond', async () => {
    const { approvalId } = await ask(app, accountOf(app, 1))
    const action = { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } } as const
    const fault = app.simulator.faults.add({ service: 'graph', action })
    const answer = await as('Daniel').get(`/account-approvals/${approvalId}`)
    app.simulator.faults.remove(fault)
    expect(answer.status).toBe(200)
    expect(factsOf(answer.body)[accessEvidenceLabels.members]).toBe(accessEvidenceLabels.noDirectory)
  })

  it('shows how many team members have the access, and the requester’s last change', async () => {
    const account = accountOf(app, 2)
    const used = await app.context.clients.arm.listLastChanges(account.subscriptionId, new Date())
    const contributors = app.company.groups.find((group) => group.mailNickname === `az-${account.name}-contributors`)!
    const readers = app.company.groups.find((group) => group.mailNickname === `az-${account.name}-readers`)!
    const someone = contributors.memberIds.find((id) => used.has(id) && !readers.memberIds.includes(id))!
    const { id: groupId } = await groupRow(app, readers.mailNickname)
    const asked = await app.as(someone).post(`/accounts/${account.id}/accessRequests`, { groupId, justification, durationHours: null })
    const facts = factsOf((await as('Daniel').get(`/account-approvals/${asked.body.approvals[0].id}`)).body)
    expect(facts[accessEvidenceLabels.lastUsed]).toMatch(/^made a change here on \d+ \w+ 20\d\d$/)
    expect(facts[accessEvidenceLabels.currentAccess]).toBe(contributors.mailNickname)
    const { rows } = await sql<{ ids: string[] }>`select array(select t.id::text from people t join people p on p.id = ${someone}
      and t.manager_id = p.manager_id where t.active and t.id <> p.id) as ids`.execute(app.db)
    const team = rows[0]!.ids
    const within = readers.memberIds.filter((id) => team.includes(id)).length
    expect(facts[accessEvidenceLabels.team]).toContain(`${within === 0 ? 'none' : within} of the ${team.length} other people of their team`)
    const own = factsOf((await as('Daniel').get(`/account-approvals/${(await ask(app, accountOf(app, 3))).approvalId}`)).body)
    expect(own[accessEvidenceLabels.lastUsed]).toBe('made no changes in 90 days; reads aren’t recorded')
  })

  it('names the groups that a separation-of-duties rule forbids', async () => {
    const account = accountOf(app, 4)
    const first = await ask(app, account)
    const other = await groupRow(app, `az-${account.name}-contributors`)
    const [group_id, other_id] = [first.group.id, other.id].sort() as [string, string]
    await app.db
      .insertInto('access_group_conflicts')
      .values({ group_id, other_id, reason: 'Whoever watches does not change.', created_by: app.persona('Daniel').id })
      .execute()
    const { approvalId } = await ask(app, account, { suffix: 'contributors', durationHours: 8 })
    const { flags } = (await as('Daniel').get(`/account-approvals/${approvalId}`)).body.evidence
    expect(flags).toContainEqual({
      tone: 'bad',
      text: `A separation-of-duties rule applies: they requested ${first.group.name}. Whoever watches does not change. To approve it, add a comment.`,
    })
  })

  it('does not wait for slow services', async () => {
    const { approvalId } = await ask(app, accountOf(app, 5))
    const faults = (['graph', 'arm'] as const).map((service) =>
      app.simulator.faults.add({ service, action: { kind: 'delay', ms: 60_000 } }),
    )
    const began = performance.now()
    const answer = await as('Daniel').get(`/account-approvals/${approvalId}`)
    const took = performance.now() - began
    for (const fault of faults) app.simulator.faults.remove(fault)
    expect(took).toBeLessThan(45_000)
    expect(factsOf(answer.body)).toMatchObject({
      [accessEvidenceLabels.lastUsed]: accessEvidenceLabels.noAzure,
      [accessEvidenceLabels.team]: accessEvidenceLabels.noDirectory,
    })
  })

  it('warns of changes in production', async () => {
    const production = app.company.accounts.find(
      (account) =>
        account.status === 'active' &&
        account.environment === 'production' &&
        account.kind === 'cloud' &&
        account.ownerIds.includes(app.persona('Daniel').id),
    )!
    const { approvalId } = await ask(app, production, { who: 'Tomasz', suffix: 'contributors', durationHours: 8 })
    const { flags } = (await as('Daniel').get(`/account-approvals/${approvalId}`)).body.evidence
    expect(flags.map(({ text }: { text: string }) => text)).toContain(accessEvidenceLabels.changesProduction)
  })
})
