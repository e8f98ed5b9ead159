export const uiLabels = {
  clearFilters: 'Clear filters',
  filteredByLink: 'Filtered by the link:',
  columns: 'Columns and density',
  keys: 'Keyboard shortcuts',
  palette: 'Search and commands',
  retry: 'Try again',
  undo: 'Undo',
  sectionMissing: 'Couldn’t load this section',
  dismiss: 'Dismiss',
  optionsFailed: 'Couldn’t load some options',
} as const
