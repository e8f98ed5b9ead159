import { type ComponentType, lazy } from 'react'
import type { CallResult } from '../../api/client.ts'
import type { AccountTab } from '../../paths.ts'

type TabContent = ComponentType<{ account: CallResult<'getAccount'> }>

const ActivityTab = lazy(() => import('./ActivityTab.tsx').then(({ ActivityTab }) => ({ default: ActivityTab })))
const ResourcesTab = lazy(() => import('./ResourcesTab.tsx').then(({ ResourcesTab }) => ({ default: ResourcesTab })))

const NetworkTab = lazy(() => import('../account-insights/NetworkTab.tsx').then(({ NetworkTab }) => ({ default: NetworkTab })))
const ProtectionTab = lazy(() => import('../account-insights/ProtectionTab.tsx').then(({ ProtectionTab }) => ({ default: ProtectionTab })))
const SecurityTab = lazy(() => import('../account-insights/SecurityTab.tsx').then(({ SecurityTab }) => ({ default: SecurityTab })))
const SecretsTab = lazy(() => import('../key-vault/SecretsTab.tsx').then(({ SecretsTab }) => ({ default: SecretsTab })))
const CostTab = lazy(() => import('../account-insights/CostTab.tsx').then(({ CostTab }) => ({ default: CostTab })))

const AccessTab = lazy(() => import('../account-access/AccessTab.tsx').then(({ AccessTab }) => ({ default: AccessTab })))

const IncidentsTab = lazy(() => import('../incidents/IncidentsTab.tsx').then(({ IncidentsTab }) => ({ default: IncidentsTab })))

const DeploymentsTab = lazy(() => import('../deployments/DeploymentsTab.tsx').then(({ DeploymentsTab }) => ({ default: DeploymentsTab })))

const ChangesTab = lazy(() => import('../account-updates/ChangesTab.tsx').then(({ ChangesTab }) => ({ default: ChangesTab })))

/** The parts of an account's page after the overview, in their order; each is fetched when it is first opened. */
export const accountTabs: { id: AccountTab; label: string; Content: TabContent }[] = [
  { id: 'resources', label: 'Resources', Content: ResourcesTab },
  { id: 'network', label: 'Network', Content: NetworkTab },
  { id: 'protection', label: 'Backup and patching', Content: ProtectionTab },
  { id: 'security', label: 'Security', Content: SecurityTab },
  { id: 'secrets', label: 'Secrets', Content: SecretsTab },
  { id: 'cost', label: 'Cost', Content: CostTab },
  { id: 'access', label: 'Access', Content: AccessTab },
  { id: 'incidents', label: 'Incidents', Content: IncidentsTab },
  { id: 'deployments', label: 'Deployments', Content: DeploymentsTab },
  { id: 'changes', label: 'Changes', Content: ChangesTab },
  { id: 'activity', label: 'Activity', Content: ActivityTab },
]
