import { expect, test } from 'vitest'
import { formatDateTime } from '../../../ui/format.ts'
import { describeExpiry, nameProblem, urgencyOf, valueProblem } from './secretLabels.ts'

const now = Date.parse('2026-11-22T12:00:00Z')

test.each([
  [null, 'never', ''],
  ['2026-11-18T11:00:00Z', 'expired', '4'],
  ['2026-11-22T10:00:00Z', 'expired', '2'],
  ['2026-11-22T18:00:00Z', 'soon', '6'],
  ['2026-11-23T18:00:00Z', 'soon', '30'],
  ['2026-12-04T12:00:00Z', 'soon', '12'],
  ['2027-11-22T12:00:00Z', 'later', formatDateTime('2027-11-22T12:00:00Z', { time: false })],
] as const)('describes the urgency of %s', (expiresOn, urgency, text) => {
  const description = describeExpiry({ expiresOn }, now)
  expect([urgencyOf({ expiresOn }, now), description]).toEqual([urgency, expect.stringContaining(text)])
  if (text === '') expect(description).not.toMatch(/\d/)
})

test('describes earlier and later today, tomorrow and never differently', () => {
  const expiries = ['2026-11-22T11:00:00Z', '2026-11-22T18:00:00Z', '2026-11-23T18:00:00Z', null]
  expect(new Set(expiries.map((expiresOn) => describeExpiry({ expiresOn }, now))).size).toBe(expiries.length)
})

test('validates a secret against the limits of a vault', () => {
  expect([nameProblem('till-key-1'), valueProblem('ü'.repeat(12_500))]).toEqual([undefined, undefined])
  for (const name of ['', 'a_b', 'a/b', 'x'.repeat(128)]) expect(nameProblem(name)).toBeDefined()
  for (const value of ['', 'ü'.repeat(12_501)]) expect(valueProblem(value)).toBeDefined()
})
