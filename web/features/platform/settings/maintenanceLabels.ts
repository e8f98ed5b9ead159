export const maintenanceLabels = {
  restored: 'Database restored: you can’t make changes',
  openRestore: 'Open database restore',
} as const
