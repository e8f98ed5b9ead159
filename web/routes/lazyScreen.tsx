import { type ComponentType, type FunctionComponent, useState } from 'react'
import { MissingScreenCode, SigningIn } from '../features/platform/session/Screens.tsx'
import { recoverable } from '../ui/recoverable.tsx'

type Screen = FunctionComponent & { preload: () => Promise<void> }

/**
 * Loads the code of a screen when the screen is opened, or likely to be opened. Without a connection, the frame stays until the connection
 * is back.
 */
export function lazyScreen<Module extends object>(load: () => Promise<Module>, name: keyof Module): Screen {
  let loaded: ComponentType | undefined
  const loadScreen = async () => {
    // The screens refer to their routes, so the compiler can’t infer the type of a screen while it infers the type of its route.
    const screen = (await load())[name] as ComponentType
    loaded = screen
    return screen
  }
  const Recoverable = recoverable(loadScreen, {
    loading: <SigningIn />,
    missing: (reason, onRetry) => <MissingScreenCode reason={reason} onRetry={onRetry} />,
  })
  function LazyScreen() {
    // A screen that was opened before its code had loaded keeps its wrapper, because a different component would lose focus and inputs.
    const [Content] = useState(() => loaded ?? Recoverable)
    return <Content />
  }
  // A failed preload isn’t an error, because rendering the screen loads the code again.
  return Object.assign(LazyScreen, {
    preload: () =>
      loadScreen().then(
        () => undefined,
        () => undefined,
      ),
  })
}
