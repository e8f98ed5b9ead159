import { describe, expect, it } from 'vitest'
import { OutsideError } from './outsideError.ts'
import { watchServices } from './watch.ts'

const service = 'Azure'
const name = 'Microsoft.Resources/tags/write'
const [one, other] = ['/subscriptions/one', '/subscriptions/other']

function setUp() {
  const watch = watchServices()
  watch.know(service)
  const asked = (scope: string) => ({ method: 'PATCH', path: `${scope}/providers/Microsoft.Resources/tags/default` })
  const failed = (scope: string, details: Partial<OutsideError>, at = 0) => {
    const error = new OutsideError({ service, code: 'x', message: 'No.', retryable: false, ...details })
    watch.failed(service, { ms: 1, error, at, asked: asked(scope) })
  }
  return {
    watch,
    lack: (scope: string, lacked = name) => failed(scope, { status: 403, missing: { name: lacked, scope } }),
    failed,
    answered: (scope: string, status: number) => watch.answered(service, { ms: 1, headers: {}, at: 0, asked: asked(scope), status }),
    missing: () =>
      watch
        .look(0)
        .get(service)!
        .missing!.map((each) => `${each.name} ${each.scope}`),
  }
}

describe('a missing permission', () => {
  it('is kept for each scope, and ends at the scope where the call succeeds', () => {
    const { lack, answered, missing } = setUp()
    lack(one)
    lack(other)
    lack(one.toUpperCase())
    expect(missing()).toEqual([`${name} ${one.toUpperCase()}`, `${name} ${other}`])
    answered(one, 200)
    expect(missing()).toEqual([`${name} ${other}`])
  })

  it.each([400, 404, 409])('remains after a response with status %i', (status) => {
    const { lack, answered, failed, missing } = setUp()
    lack(one)
    failed(one, { status })
    answered(one, status)
    expect(missing()).toEqual([`${name} ${one}`])
  })

  it.each([200, 204, 304])('ends with a response with status %i', (status) => {
    const { lack, answered, missing } = setUp()
    lack(one)
    answered(one, status)
    expect(missing()).toEqual([])
  })

  it('remains after a check that does not include it', () => {
    const { watch, lack, missing } = setUp()
    lack(one)
    lack(other, 'Microsoft.Storage/storageAccounts/write')
    watch.permissionsChecked(service, { covered: [name, '*/read'], missing: [{ name: '*/read', scope: '/' }] }, 0)
    expect(missing()).toEqual([`Microsoft.Storage/storageAccounts/write ${other}`, '*/read /'])
  })
})

describe('a denied call that is only recorded', () => {
  const refusal = { service, code: 'RBACAccessDenied', message: 'No.', retryable: false, missing: { name: '*/read', scope: one } }

  it('is kept with the service', () => {
    const { watch, missing } = setUp()
    watch.refused(new OutsideError(refusal), 0)
    expect(missing()).toEqual([`*/read ${one}`])
  })

  it.each([
    ['something else than a permission', { code: 'http404', missing: undefined }],
    ['a service that nothing is known of', {}],
  ])('adds no service for %s', (_, details) => {
    const { watch } = setUp()
    watch.refused(new OutsideError({ ...refusal, ...details, service: 'Platform room' }), 0)
    expect([...watch.look(0).keys()]).toEqual([service])
  })
})
