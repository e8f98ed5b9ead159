import { Check, Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import { shellLabels } from './shellLabels.ts'
import { applyTheme, readTheme, type Theme } from './theme.ts'

const themes: { value: Theme; label: string; icon: typeof Sun }[] = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: shellLabels.dark, icon: Moon },
]

export function ThemeMenu() {
  const [theme, setTheme] = useState(readTheme)
  const currentTheme = themes.find((item) => item.value === theme) ?? themes[0]!
  return (
    <Menu
      trigger={<IconButton icon={currentTheme.icon} label={shellLabels.theme} />}
      items={themes.map(({ value, label, icon }) => ({
        label,
        icon,
        aside: value === theme && (
          <>
            <Check size={16} aria-hidden className="text-accent" />
            <span className="sr-only">chosen</span>
          </>
        ),
        onSelect: () => {
          applyTheme(value)
          setTheme(value)
        },
      }))}
    />
  )
}
