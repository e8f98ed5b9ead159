export const maintenanceLabels = {
  restored: 'Restored from a backup: you can’t make changes',
  openRestore: 'Open database restore',
} as const
