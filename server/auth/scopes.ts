export const scopes = {
  deploy: 'Onboard repositories and deploy applications for the accounts of the key',
  'edge:complete': 'Report stores whose rollout is complete',
  'pipeline:merge': 'Merge pull requests of onboarding and of updates',
  'pipeline:requeue': 'Start updates again that have stopped',
} as const

export type Scope = keyof typeof scopes
