import type { Row } from './requirement.ts'

const stoppable = [
  ['Microsoft.Compute/virtualMachines', 'deallocate', 'virtual machines'],
  ['Microsoft.Compute/virtualMachineScaleSets', 'deallocate', 'scale sets'],
  ['Microsoft.Web/sites', 'stop', 'web apps'],
  ['Microsoft.ContainerService/managedClusters', 'stop', 'Kubernetes clusters'],
  ['Microsoft.DBforPostgreSQL/flexibleServers', 'stop', 'PostgreSQL servers'],
  ['Microsoft.DBforMySQL/flexibleServers', 'stop', 'MySQL servers'],
] as const

type StoppableType = (typeof stoppable)[number]
export type PowerName = `${StoppableType[0]}/${StoppableType[1] | 'start'}/action`

export const azurePowerRows = stoppable.flatMap(([type, verb, description]): Row[] => [
  [
    `${type}/${verb}/action` satisfies PowerName,
    `Stop ${description}`,
    'Sandbox freeze',
    `In a frozen sandbox, ${description} keep running and cost money`,
    'run',
  ],
  [
    `${type}/start/action` satisfies PowerName,
    `Restart ${description}`,
    'Sandbox resume',
    `Sandboxes with ${description} can’t be resumed`,
    'run',
  ],
])

export const stopActions = stoppable.map(([type, verb]) => `${type}/${verb}/action` as PowerName)
export const startActions = stoppable.map(([type]) => `${type}/start/action` as PowerName)
