export const deploymentTabLabels = {
  applications: 'Applications',
  example: 'example',
  noKeys: 'No keys yet.',
  keyFromAdministrator: 'Ask an administrator for a key',
  steps: 'Steps',
  of: (app: string) => `of ${app}`,
  unreachable: 'We can’t reach Argo CD right now',
  healthUnknown: 'Health is currently unavailable.',
  unavailable: 'Deployments aren’t available for this account yet',
  generateKey: 'Generate key',
} as const
