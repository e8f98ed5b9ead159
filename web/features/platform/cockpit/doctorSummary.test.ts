import { expect, it } from 'vitest'
import { areAllOk, countChecks, describeCheck, doctorCountLabels, doctorStatusLabels, labelOfCheck } from './doctorSummary.ts'
import type { DoctorCheck } from './types.ts'

const checks = (...statuses: DoctorCheck['status'][]) => statuses.map((status) => ({ status }))

it('counts checks of each status separately, failed ones first', () => {
  const counted = countChecks(checks('unverified', 'ok', 'warning', 'ok', 'unknown', 'failed', 'unverified'))
  const { failed, unknown, warning, ok, unverified } = doctorCountLabels
  expect(counted).toBe(`1 ${failed}, 1 ${unknown}, 1 ${warning}, 2 ${ok}, 2 ${unverified}`)
  expect(countChecks(checks('ok'))).toBe(`1 ${ok}`)
})

it('is OK only if there are neither warnings nor unverified checks', () => {
  expect(areAllOk(checks('ok', 'ok'))).toBe(true)
  for (const status of ['failed', 'unknown', 'warning', 'unverified'] as const) expect(areAllOk(checks('ok', status)), status).toBe(false)
})

it('labels a failed check as missing only if the check says what its absence affects', () => {
  expect(labelOfCheck({ status: 'failed', without: 'Sandboxes can’t be created' })).toBe(doctorStatusLabels.missing)
  expect(labelOfCheck({ status: 'failed', without: null })).toBe(doctorStatusLabels.failed)
  expect(labelOfCheck({ status: 'unverified', without: 'Sandboxes can’t be created' })).toBe(doctorStatusLabels.unverified)
})

it('describes a permission with its state, the reason and its effect', () => {
  const permission = { title: 'contents=write', detail: 'A condition grants it.', without: 'Accounts aren’t recorded' }
  const sentences = (['ok', 'unverified'] as const).map((status) => describeCheck({ ...permission, status }))
  expect(new Set(sentences).size).toBe(2)
  for (const sentence of sentences) expect(sentence).toContain(permission.title)
  expect(sentences[1]).toContain(permission.detail)
  expect(sentences[1]).toContain(permission.without)
  expect(describeCheck({ status: 'ok', title: 'Clock', detail: null, without: null })).toBe('Clock')
})
