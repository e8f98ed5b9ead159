import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { advanceActivations } from './advanceActivations.ts'
import { activationRow, azureAnswers, comesTo, held, sent, take } from './pim.fixture.ts'

let app: TestApp
let later = 0
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + later) })
})
afterAll(() => app.close())
beforeEach(() => pass(0))

const minute = 60_000
function pass(minutes: number) {
  app.simulator.clock.advance(minutes * minute - later)
  later = minutes * minute
}
const deactivate = (id: string, who = 'Daniel', headers?: Record<string, string>) =>
  app.as(app.persona(who).id).post(`/pim/activations/${id}/deactivate`, undefined, headers)

describe('deactivatePimRole', () => {
  it('deactivates the role', async () => {
    const { id } = (await take(app, 0)).body
    pass(6)
    await app.quiet()
    expect((await deactivate(id)).status).toBe(202)
    await comesTo(app, id, 'deactivated')
    expect(sent(app)).toMatchObject([{ requestType: 'AdminRemove', principalId: app.persona('Daniel').id }])
    expect(await held(app, 0)).toEqual([])
    expect((await take(app, 0)).body.status).toBe('active')
  })

  it('deactivates the role as soon as Azure allows it', async () => {
    const taken = (await take(app, 1)).body
    await app.quiet()
    const { body } = await deactivate(taken.id)
    expect(body).toMatchObject({ status: 'ending', deactivatesAt: new Date(Date.parse(taken.startsAt) + 5 * minute).toISOString() })
    expect(sent(app)).toEqual([])
    pass(6)
    await advanceActivations(app.context)
    await comesTo(app, taken.id, 'deactivated')
    expect(await held(app, 1)).toEqual([])
  })

  it('retries where Azure’s clock is behind and it responds with ActiveDurationTooShort', async () => {
    const { id } = (await take(app, 2)).body
    pass(6)
    const error = { code: 'ActiveDurationTooShort', message: 'The active duration is too short. The minimum required is 5 minutes.' }
    azureAnswers(app, { kind: 'status', status: 400, body: { error } }, { count: 1 })
    expect((await deactivate(id)).body.status).toBe('ending')
    later += 11_000
    await app.db
      .updateTable('work_steps')
      .set({ next_attempt_at: new Date(0) })
      .where('note', 'like', 'Azure lets a role go%')
      .execute()
    const run = await app.db.selectFrom('work_runs').select('id').where('status', '=', 'waiting').executeTakeFirstOrThrow()
    await app.jobs.send(app.db, 'work', { runId: run.id })
    await comesTo(app, id, 'deactivated')
  })

  it('succeeds where Azure has already ended the role', async () => {
    const { id } = (await take(app, 3)).body
    pass(6)
    const error = { code: 'RoleAssignmentDoesNotExist', message: 'The Role assignment does not exist.' }
    const gone = azureAnswers(app, { kind: 'status', status: 404, body: { error } })
    await deactivate(id)
    await comesTo(app, id, 'deactivated')
    app.simulator.faults.remove(gone)
  })

  it('lets an administrator deactivate the role', async () => {
    const { id } = (await take(app, 4)).body
    pass(6)
    expect((await deactivate(id, 'Tomasz')).status).toBe(403)
    const admin = app.company.people.find((person) => person.appRoles.includes('Slipway.Admin'))!
    const answer = await app.as(admin.id).post(`/pim/activations/${id}/deactivate`)
    expect(answer.status).toBe(202)
    await comesTo(app, id, 'deactivated')
  })

  describe('other callers', () => {
    let id = ''
    beforeAll(async () => {
      id = (await take(app, 5)).body.id
    })
    roleSuite(
      'deactivatePimRole',
      () => app,
      () => ({ path: `/pim/activations/${id}/deactivate`, stranger: app.persona('Niamh').id }),
    )
  })

  it('rejects an ended role and an old version, and returns 404 for an unknown activation', async () => {
    expect((await deactivate('00000000-0000-4000-8000-000000000000')).status).toBe(404)
    const { id, version } = (await take(app, 6)).body
    expect((await deactivate(id, 'Daniel', { 'if-match': `"${version + 1}"` })).status).toBe(412)
    pass(61)
    await advanceActivations(app.context)
    await comesTo(app, id, 'ended')
    expect((await deactivate(id)).body).toMatchObject({ code: 'wrongState', message: 'This role is over, not active.' })
    expect(await held(app, 6)).toEqual([])
  })

  it('deactivates the role once when many calls arrive concurrently', async () => {
    const { id } = (await take(app, 7)).body
    const answers = await Promise.all(Array.from({ length: 20 }, () => deactivate(id)))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
    expect((await activationRow(app, id)).status).toBe('ending')
    expect(
      await app.db.selectFrom('pim_orders').select('kind').where('activation_id', '=', id).where('kind', '=', 'remove').execute(),
    ).toHaveLength(1)
  })
})
