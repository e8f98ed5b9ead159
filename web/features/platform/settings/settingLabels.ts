export const saveLabel = 'Save'
