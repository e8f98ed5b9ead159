export const evidenceLabels = {
  cost: 'Cost and capacity',
} as const
