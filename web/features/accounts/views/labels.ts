export const viewLabels = {
  all: 'All accounts',
  mine: 'My accounts',
  unsaved: 'Filtered accounts',
  saveAs: 'Save as a new view…',
  edit: 'Rename or share…',
  setDefault: 'Set as default view',
  delete: 'Delete view',
  nameMissing: 'Enter a name.',
  sharedWith: 'Shared with',
  save: 'Save view',
  saveChanges: 'Save changes',
} as const
