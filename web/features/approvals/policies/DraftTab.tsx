import { useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { getPolicyFacts } from '../../../api/approvalPolicies.ts'
import { listTowers } from '../../../api/queries.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { type EditorHandle, PolicyEditor } from './PolicyEditor.tsx'
import type { ApprovalPolicy } from './types.ts'

interface DraftTabProps {
  editor: Ref<EditorHandle>
  policy: ApprovalPolicy
  onUnsaved: (hasUnsavedChanges: boolean) => void
  onDrafted: (version: number) => void
  onPropose: () => void
}

/** The editor keeps the draft as it was opened. The draft's revision detects concurrent changes. */
export function DraftTab({ editor, policy, onUnsaved, onDrafted, onPropose }: DraftTabProps) {
  const facts = useQuery(getPolicyFacts())
  const towers = useQuery(listTowers()).data
  const [openedPolicy, setOpenedPolicy] = useState(policy)
  if (facts.data)
    return (
      <PolicyEditor
        ref={editor}
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
