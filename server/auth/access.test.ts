import { describe, expect, it } from 'vitest'
import { operations } from '../operations.ts'
import { type Access, accessDenials, canCall, denialCode, isDecidedByRow } from './access.ts'
import { type Actor, anonymous, type Machine, type Person } from './actor.ts'

const person = (roles: Partial<Person> = {}): Person => ({
  kind: 'person',
  id: 'p',
  displayName: 'P',
  email: null,
  admin: false,
  auditor: false,
  credential: 'c',
  ...roles,
})
const machine: Machine = {
  kind: 'machine',
  id: 'k',
  displayName: 'K',
  scopes: ['deploy'],
  accountIds: [],
  ownerId: 'p',
  credential: 'key:k',
}
const actors: Record<string, Actor> = {
  anonymous,
  user: person(),
  auditor: person({ auditor: true }),
  admin: person({ admin: true }),
  machine,
}

const table: Record<Access, Record<keyof typeof actors, boolean>> = {
  anyone: { anonymous: true, user: true, auditor: true, admin: true, machine: true },
  signedIn: { anonymous: false, user: true, auditor: true, admin: true, machine: false },
  owner: { anonymous: false, user: true, auditor: true, admin: true, machine: false },
  approver: { anonymous: false, user: true, auditor: true, admin: true, machine: false },
  admin: { anonymous: false, user: false, auditor: false, admin: true, machine: false },
  adminOrAuditor: { anonymous: false, user: false, auditor: true, admin: true, machine: false },
  machine: { anonymous: false, user: false, auditor: false, admin: false, machine: false },
}

describe('canCall', () => {
  for (const [access, row] of Object.entries(table))
    for (const [personaName, isAllowed] of Object.entries(row))
      it(`${isAllowed ? 'allows' : 'denies, with a reason,'} the actor ${personaName} an operation with access ${access}`, () => {
        const verdict = canCall(access as Access, actors[personaName]!)
        if (isAllowed) expect(verdict).toBe(true)
        else expect(verdict).toMatch(/^[A-Z].+\.$/)
      })

  it('allows a key to make only the calls of its scope', () => {
    expect(canCall('machine', machine, 'deploy')).toBe(true)
    expect(canCall('admin', machine, 'deploy')).toBe(true)
    expect(canCall('admin', machine, 'pipeline:merge')).toContain('pipeline:merge')
    expect(canCall('machine', person({ admin: true }), 'deploy')).toContain('x-api-key')
    expect(canCall('machine', anonymous, 'deploy')).toContain('x-api-key')
    expect(canCall('admin', anonymous)).toBe(accessDenials.signedOut)
  })

  it('denies calls that need a role to a person whose roles are not confirmed', () => {
    const unconfirmedPerson = person({ rolesUnconfirmed: true })
    for (const access of ['admin', 'adminOrAuditor'] as const)
      expect(canCall(access, unconfirmedPerson)).toBe(accessDenials.rolesUnconfirmed)
    for (const access of ['anyone', 'signedIn', 'owner', 'approver'] as const) expect(canCall(access, unconfirmedPerson)).toBe(true)
  })

  it('allows calls by owners and approvers, which the handler checks', () => {
    expect(Object.keys(table).filter((access) => isDecidedByRow(access as Access))).toEqual(['owner', 'approver'])
  })
})

describe('denialCode', () => {
  it('is 401 if the contract declares it, 404 if existence is confidential, and 403 otherwise', () => {
    const operationsDenying = (code: string) => operations.map(({ id }) => id).filter((id) => denialCode(id) === code)
    expect(operationsDenying('unauthorised').sort()).toEqual([
      'addSandboxMember',
      'addSandboxMembers',
      'adminUpdateAccountOwners',
      'decideAccessRequest',
      'decideSandboxAccessRequest',
      'deleteApiKey',
      'deleteSandbox',
      'deleteSandboxAsAdmin',
      'generateApiKey',
      'getMyAccount',
      'getMySandbox',
      'grantAccountAccess',
      'listApiKeys',
      'listPendingUpdates',
      'refreshPimRoles',
      'revokeAccountAccess',
      'revokeSandboxAccess',
      'updateAccountAccess',
      'updateMyAccount',
      'updateMyAccountOwners',
      'updateSandboxAccess',
      'updateSandboxOwners',
      'updateSandboxOwnersAsAdmin',
    ])
    expect(operationsDenying('notFound').sort()).toEqual([
      'getAccessRequest',
      'getAccountAccess',
      'getAccountApproval',
      'getAccountRequest',
      'getSandboxAccess',
      'getSandboxAccessRequest',
      'getSandboxRequest',
      'updateAccessRequest',
      'updateAccountRequest',
      'updateSandboxAccessRequest',
      'updateSandboxRequest',
      'withdrawAccessRequest',
      'withdrawAccountRequest',
      'withdrawSandboxAccessRequest',
      'withdrawSandboxRequest',
    ])
    expect(denialCode('createTower')).toBe('forbidden')
    expect(denialCode('constructor')).toBe('forbidden')
  })
})
