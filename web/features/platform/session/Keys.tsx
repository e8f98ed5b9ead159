import { KeyboardHelp } from '../../../ui/Keys.tsx'
import { keyGroups } from './keyGroups.ts'

export function Keys({ path, onClose }: { path: string; onClose: () => void }) {
  return <KeyboardHelp open onOpenChange={(next) => !next && onClose()} groups={keyGroups(path)} />
}
