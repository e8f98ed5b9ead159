import { expect, it } from 'vitest'
import { describeCause } from './describeCause.ts'

it.each([
  ['Azure', 0, 'waiting for Azure'],
  ['Azure', 1, 'waiting for Azure, 1 failed'],
  ['Azure', 2, 'failed at Azure'],
  [null, 0, 'failing'],
  [null, 2, 'failed'],
])('describes a cause at the service %s, with %i of 2 runs failed, as %s', (service, failed, state) =>
  expect(describeCause({ service, code: 'http403', count: 2, failed })).toBe(`2 runs ${state} (status 403)`),
)
