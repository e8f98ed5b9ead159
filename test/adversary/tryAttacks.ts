import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../app.ts'
import { type Adversary, type Attack, adversaries, type Call, everyItemRefused, send, type Target } from './attack.ts'
import { become, deniedEvents, newPerson, openWorld, signedIn, stateOf, type World } from './world.ts'

/** How often each adversary tries: directly, again with the key of the first try, on two replicas at once, and by each other call. */
const tries = (target: Target) => 4 + (target.others?.length ?? 0)

/** Their credentials do not count, so that they are not signed in; refusals to such callers are counted together. */
const uncredited: readonly Adversary[] = ['signedOut', 'appOnlyToken', 'disabled']

/**
 * A test for each operation and each adversary: refused with a status of 400 or more however it is tried, nothing written, on record.
 * In the end somebody with the right does it, so that a refusal is never due to a target that nobody could act on.
 */
export function tryAttacks(attacks: readonly Attack[]): void {
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

  for (const { operation, does, prepare, allowed = {}, shownBy } of attacks)
    describe(`${operation} (${does})`, () => {
      let prepared: Target | undefined
      let attempts = 0
      afterAll(() => console.log(`${operation}: ${attempts} attempts refused`))
      /** Tries with a target that nothing was done to, so that a test can be run again after it failed. */
      async function withTarget(work: (target: Target) => Promise<void>): Promise<void> {
        const target = prepared ?? (await prepare(app))
        prepared = undefined
        await work(target)
        prepared = target
      }

      const kinds = Object.entries(adversaries).filter(([kind]) => !(kind in allowed)) as [Adversary, string][]
      it.each(kinds)('refuses %s: %s', (kind) =>
        withTarget(async (target) => {
          const { caller, undo } = await become(kind, world, target)
          const before = await stateOf(app)
          const events = await deniedEvents(app)
          const answers = await allWays(caller, target)
          for (const answer of answers) expect(answer).toMatchObject({ refused: true })
          expect(await stateOf(app)).toEqual(before)
          // A call for many things answers 200, which is kept: the same key again is no new call.
          const calls = answers[0]!.status < 400 ? tries(target) - 1 : tries(target)
          expect(await deniedEvents(app)).toBeGreaterThanOrEqual(uncredited.includes(kind) ? 1 : events + calls)
          attempts += tries(target)
          await undo()
        }),
      )

      async function allWays(caller: Caller, target: Target) {
        const judged = (call: Call, answer: Awaited<ReturnType<typeof send>>) => ({
          call: `${call.method} ${call.path}`,
          status: answer.status,
          code: answer.body?.code,
          refused: answer.status >= 400 ? answer.status < 500 : everyItemRefused(answer.body),
        })
        const key = { 'idempotency-key': `adversary-${randomUUID()}` }
        const direct = judged(target.call, await send(caller, target.call, key))
        const again = judged(target.call, await send(caller, target.call, key))
        const other = caller.on(world.replica)
        const together = await Promise.all([send(caller, target.call), send(other, target.call)])
        const elsewise = []
        for (const call of target.others ?? []) elsewise.push(judged(call, await send(caller, call)))
        return [direct, again, ...together.map((answer) => judged(target.call, answer)), ...elsewise]
      }

      if (shownBy === undefined)
        it('does it for somebody with the right', () =>
          withTarget(async (target) => {
            const id = await newPerson(app)
            await target.give(id)
            const answer = await send(await signedIn(app, id), target.call)
            expect([answer.status < 300, answer.status < 300 || answer.body]).toEqual([true, true])
            expect(everyItemRefused(answer.body)).toBe(false)
          }))
    })
}
