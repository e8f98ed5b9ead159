import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { assignmentRow } from '../../access/assignments/access.fixture.ts'
import { add, addOwners, clientOf, sandboxEvents, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

describe('updateSandboxAccess', () => {
  it('sets an end date, and removes it, so that the access ends with the sandbox', async () => {
    const sandbox = await teamSandbox(app)
    const { id, path } = await add(app, sandbox, 'Priya')
    const endsAt = hoursFromNow(24)
    expect(await clientOf(app, 'Daniel').patch(path, { endsAt })).toMatchObject({ status: 200, body: { endsAt, version: 2 } })
    expect((await assignmentRow(app, id)).ends_at?.toISOString()).toBe(endsAt)
    expect(await clientOf(app, 'Niamh').patch(path, { endsAt: null })).toMatchObject({ status: 200, body: { endsAt: null } })
    const notifications = await app.db
      .selectFrom('notifications')
      .select('title')
      .where('person_id', '=', app.persona('Priya').id)
      .where('kind', '=', 'accessChanged')
      .where('subject_id', '=', sandbox.id)
      .execute()
    expect(notifications).toHaveLength(2)
    expect((await sandboxEvents(app, sandbox.id)).slice(1)).toEqual([
      expect.stringMatching(new RegExp(`^Daniel Okoro .*Priya Raman .*sbx-${sandbox.name}-team$`)),
      expect.stringMatching(new RegExp(`^Niamh Brennan .*Priya Raman .*sbx-${sandbox.name}-team$`)),
    ])
  })

  it('lets members end their access earlier', async () => {
    const { path } = await add(app, await teamSandbox(app), 'Priya', { endsAt: hoursFromNow(24) })
    expect(await clientOf(app, 'Priya').patch(path, { endsAt: hoursFromNow(2) })).toMatchObject({ status: 200 })
  })

  roleSuite(
    'updateSandboxAccess',
    () => app,
    async () => ({ path: (await add(app, await teamSandbox(app), 'Priya')).path, body: { endsAt: hoursFromNow(5) } }),
  )

  it('denies members a later end date, another member, and an owner of another sandbox', async () => {
    const sandbox = await teamSandbox(app)
    await teamSandbox(app, { ownedBy: ['Ravi'] })
    await add(app, sandbox, 'Margaret')
    const { id, path } = await add(app, sandbox, 'Priya', { endsAt: hoursFromNow(24) })
    for (const endsAt of [hoursFromNow(48), null])
      expect(await clientOf(app, 'Priya').patch(path, { endsAt })).toMatchObject({ status: 401 })
    for (const personaName of ['Margaret', 'Ravi'])
      expect(await clientOf(app, personaName).patch(path, { endsAt: hoursFromNow(2) })).toMatchObject({ status: 401 })
    expect((await assignmentRow(app, id)).version).toBe(1)
  })

  it('returns 404 through the operation for accounts', async () => {
    const { id } = await add(app, await teamSandbox(app), 'Priya')
    expect(await clientOf(app, 'Niamh').patch(`/account-access/${id}`, { endsAt: hoursFromNow(2) })).toMatchObject({ status: 404 })
  })

  it('rejects an end date in the past or after the end of the sandbox, and an old version', async () => {
    const { path } = await add(app, await teamSandbox(app), 'Priya')
    const daniel = clientOf(app, 'Daniel')
    for (const endsAt of [hoursFromNow(-1), hoursFromNow(24 * 365)])
      expect(await daniel.patch(path, { endsAt })).toMatchObject({ status: 400, body: { errors: [{ field: 'endsAt' }] } })
    expect(await daniel.patch(path, { endsAt: hoursFromNow(2) }, { 'if-match': '"7"' })).toMatchObject({ status: 412 })
  })

  it('rejects a change of an owner’s access', async () => {
    const sandbox = await teamSandbox(app, { ownedBy: ['Daniel', 'Ravi'] })
    await addOwners(app, sandbox)
    const ravi = await app.db
      .selectFrom('group_assignments')
      .select('id')
      .where('group_id', '=', sandbox.owners.id)
      .where('person_id', '=', app.persona('Ravi').id)
      .executeTakeFirstOrThrow()
    expect(await clientOf(app, 'Daniel').patch(`/sandbox-access/access/${ravi.id}`, { endsAt: hoursFromNow(2) })).toMatchObject({
      status: 409,
    })
  })
})
