export const startFromLabels = {
  label: 'Start from an existing account',
  filledIn: (account: string) => `Filled in from ${account}`,
  notRead: 'Couldn’t load the account',
} as const
