import { sql } from 'kysely'
import { Type } from 'typebox'
import type { GraphUser } from '../../../clients/graph/graphUsers.ts'
import { operation } from '../../../http/operation.ts'
import { User } from '../../../people/schemas.ts'
import { graphPerson } from './graphPerson.ts'

const personInputPattern = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[^\s@/\\?#]{1,200}@[a-z0-9.-]{1,200})$/i
const normalize = (input: string) => input.trim().toLowerCase()

export const validateUsers = operation({
  id: 'validateUsers',
  method: 'POST',
  path: '/utils/ValidateUsers',
  tag: 'utils',
  summary: 'Validate a list of people against the directory',
  access: 'signedIn',
  readOnly: true,
  body: Type.Array(Type.String({ maxLength: 320 }), {
    minItems: 1,
    maxItems: 200,
    description: 'Email addresses, sign-in names or object IDs.',
  }),
  responses: {
    200: Type.Array(
      Type.Object({ input: Type.String(), valid: Type.Boolean(), reason: Type.Optional(Type.String()), user: Type.Optional(User) }),
      { description: 'One result per entry, in the same order.' },
    ),
  },
  errors: ['outsideFailed'],
  async prepare({ body, clients, db }) {
    const inputs = [...new Set(body.map(normalize).filter((input) => personInputPattern.test(input)))]
    const usersByInput = new Map<string, GraphUser>()
    const add = (input: string, user: GraphUser | undefined) => user && usersByInput.set(input, user)
    for (const [input, user] of inputs.length > 0 ? await clients.graph.lookUpUsers(inputs) : []) add(input, user)
    // The directory finds people by ID or sign-in name only, and an email address can differ from both.
    const missing = inputs.filter((input) => !usersByInput.has(input) && input.includes('@'))
    if (missing.length === 0) return usersByInput
    const knownUsers = await sql<{ id: string; email: string }>`
      select id, lower(email) as email from people where lower(email) = any (${missing}::text[])`.execute(db)
    const rowsById = knownUsers.rows.length > 0 ? await clients.graph.lookUpUsers(knownUsers.rows.map((row) => row.id)) : undefined
    for (const { id, email } of knownUsers.rows) add(email, rowsById?.get(id))
    return usersByInput
  },
  async handler({ body }, usersByInput) {
    return body.map((input) => {
      if (!personInputPattern.test(normalize(input)))
        return { input, valid: false, reason: 'This isn’t an email address, sign-in name or object ID.' }
      const user = usersByInput.get(normalize(input))
      if (!user) return { input, valid: false, reason: 'The directory has no person with this email address, sign-in name or object ID.' }
      if (user.accountEnabled !== true)
        return { input, valid: false, reason: 'This person is disabled in the directory.', user: graphPerson(user) }
      return { input, valid: true, user: graphPerson(user) }
    })
  },
})
