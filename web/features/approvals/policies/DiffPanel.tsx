import { Diff } from '../../../ui/Diff.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import type { ApprovalPolicy } from './types.ts'

export function DiffPanel({ policy }: { policy: ApprovalPolicy }) {
  const { diff, basedOn, version } = policy
  if (diff.length === 0)
    return (
      <Panel>
        <EmptyState title="Nothing is otherwise">
          {basedOn === null ? 'It is the first version.' : `Version ${version} says the same as version ${basedOn}.`}
        </EmptyState>
      </Panel>
    )
  return (
    <Panel title={basedOn === null ? 'What it says' : `What changes from version ${basedOn}`}>
      <Diff label="What changes" rows={diff.map(({ place, before, after }) => ({ label: place, before, after }))} />
    </Panel>
  )
}
