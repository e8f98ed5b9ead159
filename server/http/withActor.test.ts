import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { type Actor, anonymous, type Person } from '../auth/actor.ts'
import { withActor } from './withActor.ts'

const person = { kind: 'person', id: 'p' } as Person

describe('withActor', () => {
  it('adds the caller and the person', () => {
    const call = withActor(person, { value: 1 })
    expect([call.caller, call.actor, call.value]).toEqual([person, person, 1])
  })

  it.each([anonymous, { kind: 'machine', id: 'm' } as Actor])('fails if the person of another caller is read: $kind', (caller) => {
    const call = withActor(caller, {})
    expect(call.caller).toBe(caller)
    expect(() => call.actor).toThrow(expect.objectContaining({ code: 'unauthenticated' }))
  })

  it('gives the objects of all calls one hidden class', () => {
    const calls = [1, 2, 3].map((value) => withActor(person, { value, run: () => value }))
    setFlagsFromString('--allow-natives-syntax')
    try {
      const haveSameMap = runInNewContext('(one, other) => %HaveSameMap(one, other)') as (one: object, other: object) => boolean
      expect(calls.map((call) => haveSameMap(calls[0]!, call))).toEqual([true, true, true])
    } finally {
      setFlagsFromString('--no-allow-natives-syntax')
    }
  })
})
