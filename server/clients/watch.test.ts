import { describe, expect, it } from 'vitest'
import { ExternalError } from './externalError.ts'
import { watchServices } from './watch.ts'

const service = 'Azure'
const name = 'Microsoft.Resources/tags/write'
const [firstId, otherId] = ['/subscriptions/one', '/subscriptions/other']

function createWatch() {
  const watch = watchServices()
  watch.registerService(service)
  const buildRequest = (scope: string) => ({ method: 'PATCH', path: `${scope}/providers/Microsoft.Resources/tags/default` })
  const recordFailure = (scope: string, details: Partial<ExternalError>, index = 0) => {
    const error = new ExternalError({ service, code: 'x', message: 'No.', retryable: false, ...details })
    watch.failed(service, { ms: 1, error, at: index, requested: buildRequest(scope) })
  }
  return {
    watch,
    lack: (scope: string, missingName = name) => recordFailure(scope, { status: 403, missing: { name: missingName, scope } }),
    failed: recordFailure,
    answered: (scope: string, status: number) =>
      watch.onResponse(service, { ms: 1, headers: {}, at: 0, requested: buildRequest(scope), status }),
    missing: () =>
      watch
        .snapshot(0)
        .get(service)!
        .missing!.map((each) => `${each.name} ${each.scope}`),
  }
}

describe('a missing permission', () => {
  it('is kept for each scope, and is removed for the scope in which the call succeeds', () => {
    const { lack, answered, missing } = createWatch()
    lack(firstId)
    lack(otherId)
    lack(firstId.toUpperCase())
    expect(missing()).toEqual([`${name} ${firstId.toUpperCase()}`, `${name} ${otherId}`])
    answered(firstId, 200)
    expect(missing()).toEqual([`${name} ${otherId}`])
  })

  it.each([400, 404, 409])('remains after a response with status %i', (status) => {
    const { lack, answered, failed: recordFailure, missing } = createWatch()
    lack(firstId)
    recordFailure(firstId, { status })
    answered(firstId, status)
    expect(missing()).toEqual([`${name} ${firstId}`])
  })

  it.each([200, 204, 304])('is removed after a response with status %i', (status) => {
    const { lack, answered, missing } = createWatch()
    lack(firstId)
    answered(firstId, status)
    expect(missing()).toEqual([])
  })

  it('remains after a check that does not include it', () => {
    const { watch, lack, missing } = createWatch()
    lack(firstId)
    lack(otherId, 'Microsoft.Storage/storageAccounts/write')
    watch.permissionsChecked(service, { covered: [name, '*/read'], missing: [{ name: '*/read', scope: '/' }] }, 0)
    expect(missing()).toEqual([`Microsoft.Storage/storageAccounts/write ${otherId}`, '*/read /'])
  })
})

describe('a denied call that is only recorded', () => {
  const error = { service, code: 'RBACAccessDenied', message: 'No.', retryable: false, missing: { name: '*/read', scope: firstId } }

  it('is kept with the service', () => {
    const { watch, missing } = createWatch()
    watch.permissionDenied(new ExternalError(error), 0)
    expect(missing()).toEqual([`*/read ${firstId}`])
  })

  it.each([
    ['an error other than a missing permission', { code: 'http404', missing: undefined }],
    ['an unknown service', {}],
  ])('ignores %s', (_, details) => {
    const { watch } = createWatch()
    watch.permissionDenied(new ExternalError({ ...error, ...details, service: 'Platform room' }), 0)
    expect([...watch.snapshot(0).keys()]).toEqual([service])
  })
})
