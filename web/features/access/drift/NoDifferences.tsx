import { CircleCheckBig, History } from 'lucide-react'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { ComparedWhen } from './ComparedWhen.tsx'
import type { Differences } from './driftWords.ts'

export function NoDifferences({ compared, settled, page }: { compared: Differences['compared']; settled: boolean; page: number }) {
  const { groups, at, everyMinutes } = compared
  if (page > 1)
    return (
      <Panel>
        <EmptyState title="That was all">There is nothing on this page.</EmptyState>
      </Panel>
    )
  if (settled)
    return (
      <Panel>
        <EmptyState icon={History} title="Nothing has been settled yet">
          What was adopted, removed or put back stands here, with who decided it.
        </EmptyState>
      </Panel>
    )
  return (
    <Panel>
      <EmptyState icon={CircleCheckBig} title={groups > 0 && at ? 'The directory agrees with what was granted' : 'No differences'}>
        {groups === 0 ? (
          'You own no account with access groups. When somebody is let into a group of yours past Slipway, it is shown here.'
        ) : (
          <>
            <p>
              <ComparedWhen compared={compared} />. It is looked at every {everyMinutes === 1 ? 'minute' : `${everyMinutes} minutes`}.
            </p>
            <p>When somebody is let in or taken out past Slipway, it is shown here and you are told.</p>
          </>
        )}
      </EmptyState>
    </Panel>
  )
}
