import { useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Button } from '../ui/Button.tsx'

/** Back to where one came from within Slipway; nothing for whoever followed a link from elsewhere. */
export function BackButton() {
  // The gallery of the kit has no router.
  const history = (useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined)?.history
  if (!history?.canGoBack()) return null
  return (
    <Button icon={ArrowLeft} onClick={() => history.back()}>
      Back
    </Button>
  )
}
