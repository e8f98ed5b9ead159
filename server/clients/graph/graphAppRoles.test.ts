import { expect, it } from 'vitest'
import { graphRoleIds, isGraphRoleGranted } from './graphAppRoles.ts'

const holds = (...roles: string[]) => new Set(roles.map((role) => graphRoleIds[role]!))

it.each([
  ['Directory.Read.All', 'Directory.Read.All', true],
  ['Directory.Read.All', 'Directory.ReadWrite.All', true],
  ['Group.ReadWrite.All', 'Directory.ReadWrite.All', true],
  ['MailboxSettings.Read', 'MailboxSettings.ReadWrite', true],
  ['MailboxSettings.Read', 'Directory.ReadWrite.All', false],
  ['Group.ReadWrite.All', 'Directory.Read.All', false],
])('returns whether %s is granted to an application that has %s', (permission, permissions, isGranted) => {
  expect(isGraphRoleGranted(holds(permissions), permission)).toBe(isGranted)
})
