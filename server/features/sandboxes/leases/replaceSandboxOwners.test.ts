import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { isIn } from '../../access/assignments/access.fixture.ts'
import { add, addOwners, inGroup, sandboxEvents, teamSandbox } from '../access/sandboxAccess.fixture.ts'
import { replaceSandboxOwners } from './replaceSandboxOwners.ts'

let app: TestApp
let time = new Date()
beforeAll(async () => {
  app = await startTestApp({ now: () => time })
})
afterAll(() => app.close())

const idOf = (givenName: string) => app.persona(givenName).id
const set = (id: string, overrides: { active?: boolean; manager_id?: string | null }) =>
  app.db.updateTable('people').set(overrides).where('id', '=', id).execute()
const ownersOf = async (id: string) =>
  (await app.db.selectFrom('sandbox_owners').select('person_id').where('sandbox_id', '=', id).execute()).map((row) => row.person_id)
const statusOf = async (id: string) =>
  (await app.db.selectFrom('sandboxes').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const listTitlesOf = async (givenName: string, sandboxId: string) =>
  (
    await app.db
      .selectFrom('notifications')
      .select('title')
      .where('person_id', '=', idOf(givenName))
      .where('subject_id', '=', sandboxId)
      .where('kind', '=', 'sandboxOwners')
      .execute()
  ).map(({ title }) => title)

describe('replaceSandboxOwners', () => {
  it('removes owners who left, including from the directory group, and keeps the others', async () => {
    const sandbox = await teamSandbox(app, { ownedBy: ['Daniel', 'Ravi'] })
    await addOwners(app, sandbox)
    await app.drain()
    expect(await isIn(app, 'Ravi', sandbox.owners.directoryGroupId)).toBe(true)
    await set(idOf('Ravi'), { active: false })
    await replaceSandboxOwners(app.context)
    await replaceSandboxOwners(app.context)
    await app.drain()
    expect(await ownersOf(sandbox.id)).toEqual([idOf('Daniel')])
    expect(await isIn(app, 'Ravi', sandbox.owners.directoryGroupId)).toBe(false)
    expect(await isIn(app, 'Daniel', sandbox.owners.directoryGroupId)).toBe(true)
    expect(await listTitlesOf('Daniel', sandbox.id)).toEqual([expect.stringMatching(new RegExp(`^Ravi Deshmukh .*${sandbox.name}$`))])
    await set(idOf('Ravi'), { active: true })
  })

  it('makes the requester’s manager the owner', async () => {
    const sandbox = await teamSandbox(app, { ownedBy: ['Ravi'] })
    await addOwners(app, sandbox)
    await set(idOf('Ravi'), { active: false, manager_id: idOf('Margaret') })
    await replaceSandboxOwners(app.context)
    expect(await ownersOf(sandbox.id)).toEqual([idOf('Margaret')])
    expect(await inGroup(app, sandbox.owners.id)).toEqual([idOf('Margaret')])
    expect(await listTitlesOf('Margaret', sandbox.id)).toEqual([expect.stringContaining(sandbox.name)])
    expect(await sandboxEvents(app, sandbox.id)).toEqual([expect.stringMatching(/^Ravi Deshmukh .*Margaret Llewellyn /)])
    await set(idOf('Ravi'), { active: true })
  })

  it('deletes a sandbox without owners after seven days, with its grace period', async () => {
    const sandbox = await teamSandbox(app, { ownedBy: ['Ravi'], lease_end: new Date(time.getTime() + 30 * 86_400_000) })
    await add(app, sandbox, 'Priya', {}, 'Niamh')
    await set(idOf('Ravi'), { active: false, manager_id: null })
    for (let run = 0; run < 3; run++) await replaceSandboxOwners(app.context)
    expect(await ownersOf(sandbox.id)).toEqual([idOf('Ravi')])
    time = new Date(time.getTime() + 6 * 86_400_000)
    await replaceSandboxOwners(app.context)
    expect(await statusOf(sandbox.id)).toBe('active')
    time = new Date(time.getTime() + 86_400_000)
    await replaceSandboxOwners(app.context)
    expect(await statusOf(sandbox.id)).toBe('deleting')
    expect((await sandboxEvents(app, sandbox.id)).filter((text) => text.startsWith('Ravi Deshmukh '))).toHaveLength(1)
    await set(idOf('Ravi'), { active: true })
  })
})
