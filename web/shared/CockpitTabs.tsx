import { useQuery } from '@tanstack/react-query'
import { getWorkOverview, listConnectors, listInvariants } from '../api/cockpitQueries.ts'
import { listPullRequests } from '../api/pipelineQueries.ts'
import { getMe } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { Tabs } from '../ui/Tabs.tsx'

export type CockpitTab = 'work' | 'pullRequests' | 'queues' | 'connectors' | 'caches' | 'slowQueries' | 'invariants'

export function CockpitTabs({ current }: { current: CockpitTab }) {
  const me = useQuery(getMe()).data
  const isResponsible = me?.roles.includes('admin') || me?.roles.includes('auditor')
  const overview = useQuery({ ...getWorkOverview(), enabled: isResponsible === true }).data
  const stuck = overview?.stuck ?? 0
  const paused = overview?.pauses.length ?? 0
  const pulls = useQuery({ ...listPullRequests(), enabled: isResponsible === true }).data
  const open = pulls?.items.length ?? 0
  const connectors = useQuery({ ...listConnectors(), enabled: isResponsible === true }).data?.connectors
  const endingCount = connectors?.flatMap((connector) => connector.endingSupport).length ?? 0
  const violated = useQuery({ ...listInvariants(), enabled: isResponsible === true }).data?.violated ?? 0
  return (
    <Tabs
      label="Cockpit"
      current={current}
      items={[
        { id: 'work', label: 'Runs', href: paths.work(), ...(stuck > 0 && { count: stuck, countTone: 'bad' as const }) },
        {
          id: 'pullRequests',
          label: 'Pull requests',
          href: paths.pullRequests(),
          ...(open > 0 && { count: pulls?.more ? `${open}+` : open }),
        },
        {
          id: 'queues',
          label: 'Queues',
          href: paths.cockpit('queues'),
          ...(paused > 0 && { count: `${paused} paused`, countTone: 'warn' as const }),
        },
        {
          id: 'connectors',
          label: 'Connectors',
          href: paths.cockpit('connectors'),
          ...(endingCount > 0 && { count: `${endingCount} ending`, countTone: 'warn' as const }),
        },
        { id: 'caches', label: 'Caches', href: paths.cockpit('caches') },
        { id: 'slowQueries', label: 'Slow queries', href: paths.cockpit('slow-queries') },
        {
          id: 'invariants',
          label: 'Data invariants',
          href: paths.cockpit('invariants'),
          ...(violated > 0 && { count: violated, countTone: 'bad' as const }),
        },
      ]}
    />
  )
}
