export const apiKeyLabels = {
  none: 'No API keys yet',
  generate: 'Generate key',
  scopesMissing: 'Choose at least one permission.',
  continueGenerating: 'Continue generating the key?',
  laterAccounts: 'Accounts that are created later aren’t included. Generate a new key for them.',
  stored: 'I’ve stored the key',
  revoke: 'Revoke key',
} as const
