import type { Person } from '../server/auth/actor.ts'

/** A signed-in person for tests of pure rules. */
export const personOf = (id: string, rights: Partial<Pick<Person, 'admin' | 'auditor'>> = {}): Person => ({
  kind: 'person',
  id,
  displayName: id,
  email: null,
  admin: false,
  auditor: false,
  credential: '',
  ...rights,
})
