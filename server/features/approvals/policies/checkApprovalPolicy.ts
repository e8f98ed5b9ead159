import { Type } from 'typebox'
import { recordedFacts } from '../../../approvals/facts.ts'
import { operation } from '../../../http/operation.ts'
import { Timestamp, Uuid } from '../../../people/schemas.ts'
import { describePolicy } from './labels.ts'
import { policyProblems } from './problems.ts'
import { readNames } from './queries.ts'
import { PolicyDocument, PolicyProblem, PolicyReading, PolicyTrial } from './schemas.ts'
import { evaluatePolicy, latestRequest } from './trial.ts'

export const checkApprovalPolicy = operation({
  id: 'checkApprovalPolicy',
  method: 'POST',
  path: '/approval-policies/check',
  tag: 'approval-policies',
  summary: 'Check a policy without saving it',
  access: 'adminOrAuditor',
  body: PolicyDocument,
  readOnly: true,
  answers: {
    200: Type.Object({
      problems: Type.Array(PolicyProblem),
      reading: PolicyReading,
      example: Type.Union([
        Type.Object(
          { approvalId: Uuid, at: Timestamp, ...PolicyTrial.properties },
          { description: 'Result of the policy for the latest request of its kind.' },
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
    const policyTrial = latest && (await evaluatePolicy(db, body, recordedFacts(latest.facts), latest))
    return {
      problems,
      reading: describePolicy(body, byId),
      example: latest && policyTrial ? { approvalId: latest.id, at: latest.opened_at.toISOString(), ...policyTrial } : null,
    }
  },
})
