export const uiLabels = {
  clearFilters: 'Clear filters',
  filteredByLink: 'Filtered by the link:',
  columns: 'Columns and density',
  keys: 'Keyboard shortcuts',
  palette: 'Search and commands',
  retry: 'Try again',
  undo: 'Undo',
  sectionMissing: 'Couldn’t load this section',
  reloadAfterUpdate: 'Reload to open the new version. Save or copy your input first, because reloading can discard it.',
  dismiss: 'Dismiss',
  optionsFailed: 'Couldn’t load some options',
} as const
