import { Type } from 'typebox'

export const sandboxRoles = ['Reader', 'Contributor', 'Owner'] as const

export const Budget = Type.Integer({ minimum: 100, maximum: 100_000_000, description: 'Amount in minor units of the currency.' })
export const Hours = Type.Integer({ minimum: 1, maximum: 8_760 })

export const SpendThreshold = Type.Object(
  { percent: Type.Integer({ minimum: 1, maximum: 100 }), action: Type.Enum(['notify', 'freeze']) },
  { additionalProperties: false },
)
export const TemplateApprovalRule = Type.Object(
  {
    mode: Type.Enum(['required', 'automatic', 'within'], {
      description: 'Whether requests need approval: always, never, or only above the limits in `budget` and `hours`.',
    }),
    budget: Type.Optional(Budget),
    hours: Type.Optional(Hours),
    cleanRecord: Type.Optional(
      Type.Boolean({
        description: 'True to approve automatically only if the requester’s sandboxes stayed within budget in the last 90 days.',
      }),
    ),
  },
  { additionalProperties: false },
)
export const RequestedSandboxGroup = Type.Object(
  { suffix: Type.String({ pattern: '^[a-z][a-z0-9]{1,15}$' }), role: Type.Enum([...sandboxRoles]) },
  { additionalProperties: false },
)
