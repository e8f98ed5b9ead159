import type { Person } from '../server/auth/actor.ts'

export const personOf = (id: string, roles: Partial<Pick<Person, 'admin' | 'auditor'>> = {}): Person => ({
  kind: 'person',
  id,
  displayName: id,
  email: null,
  admin: false,
  auditor: false,
  credential: '',
  ...roles,
})
