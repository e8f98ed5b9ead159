export const shellLabels = {
  offline: 'Connection lost',
  skip: 'Skip to content',
  broken: 'This page couldn’t be displayed',
} as const
