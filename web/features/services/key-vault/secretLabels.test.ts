import { expect, test } from 'vitest'
import { formatDateTime } from '../../../ui/format.ts'
import { describeExpiry, nameProblem, urgencyOf, valueProblem } from './secretLabels.ts'

const now = Date.parse('2026-11-22T12:00:00Z')

test.each([
  [null, 'never', 'Never expires'],
  ['2026-11-18T11:00:00Z', 'expired', 'Expired 5 days ago'],
  ['2026-11-22T11:00:00Z', 'expired', 'Expired today'],
  ['2026-11-22T18:00:00Z', 'soon', 'Expires today'],
  ['2026-11-23T18:00:00Z', 'soon', 'Expires tomorrow'],
  ['2026-12-04T12:00:00Z', 'soon', 'Expires in 12 days'],
  ['2027-11-22T12:00:00Z', 'later', formatDateTime('2027-11-22T12:00:00Z', { time: false })],
] as const)('describes the urgency of %s', (expiresOn, urgency, text) => {
  expect([urgencyOf({ expiresOn }, now), describeExpiry({ expiresOn }, now)]).toEqual([urgency, text])
})

test('validates a secret against the limits of a vault', () => {
  expect([nameProblem('till-key-1'), valueProblem('ü'.repeat(12_500))]).toEqual([undefined, undefined])
  for (const name of ['', 'a_b', 'a/b', 'x'.repeat(128)]) expect(nameProblem(name)).toBeDefined()
  for (const value of ['', 'ü'.repeat(12_501)]) expect(valueProblem(value)).toBeDefined()
})
