import { describe, expect, it } from 'vitest'
import { sourceFiles } from '../../../../scripts/structure.ts'
import { codeOf, codesIn } from './codes.ts'

const server = sourceFiles.filter(({ file }) => file.startsWith('server/') && !/\.(test|fixture)\.ts$/.test(file))
const ownCode = /(?:\bcode: |new NonRetryableError\(\s*|\bfail\((?:'(?:always|never|ifIdempotent)', )?)'([^']+)'/g

describe('the error codes that a bundle can contain', () => {
  it('includes every code that the server sets', () => {
    const codes = server.flatMap(({ text }) => [...text.matchAll(ownCode)].map(([, code]) => code!))
    expect(codes.length).toBeGreaterThan(60)
    expect([...new Set(codes)].filter((code) => codeOf(code) !== code)).toEqual([])
  })

  it.each([
    [
      'Node and mail',
      'ECONNREFUSED ENOTFOUND EAI_AGAIN ERR_TLS_CERT_ALTNAME_INVALID UND_ERR_HEADERS_TIMEOUT CERT_HAS_EXPIRED EENVELOPE E2BIG',
    ],
    ['Node about certificates', 'DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE HOSTNAME_MISMATCH'],
    ['PostgreSQL', '42501 42P01 55P03 57014 08006 0A000 23505 3D000 40001 53300 P0001 XX000'],
    ['Azure', 'AuthorizationFailed ScopeLocked SubscriptionNotFound QuotaExceeded RequestDisallowedByPolicy AnotherOperationInProgress'],
    [
      'Azure about roles',
      'RoleAssignmentDoesNotExist PendingRoleAssignmentRequest ActiveDurationTooShort RBACAccessDenied ForbiddenByRbac',
    ],
    ['Microsoft Graph', 'Authorization_RequestDenied Request_ResourceNotFound AadPremiumLicenseRequired InvalidAuthenticationToken'],
    ['sign-in and GitHub', 'AADSTS50011 AADSTS700016 invalid_client interaction_required access_denied missing_field already_exists'],
    ['classes of errors', 'Error TypeError ExternalError DatabaseError AbortError Failure error http404 429'],
  ])('includes the codes of %s', (_, codes) => {
    expect(codes.split(' ').filter((code) => codeOf(code) !== code)).toEqual([])
  })

  it.each([
    'hunter2',
    'wilhelmina_okonkwo',
    'Okonkwo',
    'WilhelminaOkonkwo',
    'OKONKWO',
    'ELIZABETH',
    'Passw0rd',
    '90210',
    '99999',
    'a1b2c3',
  ])('excludes the word %s', (word) => {
    expect(codeOf(word)).toBeNull()
    expect(codesIn(`connect ECONNREFUSED ${word}`)).toEqual(['ECONNREFUSED'])
  })
})
