import { Type } from 'typebox'

/** The stage that a vote is for, in the body of every call that casts one: without it a vote sent twice could count in the next stage. */
export const VotedStage = Type.Integer({
  minimum: 1,
  maximum: 50,
  description: 'The stage you were shown: `stage` of the approval. Your vote never counts in another stage.',
  'x-missing': 'is missing: send the stage you were shown, which is `stage` of the last entry in `approvals` of the request',
})
