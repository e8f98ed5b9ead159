import type { Db } from '../db/database.ts'
import { Failure } from '../errors.ts'
import type { PolicyFacts } from './facts.ts'
import { evaluateRules, type PolicyOverride, type PolicyResult, type PolicyRules } from './rules.ts'

interface LivePolicy extends PolicyRules {
  id: string
  version: number
  name: string
}

/** Loads the live policy of a kind of request. @throws conflict if there is none, because no request is approved without a policy. */
export async function loadLivePolicy(db: Db, subjectKind: string): Promise<LivePolicy> {
  const policy = await db
    .selectFrom('approval_policies')
    .select(['id', 'version', 'name', 'reject', 'approve', 'stages'])
    .where('subject_kind', '=', subjectKind)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!policy)
    throw new Failure(
      'conflict',
      'No approval policy is live for this kind of request. Nothing was submitted. Ask an administrator to activate one.',
    )
  return policy
}

/** Evaluates a policy. If the evaluation fails, nothing is decided. @throws conflict naming the policy */
export function evaluateLivePolicy(policy: LivePolicy, facts: PolicyFacts, override?: PolicyOverride): PolicyResult {
  try {
    return evaluateRules(policy, facts, override)
  } catch (cause) {
    throw new Failure(
      'conflict',
      `A condition of the policy “${policy.name}” can’t be evaluated for this request. Nothing was submitted. Ask an administrator to fix it.`,
      { cause },
    )
  }
}

export const noStageMessage = (policy: { name: string }) =>
  `The policy “${policy.name}” has no stage for this request. Nothing was submitted. Ask an administrator to fix it.`
