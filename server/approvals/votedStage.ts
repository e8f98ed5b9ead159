import { Type } from 'typebox'

/** Every voting operation requires the stage in its body. Without it, a repeated vote could count in the next stage. */
export const VotedStage = Type.Integer({
  minimum: 1,
  maximum: 50,
  description: 'Number of the stage you are voting in: `stage` of the approval. If another stage is open, the vote isn’t counted.',
  'x-missing': 'is required: send the value of `stage` from the last entry in `approvals` of the request',
})
