import { type Static, Type } from 'typebox'
import { accountOwnerLimits } from '../../../../client/ownerLimits.ts'
import { Can, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { Run } from '../../../runs/schemas.ts'
import { Currency } from './currency.ts'

const Reference = Type.Object({ id: Uuid, name: Type.String() })

export const kinds = ['cloud', 'edge', 'manual'] as const
export const statuses = ['provisioning', 'failed', 'active', 'decommissioning', 'decommissioned'] as const
export const environments = ['production', 'preproduction', 'test', 'development'] as const
export const workloads = ['Production', 'DevTest'] as const
export const dataClassifications = ['public', 'internal', 'confidential', 'restricted'] as const
export const criticalities = ['tier1', 'tier2', 'tier3', 'tier4'] as const
export const connectivities = ['none', 'internet', 'corporate'] as const

export const TagName = Type.String({ pattern: '^[^<>%&\\\\?/\\x00-\\x1f]{1,512}$' })
export const TagValue = Type.String({ maxLength: 256, pattern: '^[^\\x00]*$' })

export const accountFields = {
  name: Type.String({
    maxLength: 63,
    pattern: '^[^<>;|\\x00-\\x1f\\s]([^<>;|\\x00-\\x1f]*[^<>;|\\x00-\\x1f\\s])?$',
    description: '1 to 63 characters except < > ; | (Azure’s rule for subscriptions). Unique, ignoring case.',
  }),
  description: Type.String({ maxLength: 1_000, pattern: '^[^\\x00]*$' }),
  environment: Type.Enum([...environments]),
  workload: Type.Enum([...workloads]),
  subscriptionId: Uuid,
  managementGroup: Type.String({ pattern: '^[A-Za-z0-9()._-]{1,90}$' }),
  towerId: Uuid,
  familyId: Uuid,
  costCentre: Type.String({ minLength: 2, maxLength: 32, pattern: '^[A-Za-z0-9-]+$' }),
  dataClassification: Type.Enum([...dataClassifications]),
  criticality: Type.Enum([...criticalities]),
  region: Type.String({ pattern: '^[a-z0-9]{3,30}$' }),
  network: Type.Object(
    {
      connectivity: Type.Enum([...connectivities]),
      addressSpaces: Type.Array(Type.String({ pattern: '^\\d{1,3}(\\.\\d{1,3}){3}/\\d{1,2}$' }), { maxItems: 20, uniqueItems: true }),
    },
    { additionalProperties: false },
  ),
  budget: Type.Object(
    {
      amount: Type.Integer({ minimum: 100, maximum: 1_000_000_000, description: 'Monthly amount in minor units of the currency.' }),
      currency: Currency,
      contacts: Type.Array(Type.String({ format: 'email', maxLength: 320 }), { minItems: 1, maxItems: 10, uniqueItems: true }),
      thresholds: Type.Array(
        Type.Object(
          { percent: Type.Integer({ minimum: 1, maximum: 1_000 }), basis: Type.Enum(['actual', 'forecast']) },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 5, uniqueItems: true },
      ),
    },
    { additionalProperties: false },
  ),
  tags: Type.Record(TagName, TagValue, {
    additionalProperties: false,
    maxProperties: 50,
    description: 'Tag names and values, within Azure’s rules for tags.',
  }),
}

export const OwnersChange = Type.Object(
  {
    ownerIds: Type.Array(Uuid, {
      minItems: accountOwnerLimits.min,
      maxItems: accountOwnerLimits.max,
      uniqueItems: true,
      description: 'Directory object IDs of the owners, in display order.',
    }),
  },
  { additionalProperties: false },
)

const { managementGroup, network, tags, subscriptionId, description, ...needed } = accountFields
export const NewAccount = Type.Object(
  {
    ...needed,
    ...OwnersChange.properties,
    description: Type.Optional(description),
    subscriptionId: Type.Optional(subscriptionId),
    managementGroup: Type.Optional(managementGroup),
    network: Type.Optional(network),
    tags: Type.Optional(tags),
  },
  { additionalProperties: false },
)

/** Fields that are copies from the cloud can be changed only on manual records. */
export const AccountChange = Type.Partial(Type.Object(accountFields), { additionalProperties: false, minProperties: 1 })
export type AccountChange = Static<typeof AccountChange>

/** Classification is excluded, because it decides which controls apply. */
export const OwnAccountChange = Type.Partial(
  Type.Object({
    description,
    costCentre: accountFields.costCentre,
    criticality: accountFields.criticality,
    budget: accountFields.budget,
    tags,
  }),
  { additionalProperties: false, minProperties: 1 },
)

export const AccountId = Type.Object({ id: Uuid }, { additionalProperties: false })

export const AccountSummary = Type.Object({
  id: Uuid,
  name: Type.String(),
  kind: Type.Enum([...kinds]),
  environment: accountFields.environment,
  status: Type.Enum([...statuses]),
  subscriptionId: NullableText,
  tower: Reference,
  family: Reference,
  region: Type.String(),
})

const forOwners = 'Visible to its owners, administrators and auditors only.'
export const Account = Type.Object({
  ...AccountSummary.properties,
  description: Type.String(),
  workload: accountFields.workload,
  managementGroup: NullableText,
  owners: Type.Array(PersonRef),
  costCentre: Type.String(),
  dataClassification: accountFields.dataClassification,
  criticality: accountFields.criticality,
  catalogueItems: Type.Array(Reference),
  storeNumbers: Type.Array(Type.String()),
  requestId: NullableText,
  health: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Health score from 0 to 100: the share of the known points. Null before the first check.',
  }),
  healthKnown: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Points of the health score that could be assessed, of 100; null before the first check.',
  }),
  network: Type.Optional(
    Type.Object({ connectivity: Type.String(), addressSpaces: Type.Array(Type.String()) }, { description: forOwners }),
  ),
  budget: Type.Optional(
    Type.Object(
      {
        amount: Type.Integer({ description: 'Monthly amount in minor units of the currency.' }),
        currency: Type.String(),
        contacts: Type.Array(Type.String()),
        thresholds: Type.Array(Type.Object({ percent: Type.Integer(), basis: Type.String() })),
      },
      { description: forOwners },
    ),
  ),
  tags: Type.Optional(
    Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' }, description: forOwners }),
  ),
  budgetRun: Type.Optional(Run),
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  can: Can,
})
export type Account = Static<typeof Account>
