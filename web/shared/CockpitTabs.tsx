import { useQuery } from '@tanstack/react-query'
import { getRunsOverview, listConnectors, listInvariants } from '../api/cockpitQueries.ts'
import { listPullRequests } from '../api/pipelineQueries.ts'
import { getMe } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { Tabs } from '../ui/Tabs.tsx'
import { type CockpitTab, cockpitTabLabels, cockpitTabsLabel, withErrorsLabel } from './cockpitTabLabels.ts'

export function CockpitTabs({ current }: { current: CockpitTab }) {
  const currentUser = useQuery(getMe()).data
  const isResponsible = currentUser?.roles.includes('admin') || currentUser?.roles.includes('auditor')
  const overview = useQuery({ ...getRunsOverview(), enabled: isResponsible === true }).data
  const stuck = overview?.stuckWork.total ?? 0
  const failed = overview?.stuck ?? 0
  const pauseCount = overview?.pauses.length ?? 0
  const pulls = useQuery({ ...listPullRequests(), enabled: isResponsible === true }).data
  const open = pulls?.items.length ?? 0
  const connectors = useQuery({ ...listConnectors(), enabled: isResponsible === true }).data?.connectors
  const endingCount = connectors?.flatMap((connector) => connector.endingSupport).length ?? 0
  const violatedCount = useQuery({ ...listInvariants(), enabled: isResponsible === true }).data?.violated ?? 0
  return (
    <Tabs
      label={cockpitTabsLabel}
      current={current}
      items={[
        {
          id: 'stuck',
          label: cockpitTabLabels.stuck,
          href: paths.stuckWork(),
          reservesCount: true,
          ...(overview && { count: stuck, countTone: stuck > 0 ? 'bad' : 'neutral' }),
        },
        {
          id: 'work',
          label: cockpitTabLabels.work,
          href: paths.runs(),
          reservesCount: true,
          ...(overview && { ...(failed > 0 ? { count: withErrorsLabel(failed), countTone: 'bad' as const } : { count: 0 }) }),
        },
        {
          id: 'pullRequests',
          label: cockpitTabLabels.pullRequests,
          href: paths.pullRequests(),
          reservesCount: true,
          // The page also lists failed account changes, which are no pull requests.
          ...(pulls && { count: `${open}${pulls.more ? '+' : ''} open` }),
        },
        {
          id: 'queues',
          label: cockpitTabLabels.queues,
          href: paths.cockpit('queues'),
          ...(pauseCount > 0 && { count: `${pauseCount} paused`, countTone: 'warn' as const }),
        },
        {
          id: 'connectors',
          label: cockpitTabLabels.connectors,
          href: paths.cockpit('connectors'),
          ...(endingCount > 0 && { count: `${endingCount} ending`, countTone: 'warn' as const }),
        },
        { id: 'doctor', label: cockpitTabLabels.doctor, href: paths.cockpit('doctor') },
        { id: 'caches', label: cockpitTabLabels.caches, href: paths.cockpit('caches') },
        { id: 'slowQueries', label: cockpitTabLabels.slowQueries, href: paths.cockpit('slow-queries') },
        {
          id: 'invariants',
          label: cockpitTabLabels.invariants,
          href: paths.cockpit('invariants'),
          ...(violatedCount > 0 && { count: violatedCount, countTone: 'bad' as const }),
        },
      ]}
    />
  )
}
