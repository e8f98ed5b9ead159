import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../server/operations.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { type Call, everyItemDenied, send } from './attack.ts'
import { attackLists } from './attackLists.ts'
import { type StepUpTarget, stepUpTargets } from './stepUpTargets.ts'
import { newPerson, openWorld, signedIn, stateOf, type World } from './world.ts'

interface Case {
  operation: string
  does: string
  /** The weakest value of `stepUp` with which the operation must be denied. */
  setting: string
  prepare: (app: TestApp) => Promise<StepUpTarget>
}

const attacks = await attackLists()
/** acceptDatabaseRestore needs a paused installation, which rejects all other calls. acceptDatabaseRestore.test.ts tests it. */
const testedElsewhere = new Set(['acceptDatabaseRestore'])
const stepUpOperations = operations.filter(({ id, stepUp }) => stepUp !== undefined && !testedElsewhere.has(id))
const cases = stepUpOperations.flatMap(({ id, stepUp }): Case[] => {
  const ownTarget = stepUpTargets[id]
  const targets = ownTarget
    ? [{ effect: 'acts', prepare: ownTarget }]
    : attacks.filter(({ operation, verifiedBy }) => operation === id && verifiedBy === undefined)
  return targets.map(({ effect, prepare }) => {
    const isDecision = stepUp === 'byRow' && (effect === 'decides' || id === 'bulkDecideApprovals')
    return { operation: id, does: effect, prepare, setting: stepUp === 'always' ? 'off' : isDecision ? 'all' : 'privilegedOnly' }
  })
})

it('has a case for every operation that declares a second factor', () => {
  const visible = new Set(cases.map(({ operation }) => operation))
  expect(stepUpOperations.filter(({ id }) => !visible.has(id)).map(({ id }) => id)).toEqual([])
  expect(Object.keys(stepUpTargets).filter((id) => !stepUpOperations.some((operation) => operation.id === id))).toEqual([])
  console.log(`${visible.size} operations in ${cases.length} cases reject a sign-in without a fresh second factor`)
})

// Each case uses up objects of the sample company, so an environment supports a limited number of cases.
const casesPerWorld = 10
describe.each(Array.from({ length: Math.ceil(cases.length / casesPerWorld) }, (_, world) => ({ world: world + 1 })))(
  'in environment $world',
  ({ world: number }) => {
    let app: TestApp
    let world: World
    beforeAll(async () => {
      app = await startTestApp({ runJobs: false })
      world = await openWorld(app)
    })
    afterAll(async () => {
      await world.close()
      await app.close()
    })

    const eventsOf = (personId: string) =>
      app.db.selectFrom('audit_events').select(['operation', 'outcome', 'reason']).where('actor_id', '=', personId).orderBy('id').execute()

    /** Some operations need a step-up sign-in only from administrators, so this person gets the administrator role. */
    async function newAdministrator({ grant }: StepUpTarget): Promise<string> {
      const id = await newPerson(app)
      await grant(id)
      const { roles } = await app.db.selectFrom('people').select('roles').where('id', '=', id).executeTakeFirstOrThrow()
      const roles_synced_at = new Date(Date.now() + 3_600_000)
      await app.db
        .updateTable('people')
        .set({ roles: [...new Set([...roles, 'Slipway.Admin'])], roles_synced_at })
        .where('id', '=', id)
        .execute()
      return id
    }

    const casesOfWorld = cases.slice((number - 1) * casesPerWorld, number * casesPerWorld)
    describe.each(casesOfWorld)('$operation ($does)', ({ operation, setting, prepare }) => {
      // An attempt that failed before the call was accepted leaves its target unchanged.
      let preparedTarget: StepUpTarget | undefined

      it('requires a fresh second factor from an authorized person in every call, and accepts it', async () => {
        preparedTarget ??= await prepare(app)
        const { call, others = [] } = preparedTarget
        const id = await newAdministrator(preparedTarget)
        const settingResponse = await app.as(app.persona('Niamh').id).patch('/admin/settings/stepUp', { value: setting })
        expect(settingResponse.status).toBe(200)

        const weakCaller = await signedIn(app, id, { strong: false })
        const stateBefore = await stateOf(app)
        const key = { 'idempotency-key': `step-up-${randomUUID()}` }
        const sentCalls: Call[] = [call, call, call, call, ...others]
        const responses = [await send(weakCaller, call, key), await send(weakCaller, call, key)]
        responses.push(...(await Promise.all([send(weakCaller, call), send(weakCaller.on(world.replica), call)])))
        for (const otherCall of others) responses.push(await send(weakCaller, otherCall))
        expect(responses.map(({ status, body }) => [status, body.code])).toEqual(sentCalls.map(() => [401, 'stepUpNeeded']))
        expect(await stateOf(app)).toEqual(stateBefore)
        const events = await eventsOf(id)
        expect(events.slice(0, 4).map((event) => event.operation)).toEqual(Array(4).fill(operation))
        expect(events).toEqual(
          sentCalls.map(() => ({ operation: expect.any(String), outcome: 'denied', reason: expect.stringMatching(/^stepUpNeeded:/) })),
        )

        const response = await send(await signedIn(app, id), call)
        expect([response.status < 300, response.status < 300 || response.body]).toEqual([true, true])
        expect(everyItemDenied(response.body)).toBe(false)
      })
    })
  },
)
