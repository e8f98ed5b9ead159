import { expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { sandboxHostCan, sandboxTemplateCan } from './policy.ts'

const admin = personOf('a', { admin: true })
const allowed = (can: object) =>
  Object.entries(can)
    .filter(([, verdict]) => verdict === true)
    .map(([action]) => action)

it.each([
  [admin, { enabled: true, requests: 0 }, ['request', 'update', 'delete']],
  [admin, { enabled: false, requests: 1 }, ['update']],
  [personOf('x', { auditor: true }), { enabled: true, requests: 0 }, ['request']],
  [personOf('x'), { enabled: false, requests: 0 }, []],
])('decides the actions on a template (case %#)', (actor, template, expected) => {
  expect(allowed(sandboxTemplateCan(actor, template))).toEqual(expected)
  expect(sandboxTemplateCan(personOf('x'), { ...template, requests: 1 }).delete).toBe(sandboxTemplateCan(personOf('x'), template).delete)
})

it.each([
  [admin, { status: 'available', used: 0, history: 0 }, ['update', 'close', 'delete']],
  [admin, { status: 'available', used: 1, history: 1 }, ['update', 'close']],
  [admin, { status: 'closed', used: 0, history: 1 }, ['update', 'open']],
  [admin, { status: 'coolingDown', used: 0, history: 0 }, ['update', 'close', 'open', 'delete']],
  [personOf('x', { auditor: true }), { status: 'available', used: 0, history: 0 }, []],
] as const)('decides the actions on a sandbox host (case %#)', (actor, host, expected) => {
  expect(allowed(sandboxHostCan(actor, host))).toEqual(expected)
})
