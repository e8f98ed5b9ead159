import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { isIn } from '../../access/assignments/access.fixture.ts'
import { addRequestedMembers } from './members.ts'
import { addOwners, inGroup, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const idOf = (givenName: string) => app.persona(givenName).id
const owners = async (id: string, givenName: string[]) =>
  app.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('sandbox_owners').where('sandbox_id', '=', id).execute()
    await tx
      .insertInto('sandbox_owners')
      .values(givenName.map((name, position) => ({ sandbox_id: id, person_id: idOf(name), position })))
      .execute()
  })

describe('syncOwnerAccess', () => {
  it('grants owners access while they own the sandbox, and keeps invited members', async () => {
    const sandbox = await teamSandbox(app, { ownedBy: ['Daniel', 'Ravi'] })
    await addOwners(app, sandbox)
    await addOwners(app, sandbox)
    expect(await inGroup(app, sandbox.owners.id)).toEqual([idOf('Daniel'), idOf('Ravi')].sort())
    await app.as(idOf('Niamh')).post(`/sandbox-access/groups/${sandbox.owners.id}/member`, {
      personId: idOf('Priya'),
      endsAt: new Date(Date.now() + 3_600_000).toISOString(),
    })
    await app.drain()
    await owners(sandbox.id, ['Daniel', 'Priya'])
    await addOwners(app, sandbox)
    await app.drain()
    expect(await isIn(app, 'Ravi', sandbox.owners.directoryGroupId)).toBe(false)
    const priya = await app.db
      .selectFrom('group_assignments')
      .select(['status', 'ends_at'])
      .where('group_id', '=', sandbox.owners.id)
      .where('person_id', '=', idOf('Priya'))
      .execute()
    expect(priya).toEqual([{ status: 'active', ends_at: null }])
    await owners(sandbox.id, ['Daniel'])
    await addOwners(app, sandbox)
    expect(await inGroup(app, sandbox.owners.id)).toEqual([idOf('Daniel'), idOf('Priya')].sort())
  })

  it('doesn’t grant access before the group exists', async () => {
    const sandbox = await teamSandbox(app, { status: 'queued' })
    await addOwners(app, sandbox)
    expect(await inGroup(app, sandbox.owners.id)).toEqual([])
  })
})

describe('addRequestedMembers', () => {
  it('adds the requested people once, and skips owners, disabled people and unknown groups', async () => {
    const sandbox = await teamSandbox(app)
    const formerPerson = app.company.people.find((person) => !person.enabled)!
    const named = ['Priya', 'Daniel'].map((givenName) => ({ personId: idOf(givenName), group: 'team' }))
    const members = [...named, { personId: formerPerson.id, group: 'team' }, { personId: idOf('Ewa'), group: 'nobody' }]
    for (let run = 0; run < 2; run++)
      await app.db
        .transaction()
        .execute((db) =>
          addRequestedMembers({ db, jobs: app.jobs }, { sandboxId: sandbox.id, members, grantedBy: idOf('Daniel'), now: new Date() }),
        )
    expect(await inGroup(app, sandbox.team.id)).toEqual([idOf('Priya')])
  })
})
