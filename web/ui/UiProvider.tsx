import { CSPProvider } from '@base-ui/react/csp-provider'
import { type ComponentType, createContext, lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { LinkComponent, type LinkProps } from './Link.tsx'
import { LiveRegion } from './LiveRegion.tsx'
import { reportMissingPart } from './missingPart.ts'
import { isToasterNeeded, onToasterNeeded } from './Toast.tsx'
import { TooltipLayer } from './TooltipLayer.tsx'
import { useKeptFocus } from './useKeptFocus.ts'

const NoToaster = () => null
const Toaster = lazy<ComponentType>(() =>
  import('./Toaster.tsx').then(
    ({ Toaster }) => ({ default: Toaster }),
    () => {
      void reportMissingPart()
      return { default: NoToaster }
    },
  ),
)

/** The suffix of every page title, and the default currency. */
export interface UiSettings {
  appName: string
}

export const UiSettingsContext = createContext<UiSettings>({ appName: '' })

/**
 * Wraps the app once: `<UiProvider link={RouterLink} appName="Slipway">…</UiProvider>`. It provides the link component, toasts and live
 * regions, keeps the focus, and stops Base UI from writing style elements, which the content security policy blocks.
 */
export function UiProvider({ link, appName, children }: { link?: ComponentType<LinkProps>; appName: string; children: ReactNode }) {
  const toasts = useSyncExternalStore(onToasterNeeded, isToasterNeeded)
  useKeptFocus()
  const inside = (
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
  return <UiSettingsContext value={{ appName }}>{link ? <LinkComponent value={link}>{inside}</LinkComponent> : inside}</UiSettingsContext>
}
