import { Type } from 'typebox'
import { recordedFacts } from '../../../approvals/facts.ts'
import { operation } from '../../../http/operation.ts'
import { Timestamp, Uuid } from '../../../people/schemas.ts'
import { evaluatePolicy, latestRequest } from './evaluatePolicy.ts'
import { describePolicy } from './labels.ts'
import { policyProblems } from './problems.ts'
import { loadNames } from './queries.ts'
import { PolicyDescription, PolicyDocument, PolicyProblem, PolicyTestResponse } from './schemas.ts'

export const checkApprovalPolicy = operation({
  id: 'checkApprovalPolicy',
  method: 'POST',
  path: '/approval-policies/check',
  tag: 'approval-policies',
  summary: 'Check a policy without saving it',
  access: 'adminOrAuditor',
  body: PolicyDocument,
  readOnly: true,
  responses: {
    200: Type.Object({
      problems: Type.Array(PolicyProblem),
      reading: PolicyDescription,
      example: Type.Union([
        Type.Object(
          { approvalId: Uuid, at: Timestamp, ...PolicyTestResponse.properties },
          { description: 'Result of the policy for the latest request of its kind.' },
        ),
        Type.Null(),
      ]),
    }),
  },
  async handler({ db, body }) {
    const [problems, { byId }, latest] = await Promise.all([
      policyProblems(db, body),
      loadNames(db, body.stages),
      latestRequest(db, body.kind),
    ])
    const testResult = latest && (await evaluatePolicy(db, body, recordedFacts(latest.facts), latest))
    return {
      problems,
      reading: describePolicy(body, byId),
      example: latest && testResult ? { approvalId: latest.id, at: latest.opened_at.toISOString(), ...testResult } : null,
    }
  },
})
