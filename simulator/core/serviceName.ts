export const serviceNames = [
  'control',
  'identity',
  'arm',
  'graph',
  'git',
  'servicenow',
  'prices',
  'keyvault',
  'argocd',
  'stores',
  'azuredevops',
  'mail',
  'chat',
  'monitor',
] as const
export type ServiceName = (typeof serviceNames)[number]
