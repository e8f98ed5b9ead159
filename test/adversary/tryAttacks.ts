import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../app.ts'
import { type Adversary, type Attack, adversaries, type Call, everyItemDenied, send, type Target } from './attack.ts'
import { deniedEvents, newPerson, openWorld, signedIn, signInAs, stateOf, type World } from './world.ts'

/**
 * Each adversary tries directly, again with the same idempotency key, on two replicas at the same time, and through each alternative call.
 */
const attemptCount = (target: Target) => 4 + (target.others?.length ?? 0)

/** These callers aren’t authenticated, so their denials are counted together. */
const withoutCredentials: readonly Adversary[] = ['signedOut', 'appOnlyToken', 'disabled']

/**
 * Adds a test per operation and adversary: every attempt is denied with a status of at least 400, writes nothing, and is audited. In the
 * end, an authorized person succeeds, so that no denial is due to an impossible target.
 */
export function tryAttacks(attacks: readonly Attack[]): void {
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

  for (const { operation, effect, prepare, allowed = {}, verifiedBy } of attacks)
    describe(`${operation} (${effect})`, () => {
      let preparedTarget: Target | undefined
      let attempts = 0
      afterAll(() => console.log(`${operation}: ${attempts} attempts denied`))
      /** Uses an unchanged target, so that a failed test can run again. */
      async function withTarget(callback: (target: Target) => Promise<void>): Promise<void> {
        const target = preparedTarget ?? (await prepare(app))
        preparedTarget = undefined
        await callback(target)
        preparedTarget = target
      }

      const kinds = Object.entries(adversaries).filter(([kind]) => !(kind in allowed)) as [Adversary, string][]
      it.each(kinds)('denies %s: %s', (kind) =>
        withTarget(async (target) => {
          const { caller, undo } = await signInAs(kind, world, target)
          const stateBefore = await stateOf(app)
          const events = await deniedEvents(app)
          const responses = await tryAllVariants(caller, target)
          for (const response of responses) expect(response).toMatchObject({ refused: true })
          expect(await stateOf(app)).toEqual(stateBefore)
          // A bulk operation returns 200, which is stored, so a repetition with the same key isn’t a new call.
          const calls = responses[0]!.status < 400 ? attemptCount(target) - 1 : attemptCount(target)
          expect(await deniedEvents(app)).toBeGreaterThanOrEqual(withoutCredentials.includes(kind) ? 1 : events + calls)
          attempts += attemptCount(target)
          await undo()
        }),
      )

      async function tryAllVariants(caller: Caller, target: Target) {
        const summarizeResponse = (call: Call, response: Awaited<ReturnType<typeof send>>) => ({
          call: `${call.method} ${call.path}`,
          status: response.status,
          code: response.body?.code,
          refused: response.status >= 400 ? response.status < 500 : everyItemDenied(response.body),
        })
        const key = { 'idempotency-key': `adversary-${randomUUID()}` }
        const directOutcome = summarizeResponse(target.call, await send(caller, target.call, key))
        const repeated = summarizeResponse(target.call, await send(caller, target.call, key))
        const otherCaller = caller.on(world.replica)
        const concurrentResponses = await Promise.all([send(caller, target.call), send(otherCaller, target.call)])
        const indirectOutcomes = []
        for (const call of target.others ?? []) indirectOutcomes.push(summarizeResponse(call, await send(caller, call)))
        return [
          directOutcome,
          repeated,
          ...concurrentResponses.map((response) => summarizeResponse(target.call, response)),
          ...indirectOutcomes,
        ]
      }

      if (verifiedBy === undefined)
        it('allows the operation to an authorized person', () =>
          withTarget(async (target) => {
            const id = await newPerson(app)
            await target.grant(id)
            const response = await send(await signedIn(app, id), target.call)
            expect([response.status < 300, response.status < 300 || response.body]).toEqual([true, true])
            expect(everyItemDenied(response.body)).toBe(false)
          }))
    })
}
