import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { groupRow } from '../../accounts/groups/groups.fixture.ts'
import { accountOf, justification, requestAccess } from './access.fixture.ts'
import { accessEvidenceLabels, conflictPhrases, countPeers, describeLastUse } from './accessLabels.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)
const factsOf = (body: { evidence: { facts: { label: string; value: string }[] } }) =>
  Object.fromEntries(body.evidence.facts.map(({ label, value }) => [label, value]))

describe('the evidence of an access request', () => {
  it('shows the requester’s access to the account and the members of the group', async () => {
    const account = accountOf(app, 0)
    const { graph } = app.context.clients
    const readers = app.company.groups.find((group) => group.mailNickname === `az-${account.name}-readers`)!
    await graph.addGroupMember(readers.id, app.persona('Priya').id)
    const { group, approvalId, body } = await requestAccess(app, account, { suffix: 'contributors', durationHours: 48 })
    const response = await as('Daniel').get(`/account-approvals/${approvalId}`)
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({
      subjectKind: 'accessRequest',
      subject: {
        kind: 'accessRequest',
        summary: { id: body.id, reference: body.reference, account: { id: account.id }, group: { name: group.name }, durationHours: 48 },
      },
      evidence: { purpose: justification },
    })
    const facts = factsOf(response.body)
    expect(facts).toMatchObject({ Roles: 'Contributor', Duration: '2 days', [accessEvidenceLabels.currentAccess]: readers.mailNickname })
    const contributors = app.company.groups.find((each) => each.mailNickname === group.name)!
    const name = (id: string) => app.company.people.find((person) => person.id === id)!.displayName
    for (const id of contributors.memberIds) expect(facts[accessEvidenceLabels.members]).toContain(name(id))
    const pendingApprovals = (await as('Daniel').get('/account-approvals/pending-approvals')).body
    expect(pendingApprovals.find(({ id }: { id: string }) => id === approvalId).subject.summary.reference).toBe(body.reference)
  })

  it('lists the missing facts while the directory does not respond', async () => {
    const { approvalId } = await requestAccess(app, accountOf(app, 1))
    const action = { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } } as const
    const fault = app.simulator.faults.add({ service: 'graph', action })
    const response = await as('Daniel').get(`/account-approvals/${approvalId}`)
    app.simulator.faults.remove(fault)
    expect(response.status).toBe(200)
    expect(factsOf(response.body)[accessEvidenceLabels.members]).toBe(accessEvidenceLabels.noDirectory)
  })

  it('shows how many team members have the access, and the requester’s last change', async () => {
    const account = accountOf(app, 2)
    const usedByKey = await app.context.clients.arm.listLastChanges(account.subscriptionId, new Date())
    const contributors = app.company.groups.find((group) => group.mailNickname === `az-${account.name}-contributors`)!
    const readers = app.company.groups.find((group) => group.mailNickname === `az-${account.name}-readers`)!
    const person = contributors.memberIds.find((id) => usedByKey.has(id) && !readers.memberIds.includes(id))!
    const { id: groupId } = await groupRow(app, readers.mailNickname)
    const response = await app.as(person).post(`/accounts/${account.id}/accessRequests`, { groupId, justification, durationHours: null })
    const facts = factsOf((await as('Daniel').get(`/account-approvals/${response.body.approvals[0].id}`)).body)
    expect(facts[accessEvidenceLabels.lastUsed]).toBe(describeLastUse(usedByKey.get(person)))
    expect(facts[accessEvidenceLabels.currentAccess]).toBe(contributors.mailNickname)
    const { rows } = await sql<{ ids: string[] }>`select array(select t.id::text from people t join people p on p.id = ${person}
      and t.manager_id = p.manager_id where t.active and t.id <> p.id) as ids`.execute(app.db)
    const team = rows[0]!.ids
    const within = readers.memberIds.filter((id) => team.includes(id)).length
    expect(facts[accessEvidenceLabels.team]).toContain(countPeers(within, team.length, 'team'))
    const ownFacts = factsOf(
      (await as('Daniel').get(`/account-approvals/${(await requestAccess(app, accountOf(app, 3))).approvalId}`)).body,
    )
    expect(ownFacts[accessEvidenceLabels.lastUsed]).toBe(describeLastUse(undefined))
  })

  it('names the groups that a separation-of-duties rule forbids', async () => {
    const account = accountOf(app, 4)
    const reason = 'Whoever watches does not change.'
    const firstRequest = await requestAccess(app, account)
    const otherGroup = await groupRow(app, `az-${account.name}-contributors`)
    const [group_id, other_id] = [firstRequest.group.id, otherGroup.id].sort() as [string, string]
    await app.db
      .insertInto('access_group_conflicts')
      .values({ group_id, other_id, reason, created_by: app.persona('Daniel').id })
      .execute()
    const { approvalId } = await requestAccess(app, account, { suffix: 'contributors', durationHours: 8 })
    const { flags } = (await as('Daniel').get(`/account-approvals/${approvalId}`)).body.evidence
    const [conflict] = flags.filter(({ tone }: { tone: string }) => tone === 'bad')
    expect(conflict.text).toContain(`${conflictPhrases.requested} ${firstRequest.group.name}. ${reason}`)
  })

  it('is returned without waiting for slow services', async () => {
    const { approvalId } = await requestAccess(app, accountOf(app, 5))
    const faults = (['graph', 'arm'] as const).map((service) =>
      app.simulator.faults.add({ service, action: { kind: 'delay', ms: 60_000 } }),
    )
    const startTime = performance.now()
    const response = await as('Daniel').get(`/account-approvals/${approvalId}`)
    const elapsedMs = performance.now() - startTime
    for (const fault of faults) app.simulator.faults.remove(fault)
    expect(elapsedMs).toBeLessThan(45_000)
    expect(factsOf(response.body)).toMatchObject({
      [accessEvidenceLabels.lastUsed]: accessEvidenceLabels.noAzure,
      [accessEvidenceLabels.team]: accessEvidenceLabels.noDirectory,
    })
  })

  it('warns of access that allows changes in production', async () => {
    const production = app.company.accounts.find(
      (account) =>
        account.status === 'active' &&
        account.environment === 'production' &&
        account.kind === 'cloud' &&
        account.ownerIds.includes(app.persona('Daniel').id),
    )!
    const { approvalId } = await requestAccess(app, production, { who: 'Tomasz', suffix: 'contributors', durationHours: 8 })
    const { flags } = (await as('Daniel').get(`/account-approvals/${approvalId}`)).body.evidence
    expect(flags.map(({ text }: { text: string }) => text)).toContain(accessEvidenceLabels.changesProduction)
  })
})
