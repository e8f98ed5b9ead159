import type { Person } from '../auth/actor.ts'
import type { Db } from '../db/database.ts'
import { canSeeBudget, canSeeEvidence, isRequesterOrOwner } from './canSeeRequest.ts'
import type { Evidence } from './evidence.ts'

export interface EvidenceFilter {
  /** Leaves out what the actor can’t see. */
  visible(evidence: Evidence): Evidence
  /** True if the actor sees only what was requested and what describes the subject. */
  seesOnlyRequest: boolean
}

const unfiltered: EvidenceFilter = { visible: (evidence) => evidence, seesOnlyRequest: false }

/** @param isRecorded whether the evidence of the approval was recorded at its end, and not calculated now */
export async function evidenceFilter(
  db: Db,
  actor: Person,
  { id: approvalId, status }: { id: string; status: string },
  isRecorded: boolean,
): Promise<EvidenceFilter> {
  if (actor.admin || actor.auditor) return unfiltered
  const isAfterEnd = status !== 'pending' && !isRecorded
  if (!isAfterEnd && (await canSeeEvidence(db, actor, approvalId))) return unfiltered
  // After the end of a round, voters can see what they decided on, but not current data of the requester and of other accounts.
  const seesOnlyRequest = isAfterEnd && !(await isRequesterOrOwner(db, actor, approvalId))
  const seesBudget = await canSeeBudget(db, actor, approvalId)
  const visible = (evidence: Evidence) => {
    const ownEvidence = withoutOtherAccounts(evidence, seesBudget)
    return seesOnlyRequest ? requestedEvidence(ownEvidence) : ownEvidence
  }
  return { visible, seesOnlyRequest }
}

const subjectKeys: readonly (string | undefined)[] = ['environment', 'dataClassification', 'region', 'connectivity']

/** Selects what was requested and what describes the subject. New parts of the evidence are left out until they are listed here. */
function requestedEvidence({ facts, changes = [], purpose, owners, monthlyBudget, catalogueEstimate, cost }: Evidence): Evidence {
  const requestedChanges = changes.filter(({ requested }) => requested)
  return {
    facts: facts.filter(({ key, requested }) => requested || subjectKeys.includes(key)),
    purpose,
    owners,
    monthlyBudget,
    catalogueEstimate,
    ...(requestedChanges.length > 0 && { changes: requestedChanges }),
    ...(cost !== undefined && { cost }),
    flags: [],
    requesterOwns: null,
    familyBudget: null,
    similar: null,
  }
}

/** Other budgets, requests and members are for approvers. In a small family, the total would reveal the budget of a single account. */
function withoutOtherAccounts(evidence: Evidence, seesBudget: boolean): Evidence {
  const { monthlyBudget, cost, sandbox } = evidence
  const hiddenKeys: readonly (string | undefined)[] = ['otherBudgets', 'members', ...(seesBudget ? [] : ['spend'])]
  // Evidence that was recorded without keys doesn't say which facts are hidden.
  const hasKeys = [...evidence.facts, ...evidence.flags, ...(evidence.changes ?? [])].some(({ key }) => key !== undefined)
  const isVisible = ({ key }: { key?: string }) => hasKeys && !hiddenKeys.includes(key)
  return {
    ...evidence,
    facts: evidence.facts.filter(isVisible),
    flags: evidence.flags.filter(isVisible),
    ...(evidence.changes && { changes: evidence.changes.filter(isVisible) }),
    ...(sandbox && { sandbox: seesBudget ? sandbox : withoutSpend(sandbox) }),
    ...(cost && { cost: seesBudget ? cost : null }),
    monthlyBudget: seesBudget ? monthlyBudget : null,
    familyBudget: null,
    similar: null,
  }
}

const withoutSpend = ({ expected, ...sandbox }: NonNullable<Evidence['sandbox']>) => sandbox
