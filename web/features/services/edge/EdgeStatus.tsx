import { Status } from '../../../ui/Status.tsx'
import type { StatusWords } from './edgeWords.ts'

export function EdgeStatus({ words: { tone, word, icon }, pill }: { words: StatusWords; pill?: boolean }) {
  return (
    <Status tone={tone} {...(icon && { icon })} {...(pill && { pill })}>
      {word}
    </Status>
  )
}
