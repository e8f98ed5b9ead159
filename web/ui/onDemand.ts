// The parts of the kit that useOnDemand.ts loads, all together because they share most of their code.
export { ComboboxList, MultiComboboxList } from './ComboboxList.tsx'
export { MenuPopup } from './MenuPopup.tsx'
export { ModalDialog, ModalDrawer } from './ModalDialog.tsx'
export { MoneyInput, NumberInput } from './NumberInput.tsx'
export { PopoverPopup } from './PopoverPopup.tsx'
export { SelectList } from './SelectList.tsx'
