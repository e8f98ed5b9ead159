import { describe, expect, it } from 'vitest'
import { OutsideError } from './outsideError.ts'
import { watchServices } from './watch.ts'

const service = 'Azure'
const one = '/subscriptions/one'

function setUp() {
  const watch = watchServices()
  watch.know(service)
  return {
    watch,
    missing: () =>
      watch
        .look(0)
        .get(service)!
        .missing!.map((each) => `${each.name} ${each.scope}`),
  }
}

describe('a refusal that counts only later', () => {
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
