import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getPolicyFacts } from '../../../api/approvalPolicies.ts'
import { listTowers } from '../../../api/queries.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { PolicyEditor } from './PolicyEditor.tsx'
import type { ApprovalPolicy } from './types.ts'

interface DraftTabProps {
  policy: ApprovalPolicy
  onUnsaved: (hasUnsavedChanges: boolean) => void
  onDrafted: (version: number) => void
  onPropose: () => void
}

/** The editor keeps the draft as it was opened. The draft's revision detects concurrent changes. */
export function DraftTab({ policy, onUnsaved, onDrafted, onPropose }: DraftTabProps) {
  const facts = useQuery(getPolicyFacts())
  const towers = useQuery(listTowers()).data
  const [openedPolicy, setOpenedPolicy] = useState(policy)
  if (facts.data)
    return (
      <PolicyEditor
        policy={openedPolicy}
        facts={facts.data.facts.map((fact) =>
          fact.path === 'target.tower' && towers ? { ...fact, values: towers.map(({ code }) => code) } : fact,
        )}
        relations={facts.data.kinds.find(({ kind }) => kind === policy.kind)?.relations ?? []}
        onSaved={(saved) => {
          if (saved.version !== openedPolicy.version) onDrafted(saved.version)
          setOpenedPolicy(saved)
        }}
        onUnsaved={onUnsaved}
        onPropose={onPropose}
      />
    )
  return (
    <Panel>
      <Loading subject="the facts" query={facts} lines={12} />
    </Panel>
  )
}
