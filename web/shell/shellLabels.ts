export const shellLabels = {
  offline: 'Connection lost',
  skip: 'Skip to content',
  broken: 'Couldn’t display this page',
} as const
