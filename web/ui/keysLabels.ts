export const keysLabels = {
  title: 'Keyboard shortcuts',
} as const
