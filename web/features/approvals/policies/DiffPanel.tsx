import { Diff } from '../../../ui/Diff.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import type { ApprovalPolicy } from './types.ts'

export function DiffPanel({ policy }: { policy: ApprovalPolicy }) {
  const { diff, basedOn, version } = policy
  if (diff.length === 0)
    return (
      <Panel>
        <EmptyState title="No changes">
          {basedOn === null ? 'This is the first version.' : `Version ${version} is identical to version ${basedOn}.`}
        </EmptyState>
      </Panel>
    )
  return (
    <Panel title={basedOn === null ? 'Content' : `Changes from version ${basedOn}`}>
      <Diff label="Changes" rows={diff.map(({ part, before, after, code }) => ({ label: part, before, after, code }))} />
    </Panel>
  )
}
