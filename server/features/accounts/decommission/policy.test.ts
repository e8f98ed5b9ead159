import { expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import type { Person } from '../../../auth/actor.ts'
import type { DecommissionPhase } from '../../../db/tables.ts'
import { decommissionCan } from './policy.ts'

const now = new Date('2026-03-10T12:00:00Z')
const account = { kind: 'cloud' as const, status: 'decommissioning' as const, subscriptionId: 'a', owners: [{ id: 'owner' }] }
const laterDate = new Date(now.getTime() + 1)
const allowed = (actor: Person, phase: DecommissionPhase, restorableUntil: Date | null = laterDate) =>
  Object.entries(decommissionCan(actor, account, { phase, restorableUntil }, now))
    .filter(([, verdict]) => verdict === true)
    .map(([label]) => label)

it.each<[DecommissionPhase, string[]]>([
  ['grace', ['undo', 'skipGracePeriod']],
  ['removing', []],
  ['gone', ['restore']],
  ['undoing', []],
  ['undone', []],
  ['restoring', []],
  ['restored', []],
  ['over', []],
])('allows owners and administrators in the phase %s the actions %j', (phase, expected) => {
  for (const actor of [personOf('owner'), personOf('admin', { admin: true })]) expect(allowed(actor, phase)).toEqual(expected)
  for (const actor of [personOf('stranger'), personOf('auditor', { auditor: true })]) expect(allowed(actor, phase)).toEqual([])
})

it('allows restoring until a known deadline', () => {
  expect(allowed(personOf('owner'), 'gone', now)).toEqual([])
  expect(allowed(personOf('owner'), 'gone', null)).toEqual([])
})
