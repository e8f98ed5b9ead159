import { type ComponentType, lazy } from 'react'
import type { CallResult } from '../../api/client.ts'
import type { AccountTab } from '../../paths.ts'

type TabContent = ComponentType<{ account: CallResult<'getAccount'> }>

const ActivityTab = lazy(() => import('./ActivityTab.tsx').then(({ ActivityTab }) => ({ default: ActivityTab })))
const ResourcesTab = lazy(() => import('./ResourcesTab.tsx').then(({ ResourcesTab }) => ({ default: ResourcesTab })))

/** The parts of an account's page after the overview, in their order; each is fetched when it is first opened. */
export const accountTabs: { id: AccountTab; label: string; Content: TabContent }[] = [
  { id: 'resources', label: 'Resources', Content: ResourcesTab },
  { id: 'activity', label: 'Activity', Content: ActivityTab },
]
