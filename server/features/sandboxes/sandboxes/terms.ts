import { Type } from 'typebox'

export const sandboxRoles = ['Reader', 'Contributor', 'Owner'] as const

export const Budget = Type.Integer({ minimum: 100, maximum: 100_000_000, description: 'Minor units.' })
export const Hours = Type.Integer({ minimum: 1, maximum: 8_760 })

/** The terms of a sandbox, which its template sets. */
export const SpendThreshold = Type.Object(
  { percent: Type.Integer({ minimum: 1, maximum: 100 }), action: Type.Enum(['notify', 'freeze']) },
  { additionalProperties: false },
)
export const ApprovalRuling = Type.Object(
  {
    mode: Type.Enum(['required', 'automatic', 'within'], {
      description: 'Approval always, never, or only beyond these limits.',
    }),
    budget: Type.Optional(Budget),
    hours: Type.Optional(Hours),
    cleanRecord: Type.Optional(
      Type.Boolean({ description: 'Only for requesters whose sandboxes stayed within budget in the last 90 days.' }),
    ),
  },
  { additionalProperties: false },
)
export const RequestedSandboxGroup = Type.Object(
  { suffix: Type.String({ pattern: '^[a-z][a-z0-9]{1,15}$' }), role: Type.Enum([...sandboxRoles]) },
  { additionalProperties: false },
)
