import type { StageRule } from '../../server/db/tables.ts'
import type { TestApp } from '../app.ts'
import { newRequest } from '../newRequest.ts'
import { putPolicy } from '../putPolicy.ts'
import type { Attack, Target } from './attack.ts'
import { tryAttacks } from './tryAttacks.ts'
import { newPerson, signedIn } from './world.ts'

/** A group whose members decide, in the directory as Slipway knows it. */
async function newGroup(app: TestApp, ...members: string[]) {
  const id = crypto.randomUUID()
  await app.db.insertInto('directory_groups').values({ id, display_name: 'Approvers', checked_at: new Date() }).execute()
  const give = async (person_id: string) =>
    void (await app.db.insertInto('directory_group_members').values({ group_id: id, person_id }).execute())
  const take = async (person_id: string) =>
    void (await app.db.deleteFrom('directory_group_members').where('group_id', '=', id).where('person_id', '=', person_id).execute())
  for (const member of members) await give(member)
  return { rule: { kind: 'directoryGroup', groupId: id } as StageRule, give, take }
}

/** An account request in the second of three stages; the first was approved by somebody who has no seat in the second. */
async function accountRequest(app: TestApp): Promise<Target> {
  const [first, third] = [await newPerson(app), await newPerson(app)]
  const seats = [await newGroup(app, first), await newGroup(app), await newGroup(app, third)]
  const stages = seats.map(({ rule }, index) => ({ name: `Stage ${index + 1}`, rule, minimum: 1 }))
  const back = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages })
  const gains = app.persona('Priya').id
  const { body } = await app.as(gains).post('/account-requests', newRequest(app, { name: `adversary-${first.slice(0, 8)}` }))
  await back()
  const id = body.approvals[0].id as string
  await (await signedIn(app, first)).post(`/account-approvals/${id}`, { decision: 'approve', stage: 1, comment: 'Fine by me.' })
  const { version } = await app.db.selectFrom('approvals').select('version').where('id', '=', id).executeTakeFirstOrThrow()
  const vote = { decision: 'approve', comment: 'Fine by me.' }
  return {
    call: { method: 'POST', path: `/account-approvals/${id}`, body: { ...vote, stage: 2 } },
    others: [{ method: 'POST', path: '/account-approvals/together', body: { ...vote, items: [{ id, stage: 2, version }] } }],
    gains,
    give: seats[1]!.give,
    take: seats[1]!.take,
    elsewhere: first,
  }
}

const attacks: Attack[] = [{ operation: 'decideAccountApproval', does: 'decides', prepare: accountRequest }]
tryAttacks(attacks)
