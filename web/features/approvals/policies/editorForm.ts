/** The page’s button to propose submits the editor’s form with this value, so that the draft is saved first. */
export const proposeValue = 'propose'
export const editorFormId = 'policy-draft'
