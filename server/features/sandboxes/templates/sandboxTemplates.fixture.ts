import type { NewSandboxTemplate } from './schemas.ts'

export function newTemplate(overrides: Partial<NewSandboxTemplate> = {}): NewSandboxTemplate {
  return {
    name: 'Web application',
    description: 'An app service with a database.',
    hosting: 'resourceGroup',
    regions: ['uksouth', 'ukwest'],
    allowedResourceTypes: ['Microsoft.Web/sites', 'Microsoft.Sql/servers'],
    currency: 'GBP',
    maxBudget: 20_000,
    defaultBudget: 5_000,
    maxHours: 336,
    defaultHours: 72,
    maxExtensions: 2,
    extensionHours: 72,
    maxMembers: 3,
    maxPerPerson: 20,
    thresholds: [
      { percent: 80, action: 'notify' },
      { percent: 100, action: 'freeze' },
    ],
    reminderHours: [48, 24, 4],
    idleHours: 48,
    approval: { mode: 'required' },
    groups: [
      { suffix: 'owners', role: 'Owner' },
      { suffix: 'developers', role: 'Contributor' },
    ],
    typicalUse: [{ name: 'App service plan', resourceType: 'Microsoft.Web/serverfarms', sku: 'B1', count: 1, share: 100 }],
    visibility: 'everyone',
    visibleTo: [],
    enabled: true,
    ...overrides,
  }
}
