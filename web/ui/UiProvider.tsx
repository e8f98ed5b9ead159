import { CSPProvider } from '@base-ui/react/csp-provider'
import { type ComponentType, createContext, lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { reportChunkFailure } from './chunkFailure.ts'
import { LinkComponent, type LinkProps } from './Link.tsx'
import { LiveRegion } from './LiveRegion.tsx'
import { isToasterNeeded, onToasterNeeded } from './Toast.tsx'
import { TooltipLayer } from './TooltipLayer.tsx'
import { useFocusRecovery } from './useFocusRecovery.ts'

const NoToaster = () => null
const Toaster = lazy<ComponentType>(() =>
  import('./Toaster.tsx').then(
    ({ Toaster }) => ({ default: Toaster }),
    () => {
      void reportChunkFailure()
      return { default: NoToaster }
    },
  ),
)

/** `appName` is the suffix of every page title. */
interface UiSettings {
  appName: string
}

export const UiSettingsContext = createContext<UiSettings>({ appName: '' })

/**
 * Wraps the whole app: `<UiProvider link={RouterLink} appName="Slipway">…</UiProvider>`. It provides the link component, toasts and live
 * regions, recovers lost focus, and prevents Base UI from writing style elements, which the content security policy blocks.
 */
export function UiProvider({ link, appName, children }: { link?: ComponentType<LinkProps>; appName: string; children: ReactNode }) {
  const toasts = useSyncExternalStore(onToasterNeeded, isToasterNeeded)
  useFocusRecovery()
  const content = (
    <CSPProvider disableStyleElements>
      {children}
      {toasts && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
      <TooltipLayer />
      <LiveRegion />
    </CSPProvider>
  )
  return <UiSettingsContext value={{ appName }}>{link ? <LinkComponent value={link}>{content}</LinkComponent> : content}</UiSettingsContext>
}
