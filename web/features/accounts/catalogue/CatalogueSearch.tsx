import { Search } from 'lucide-react'
import type { CatalogueItem } from '../../../shared/requestTypes.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { catalogueLabels } from './labels.ts'

export function matchesText({ name, category, description }: CatalogueItem, text: string): boolean {
  return `${name} ${category} ${description}`.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase())
}

export function CatalogueSearch({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
    <TextField
      label={catalogueLabels.search}
      hideLabel
      optional
      type="search"
      placeholder={catalogueLabels.search}
      prefix={<Search size={15} aria-hidden />}
      className="w-full sm:w-64"
      value={text}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  )
}
