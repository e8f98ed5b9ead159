import { shellLabels } from '../../../shell/shellLabels.ts'

export const helpLabels = {
  open: shellLabels.help,
  how: 'How it works',
  questions: 'Questions',
  glossary: 'Glossary',
  find: 'Search terms',
  all: 'Show all terms',
  keys: 'Keyboard shortcuts',
  setup: 'Set up Slipway',
} as const
