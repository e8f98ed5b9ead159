import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { type ComponentType, createContext, lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { LinkComponent, type LinkProps } from './Link.tsx'
import { LiveRegion } from './LiveRegion.tsx'
import { partMissing } from './missingPart.ts'
import { toasterIsWanted, whenToasterIsWanted } from './Toast.tsx'
import { useKeptFocus } from './useKeptFocus.ts'

const NoToaster = () => null
const Toaster = lazy<ComponentType>(() =>
  import('./Toaster.tsx').then(
    ({ Toaster }) => ({ default: Toaster }),
    () => {
      void partMissing()
      return { default: NoToaster }
    },
  ),
)

/** What every page adds to its title, and the currency a money field starts with. */
export interface UiSettings {
  appName: string
}

export const UiSettingsContext = createContext<UiSettings>({ appName: '' })

/**
 * Wraps the app once. Gives the kit its link component (the router's), its toasts and its live regions,
 * sees to it that the focus is never lost, and keeps Base UI from writing style elements, which the content security policy refuses.
 * `<UiProvider link={RouterLink} appName="Slipway">…</UiProvider>`
 */
export function UiProvider({ link, appName, children }: { link?: ComponentType<LinkProps>; appName: string; children: ReactNode }) {
  const toasts = useSyncExternalStore(whenToasterIsWanted, toasterIsWanted)
  useKeptFocus()
  const inside = (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={350} closeDelay={0}>
        {children}
        {toasts && (
          <Suspense>
            <Toaster />
          </Suspense>
        )}
        <LiveRegion />
      </Tooltip.Provider>
    </CSPProvider>
  )
  return <UiSettingsContext value={{ appName }}>{link ? <LinkComponent value={link}>{inside}</LinkComponent> : inside}</UiSettingsContext>
}
