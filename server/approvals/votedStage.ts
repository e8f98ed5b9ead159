import { Type } from 'typebox'

/** The stage of a vote, in the body of every voting operation: without it, a repeated vote could count in the next stage. */
export const VotedStage = Type.Integer({
  minimum: 1,
  maximum: 50,
  description: 'The stage you were shown: `stage` of the approval. Your vote never counts in another stage.',
  'x-missing': 'is missing: send the stage you were shown, which is `stage` of the last entry in `approvals` of the request',
})
