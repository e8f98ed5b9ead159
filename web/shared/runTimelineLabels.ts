export const runTimelineLabels = {
  retry: 'Retry',
  skip: 'Skip step…',
  skipped: (reason: string) => `Skipped: ${reason}`,
} as const
