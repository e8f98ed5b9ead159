export const secretLabels = {
  set: 'Set secret',
  setVersion: 'Set new version',
  nameMissing: 'Enter a name.',
  nameTaken: 'A deleted secret has this name',
  restore: 'Restore secret',
  restored: 'The deleted secret was restored with its older versions.',
  unreadable: 'Slipway can’t read this vault',
} as const
