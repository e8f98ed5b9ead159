import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../server/operations.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { type Call, everyItemRefused, send } from './attack.ts'
import { attackLists } from './attackLists.ts'
import { type StepUpTarget, stepUpTargets } from './stepUpTargets.ts'
import { newPerson, openWorld, signedIn, stateOf, type World } from './world.ts'

interface Case {
  operation: string
  does: string
  /** The weakest value of `stepUp` with which the operation must be refused. */
  setting: string
  prepare: (app: TestApp) => Promise<StepUpTarget>
}

const attacks = await attackLists()
const declaring = operations.filter(({ stepUp }) => stepUp !== undefined)
const cases = declaring.flatMap(({ id, stepUp }): Case[] => {
  const own = stepUpTargets[id]
  const targets = own
    ? [{ does: 'acts', prepare: own }]
    : attacks.filter(({ operation, shownBy }) => operation === id && shownBy === undefined)
  return targets.map(({ does, prepare }) => {
    const isDecision = stepUp === 'byRow' && (does === 'decides' || id === 'bulkDecideApprovals')
    return { operation: id, does, prepare, setting: stepUp === 'always' ? 'off' : isDecision ? 'all' : 'privilegedOnly' }
  })
})

it('has a case for every operation that declares a second factor', () => {
  const shown = new Set(cases.map(({ operation }) => operation))
  expect(declaring.filter(({ id }) => !shown.has(id)).map(({ id }) => id)).toEqual([])
  expect(Object.keys(stepUpTargets).filter((id) => !declaring.some((operation) => operation.id === id))).toEqual([])
  console.log(`${shown.size} operations in ${cases.length} cases refuse a sign-in without a fresh second factor`)
})

// Each case uses objects of the sample company that no other case can use, so a world supports a limited number.
const casesPerWorld = 10
describe.each(Array.from({ length: Math.ceil(cases.length / casesPerWorld) }, (_, world) => ({ world: world + 1 })))(
  'in world $world',
  ({ world: number }) => {
    let app: TestApp
    let world: World
    beforeAll(async () => {
      app = await startTestApp({ work: false })
      world = await openWorld(app)
    })
    afterAll(async () => {
      await world.close()
      await app.close()
    })

    const eventsOf = (personId: string) =>
      app.db.selectFrom('audit_events').select(['operation', 'outcome', 'reason']).where('actor_id', '=', personId).orderBy('id').execute()

    /** Some operations need a step-up sign-in from administrators only, so they get that role. */
    async function newAdministrator({ give }: StepUpTarget): Promise<string> {
      const id = await newPerson(app)
      await give(id)
      const { roles } = await app.db.selectFrom('people').select('roles').where('id', '=', id).executeTakeFirstOrThrow()
      const roles_at = new Date(Date.now() + 3_600_000)
      await app.db
        .updateTable('people')
        .set({ roles: [...new Set([...roles, 'Slipway.Admin'])], roles_at })
        .where('id', '=', id)
        .execute()
      return id
    }

    const some = cases.slice((number - 1) * casesPerWorld, number * casesPerWorld)
    describe.each(some)('$operation ($does)', ({ operation, setting, prepare }) => {
      // An attempt that failed before the call was accepted leaves its target unchanged.
      let prepared: StepUpTarget | undefined

      it('requires a fresh second factor from an authorized person in every call, and accepts it', async () => {
        prepared ??= await prepare(app)
        const { call, others = [] } = prepared
        const id = await newAdministrator(prepared)
        const change = await app.as(app.persona('Niamh').id).patch('/admin/settings/stepUp', { value: setting })
        expect(change.status).toBe(200)

        const weak = await signedIn(app, id, { strong: false })
        const before = await stateOf(app)
        const key = { 'idempotency-key': `step-up-${randomUUID()}` }
        const sent: Call[] = [call, call, call, call, ...others]
        const answers = [await send(weak, call, key), await send(weak, call, key)]
        answers.push(...(await Promise.all([send(weak, call), send(weak.on(world.replica), call)])))
        for (const other of others) answers.push(await send(weak, other))
        expect(answers.map(({ status, body }) => [status, body.code])).toEqual(sent.map(() => [401, 'stepUpNeeded']))
        expect(await stateOf(app)).toEqual(before)
        const events = await eventsOf(id)
        expect(events.slice(0, 4).map((event) => event.operation)).toEqual(Array(4).fill(operation))
        expect(events).toEqual(
          sent.map(() => ({ operation: expect.any(String), outcome: 'denied', reason: expect.stringMatching(/^stepUpNeeded:/) })),
        )

        const answer = await send(await signedIn(app, id), call)
        expect([answer.status < 300, answer.status < 300 || answer.body]).toEqual([true, true])
        expect(everyItemRefused(answer.body)).toBe(false)
      })
    })
  },
)
