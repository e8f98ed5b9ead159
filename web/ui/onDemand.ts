// useOverlayModule.ts loads these components together, because they share most of their code.
export { MenuPopup } from './MenuPopup.tsx'
export { ModalDialog, ModalDrawer } from './ModalDialog.tsx'
export { PopoverPopup } from './PopoverPopup.tsx'
export { SelectList } from './SelectList.tsx'
