import { Type } from 'typebox'

/** Roles that a template may give its groups. */
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
      description: 'Somebody always decides, nobody does, or nobody as long as the request stays within these bounds.',
    }),
    budget: Type.Optional(Budget),
    hours: Type.Optional(Hours),
    cleanRecord: Type.Optional(
      Type.Boolean({ description: 'Only for whoever has let no sandbox overrun its budget in the last 90 days.' }),
    ),
  },
  { additionalProperties: false },
)
export const SandboxGroupWish = Type.Object(
  { suffix: Type.String({ pattern: '^[a-z][a-z0-9]{1,15}$' }), role: Type.Enum([...sandboxRoles]) },
  { additionalProperties: false },
)
