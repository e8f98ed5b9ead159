import { describe, expect, it } from 'vitest'
import { ExternalError } from '../externalError.ts'
import { isNotPropagatedYet } from './notPropagatedYet.ts'

const azureError = (status: number, code: string) => new ExternalError({ service: 'Azure', code, message: 'No.', status, retryable: false })

describe('isNotPropagatedYet', () => {
  it.each([
    [401, 'RBACAccessDenied'],
    [403, 'AuthorizationFailed'],
    [400, 'PrincipalNotFound'],
    [400, 'SubjectNotFound'],
    [404, 'SubscriptionNotFound'],
    [404, 'http404'],
  ])('returns true for %i %s', (status, code) => {
    expect(isNotPropagatedYet(azureError(status, code))).toBe(true)
  })

  it.each([
    [403, 'RequestDisallowedByPolicy'],
    [403, 'LinkedAuthorizationFailed'],
    [401, 'ExpiredAuthenticationToken'],
    [409, 'Conflict'],
  ])('returns false for %i %s', (status, code) => {
    expect(isNotPropagatedYet(azureError(status, code))).toBe(false)
  })

  it('returns false for errors that no service sent', () => {
    expect(isNotPropagatedYet(new Error('AuthorizationFailed'))).toBe(false)
  })
})
