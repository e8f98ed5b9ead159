import { Type } from 'typebox'
import { recordedFacts } from '../../../approvals/facts.ts'
import { operation } from '../../../http/operation.ts'
import { Timestamp, Uuid } from '../../../people/schemas.ts'
import { describePolicy } from './labels.ts'
import { policyProblems } from './problems.ts'
import { readNames } from './queries.ts'
import { PolicyDocument, PolicyProblem, PolicyReading, PolicyTrial } from './schemas.ts'
import { latestRequest, tryPolicy } from './trial.ts'

export const checkApprovalPolicy = operation({
  id: 'checkApprovalPolicy',
  method: 'POST',
  path: '/approval-policies/check',
  tag: 'approval-policies',
  summary: 'Check a policy without saving it: problems, text, result for the latest request',
  access: 'adminOrAuditor',
  body: PolicyDocument,
  changesNothing: true,
  answers: {
    200: Type.Object({
      problems: Type.Array(PolicyProblem),
      reading: PolicyReading,
      example: Type.Union([
        Type.Object(
          { approvalId: Uuid, at: Timestamp, ...PolicyTrial.properties },
          { description: 'Its result for the latest request of its kind.' },
        ),
        Type.Null(),
      ]),
    }),
  },
  async handler({ db, body }) {
    const [problems, { byId }, latest] = await Promise.all([
      policyProblems(db, body),
      readNames(db, body.stages),
      latestRequest(db, body.kind),
    ])
    const trial = latest && (await tryPolicy(db, body, recordedFacts(latest.facts), latest))
    return {
      problems,
      reading: describePolicy(body, byId),
      example: latest && trial ? { approvalId: latest.id, at: latest.opened_at.toISOString(), ...trial } : null,
    }
  },
})
