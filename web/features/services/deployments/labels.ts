export const deploymentTabLabels = {
  unreachable: 'We can’t reach Argo CD right now',
  healthUnknown: 'Health is currently unavailable.',
  unavailable: 'Deployments aren’t available for this account yet',
  generateKey: 'Generate key',
} as const
