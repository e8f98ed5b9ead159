import { Status } from '../../../ui/Status.tsx'
import type { StatusText } from './edgeLabels.ts'

export function EdgeStatus({ words: { tone, word, icon }, pill }: { words: StatusText; pill?: boolean }) {
  return (
    <Status tone={tone} {...(icon && { icon })} {...(pill && { pill })}>
      {word}
    </Status>
  )
}
