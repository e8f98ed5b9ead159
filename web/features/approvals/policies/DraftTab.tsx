import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getPolicyFacts } from '../../../api/approvalPolicies.ts'
import { Failed } from '../../../shared/Failed.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { PolicyEditor } from './PolicyEditor.tsx'
import type { ApprovalPolicy } from './types.ts'

/** The editor keeps the draft as it was opened; its revision detects concurrent changes. */
export function DraftTab({ policy, onUnsaved }: { policy: ApprovalPolicy; onUnsaved: (unsaved: boolean) => void }) {
  const facts = useQuery(getPolicyFacts())
  const [opened, setOpened] = useState(policy)
  if (facts.data)
    return (
      <PolicyEditor
        policy={opened}
        facts={facts.data.facts}
        relations={facts.data.kinds.find(({ kind }) => kind === policy.kind)?.relations ?? []}
        onSaved={setOpened}
        onUnsaved={onUnsaved}
      />
    )
  return (
    <Panel>
      {facts.error ? <Failed what="The facts" error={facts.error} onRetry={() => facts.refetch()} /> : <SkeletonText lines={12} />}
    </Panel>
  )
}
