import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { accountOf, ask, justification } from './access.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const as = (who: string) => app.as(app.persona(who).id)
const factsOf = (body: { evidence: { facts: { label: string; value: string }[] } }) =>
  Object.fromEntries(body.evidence.facts.map(({ label, value }) => [label, value]))

describe('the evidence for access', () => {
  it('says what the person holds on the account already and who else is in the group', async () => {
    const account = accountOf(app, 0)
    const { graph } = app.context.clients
    const readers = app.company.groups.find((group) => group.mailNickname === `az-${account.name}-readers`)!
    await graph.addGroupMember(readers.id, app.persona('Priya').id)
    const { group, approvalId, body } = await ask(app, account, { suffix: 'contributors', durationHours: 48 })
    const answer = await as('Daniel').get(`/account-approvals/${approvalId}`)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      subjectKind: 'accessRequest',
      request: null,
      update: null,
      access: { id: body.id, reference: body.reference, account: { id: account.id }, group: { name: group.name }, durationHours: 48 },
      evidence: { purpose: justification },
    })
    const facts = factsOf(answer.body)
    expect(facts).toMatchObject({ Roles: 'Contributor', 'For how long': '2 days', 'Holds here already': readers.mailNickname })
    const contributors = app.company.groups.find((each) => each.mailNickname === group.name)!
    const name = (id: string) => app.company.people.find((person) => person.id === id)!.displayName
    for (const id of contributors.memberIds) expect(facts['In the group now']).toContain(name(id))
    const waiting = (await as('Daniel').get('/account-approvals/pending-approvals')).body
    expect(waiting.find(({ id }: { id: string }) => id === approvalId).access.reference).toBe(body.reference)
  })

  it('is there without the directory, and says what is missing', async () => {
    const { approvalId } = await ask(app, accountOf(app, 1))
    const action = { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } } as const
    const fault = app.simulator.faults.add({ service: 'graph', action })
    const answer = await as('Daniel').get(`/account-approvals/${approvalId}`)
    app.simulator.faults.remove(fault)
    expect(answer.status).toBe(200)
    expect(factsOf(answer.body)['In the group now']).toBe('The directory does not answer at the moment.')
  })

  it('warns of what deserves a second look', async () => {
    const production = app.company.accounts.find(
      (account) =>
        account.status === 'active' &&
        account.environment === 'production' &&
        account.kind === 'cloud' &&
        account.ownerIds.includes(app.persona('Daniel').id),
    )!
    const { approvalId } = await ask(app, production, { who: 'Tomasz', suffix: 'contributors', durationHours: 8 })
    const { flags } = (await as('Daniel').get(`/account-approvals/${approvalId}`)).body.evidence
    expect(flags.map(({ text }: { text: string }) => text)).toContain('It lets one change things in production.')
  })
})
