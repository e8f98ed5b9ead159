export const scopes = {
  deploy: 'Register repositories and deploy applications in the accounts of the key',
  'edge:complete': 'Report stores whose rollout is complete',
  'pipeline:merge': 'Merge pull requests for new accounts and account changes',
  'pipeline:requeue': 'Restart failed account changes',
} as const

export type ApiKeyScope = keyof typeof scopes
