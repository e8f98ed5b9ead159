export const apiKeyLabels = {
  none: 'No API keys yet',
  generate: 'Generate key',
  scopesMissing: 'Choose at least one permission.',
  continueGenerating: 'Continue generating the key?',
  stored: 'I have stored the key',
  revoke: 'Revoke key',
} as const
