import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../app.ts'
import { type Adversary, type Attack, adversaries, type Call, everyItemRefused, send, type Target } from './attack.ts'
import { become, deniedEvents, newPerson, openWorld, signedIn, stateOf, type World } from './world.ts'

/** Each adversary tries directly, again with the same idempotency key, on two replicas at the same time, and by each other call. */
const tries = (target: Target) => 4 + (target.others?.length ?? 0)

/** These callers aren’t authenticated, so their refusals are counted together. */
const uncredited: readonly Adversary[] = ['signedOut', 'appOnlyToken', 'disabled']

/**
 * Adds a test per operation and adversary: every attempt is refused with a status of at least 400, writes nothing, and is on record. In the
 * end an authorized person succeeds, so that no refusal is due to an impossible target.
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
      /** Uses an unchanged target, so that a failed test can run again. */
      async function withTarget(work: (target: Target) => Promise<void>): Promise<void> {
        const target = prepared ?? (await prepare(app))
        prepared = undefined
        await work(target)
        prepared = target
      }

      const kinds = Object.entries(adversaries).filter(([kind]) => !(kind in allowed)) as [Adversary, string][]
      it.each(kinds)('denies %s: %s', (kind) =>
        withTarget(async (target) => {
          const { caller, undo } = await become(kind, world, target)
          const before = await stateOf(app)
          const events = await deniedEvents(app)
          const answers = await allWays(caller, target)
          for (const answer of answers) expect(answer).toMatchObject({ refused: true })
          expect(await stateOf(app)).toEqual(before)
          // A bulk operation answers 200, which is stored, so a repetition with the same key is no new call.
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
        const repeated = judged(target.call, await send(caller, target.call, key))
        const other = caller.on(world.replica)
        const together = await Promise.all([send(caller, target.call), send(other, target.call)])
        const elsewise = []
        for (const call of target.others ?? []) elsewise.push(judged(call, await send(caller, call)))
        return [direct, repeated, ...together.map((answer) => judged(target.call, answer)), ...elsewise]
      }

      if (shownBy === undefined)
        it('succeeds for an authorized person', () =>
          withTarget(async (target) => {
            const id = await newPerson(app)
            await target.give(id)
            const answer = await send(await signedIn(app, id), target.call)
            expect([answer.status < 300, answer.status < 300 || answer.body]).toEqual([true, true])
            expect(everyItemRefused(answer.body)).toBe(false)
          }))
    })
}
