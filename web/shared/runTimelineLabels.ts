export const runTimelineLabels = {
  retry: 'Retry',
  skip: 'Skip step…',
  usualDuration: 'Usually takes',
  skipped: (reason: string) => `Skipped: ${reason}`,
} as const
