import { expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { approvalPolicyCan } from './policy.ts'

const admin = personOf('a', { admin: true })

it.each([
  [admin, { status: 'draft', otherOpen: false, errors: 0 }, ['update', 'discard', 'propose']],
  [admin, { status: 'draft', otherOpen: false, errors: 0, unchanged: true }, ['update', 'discard']],
  [admin, { status: 'draft', otherOpen: false, errors: 1 }, ['update', 'discard']],
  [admin, { status: 'draft', otherOpen: false, errors: 2 }, ['update', 'discard']],
  [admin, { status: 'proposed', otherOpen: false, errors: 0 }, ['withdraw']],
  [admin, { status: 'live', otherOpen: false, errors: 0 }, ['draft']],
  [admin, { status: 'live', otherOpen: true, errors: 0 }, []],
  [personOf('x', { auditor: true }), { status: 'draft', otherOpen: false, errors: 0 }, []],
] as const)('allows only the actions of the version’s status (case %#)', (actor, facts, expected) => {
  const can = Object.entries(approvalPolicyCan(actor, facts))
  expect(can.filter(([, verdict]) => verdict === true).map(([action]) => action)).toEqual(expected)
})
