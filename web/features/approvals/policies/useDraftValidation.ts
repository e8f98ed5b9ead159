import { useQuery } from '@tanstack/react-query'
import { checkPolicy } from '../../../api/approvalPolicies.ts'
import { useDebounced } from '../../../shared/useDebounced.ts'
import { countMissing, documentOf, missingIn, type PolicyDraft } from './policyDraft.ts'
import type { PolicyCheckResult, PolicyKind } from './types.ts'

export function useDraftValidation(
  kind: PolicyKind,
  draft: PolicyDraft,
): { checked: PolicyCheckResult | undefined; checking: boolean; missing: number } {
  const missing = countMissing(draft)
  const debounced = useDebounced({ kind, ...documentOf(draft) }, 400)
  const isComplete = Object.keys(missingIn({ ...draft, ...withoutKeys(debounced) })).length === 0
  const { data, isFetching } = useQuery({ ...checkPolicy(debounced), enabled: isComplete })
  return { checked: data, checking: isFetching, missing }
}

const withoutKeys = ({ name, reject, approve, stages }: ReturnType<typeof documentOf>) => ({
  name,
  reject: reject.map((rule) => ({ ...rule, key: 0 })),
  approve: approve.map((rule) => ({ ...rule, key: 0 })),
  stages: stages.map((stage) => ({ ...stage, key: 0 })),
})
