import { describe, expect, it } from 'vitest'
import { createCheck } from './check.ts'
import { compareFailures } from './failures.ts'
import type { DoctorCheck } from './schemas.ts'

const [yesterday, today] = ['2026-11-27T03:00:00.000Z', '2026-11-28T03:00:00.000Z']
const check = (title: string, status: DoctorCheck['status'], category = 'Azure') =>
  createCheck({ id: `${category}/${title}`, category, title, status })
const failure = (title: string, since: string, category = 'Azure') => ({ id: `${category}/${title}`, category, title, since })
const compare = (checks: DoctorCheck[]) => compareFailures(checks, [failure('tags', yesterday)], new Date(today))

describe('compareFailures', () => {
  it('adds new failures and keeps the time of earlier ones', () => {
    const { failures, added, resolved } = compare([check('tags', 'failed'), check('budgets', 'failed'), check('locks', 'ok')])
    expect(failures).toEqual([failure('tags', yesterday), failure('budgets', today)])
    expect(added).toEqual([failure('budgets', today)])
    expect(resolved).toEqual([])
  })

  it.each<DoctorCheck['status']>(['ok', 'warning'])('resolves a failure whose check is now %s', (status) => {
    expect(compare([check('tags', status)])).toEqual({ failures: [], added: [], resolved: [failure('tags', yesterday)] })
  })

  it.each([
    ['of a check that no longer exists', [check('locks', 'ok')]],
    ['that only a write could prove', [check('tags', 'unverified'), check('locks', 'ok')]],
  ])('resolves a failure %s', (_, checks) => {
    expect(compare(checks).resolved).toEqual([failure('tags', yesterday)])
  })

  it.each([
    ['of a system that didn’t respond', [check('response', 'unknown')]],
    ['whose check another failure prevented', [check('tags', 'unverified'), check('token', 'failed')]],
    ['that wasn’t reached because of another failure', [check('token', 'failed')]],
  ])('keeps a failure %s, which is not new the next time', (_, checks) => {
    const { failures, resolved } = compare(checks)
    expect(failures).toContainEqual(failure('tags', yesterday))
    expect(resolved).toEqual([])
    expect(compareFailures([check('tags', 'failed')], failures, new Date(today)).added).toEqual([])
  })

  it('doesn’t keep a failure because another system didn’t respond', () => {
    expect(compare([check('response', 'unknown', 'GitHub')]).resolved).toEqual([failure('tags', yesterday)])
  })
})
