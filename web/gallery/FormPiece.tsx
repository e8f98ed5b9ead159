import { X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { Form } from '../ui/Form.tsx'
import { MoneyField } from '../ui/NumberField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { formPieceLabels, piecesLabels } from './galleryLabels.ts'

/** The form validates its name. The event `answer` supplies the result of the list of regions. */
export function FormPiece() {
  const [name, setName] = useState('')
  const [price, setPrice] = useState<number | null>(2_500)
  const [errors, setErrors] = useState<{ name?: string; regions?: string }>({})
  const [tags, setTags] = useState(['till', 'shop', 'stock'])
  const submit = async () => {
    setErrors(name ? {} : { name: formPieceLabels.noName })
    if (!name) return
    await new Promise((resolve) => addEventListener('answer', resolve, { once: true }))
    setErrors({ regions: formPieceLabels.noRoom })
  }
  return (
    <Form aria-label={formPieceLabels.title} onSubmit={submit} className="space-y-4">
      <TextField label="Name" name="called" value={name} error={errors.name} onChange={(event) => setName(event.target.value)} />
      <MoneyField label={formPieceLabels.price} currency="GBP" min={100} value={price} onChange={setPrice} />
      <FieldGroup label="Regions" name="regions" error={errors.regions}>
        <Checkbox label="UK South" />
        <Checkbox label={formPieceLabels.region} />
      </FieldGroup>
      <ul>
        {tags.map((tag) => (
          <li key={tag} className="flex items-center gap-2">
            {tag}
            <IconButton icon={X} size="sm" label={piecesLabels.remove(tag)} onClick={() => setTags(tags.filter((item) => item !== tag))} />
          </li>
        ))}
      </ul>
      <Button type="submit">{formPieceLabels.send}</Button>
    </Form>
  )
}
