export const failedLabels = {
  retry: 'Try again',
  options: 'Some options couldn’t be loaded',
} as const
