import { type Static, Type } from 'typebox'
import { type ApiKeyScope, scopes } from '../../../auth/scopes.ts'
import { Can, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

export const expiringSoonDays = 14

const ScopeId = Type.Enum(Object.keys(scopes) as ApiKeyScope[])

export const ApiKey = Type.Object({
  id: Uuid,
  name: Type.String(),
  prefix: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'First characters of the key, to identify it; they can’t be used to sign in. Null for an application.',
  }),
  clientId: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'Client ID of an application that calls with its own tokens. Null for a key.',
  }),
  scopes: Type.Array(Type.String()),
  accounts: Type.Array(Type.Object({ id: Uuid, name: Type.String() }), {
    description: 'Accounts that a key with the scope deploy can deploy to.',
  }),
  owner: PersonRef,
  createdBy: PersonRef,
  createdAt: Timestamp,
  expiresAt: Timestamp,
  lastUsedAt: NullableText,
  revokedAt: NullableText,
  revokedBy: Type.Union([PersonRef, Type.Null()]),
  state: Type.Enum(['active', 'ending', 'expired', 'revoked'], { description: `ending: the key expires within ${expiringSoonDays} days.` }),
  version: Type.Integer(),
  can: Can,
})
export type ApiKey = Static<typeof ApiKey>

export const GeneratedApiKey = Type.Object({
  ...ApiKey.properties,
  key: Type.String({ description: 'The key. It is shown only once and is not stored.' }),
})

const fields = {
  name: Type.String({
    minLength: 2,
    maxLength: 80,
    pattern: '^\\S([^\\x00-\\x1f]*\\S)?$',
    description: 'Name of the program that uses the key, and where it runs. Unique among keys that aren’t revoked, ignoring case.',
  }),
  ownerId: Type.String({
    format: 'uuid',
    maxLength: 36,
    description: 'Directory object ID of the person responsible; default: the caller.',
  }),
}

export const NewApiKey = Type.Object(
  {
    name: fields.name,
    scopes: Type.Array(ScopeId, { minItems: 1, maxItems: 10, uniqueItems: true }),
    accountIds: Type.Optional(
      Type.Array(Uuid, {
        maxItems: 50,
        uniqueItems: true,
        description: 'IDs of the accounts to deploy to; required with the scope deploy, and not allowed without it.',
      }),
    ),
    ownerId: Type.Optional(fields.ownerId),
    expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 365, default: 90 })),
  },
  { additionalProperties: false },
)
export type NewMachine = Static<typeof NewApiKey>

export const NewApplication = Type.Object(
  {
    ...NewApiKey.properties,
    clientId: Type.String({
      format: 'uuid',
      maxLength: 36,
      description: 'Application (client) ID in the directory; unique among active registrations.',
    }),
  },
  { additionalProperties: false },
)
export const ApiKeyChange = Type.Partial(Type.Object(fields), { additionalProperties: false, minProperties: 1 })
export const ApiKeyId = Type.Object({ id: Uuid }, { additionalProperties: false })
