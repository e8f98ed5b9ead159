import { labelFor } from '../../../shared/labels.ts'
export const apiKeyLabels = {
  none: 'No API keys yet',
  denied: 'Only administrators and auditors can see API keys. Ask an administrator for a key.',
  generate: 'Generate key',
  name: 'Name',
  accounts: 'Accounts',
  allAccounts: (environment: string, parent: string) =>
    `All ${labelFor('environment', environment).toLocaleLowerCase()} accounts of ${parent}`,
  scopesMissing: 'Choose at least one permission.',
  continueGenerating: 'Continue generating the key?',
  laterAccounts: 'Accounts that are created later aren’t included. Generate a new key for them.',
  stored: 'I’ve stored the key',
  notStored: 'You can’t see the key again after closing. Store it, then select this box.',
  done: 'Done',
  lastUsed: 'Last used',
  openRevoke: 'Revoke',
  confirmRevoke: (key: string) => `Revoke ${key}?`,
  revoke: 'Revoke key',
} as const
