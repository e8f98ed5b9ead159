import { X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Choice.tsx'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { Form } from '../ui/Form.tsx'
import { TextField } from '../ui/TextField.tsx'

/** A form that checks its name itself; what answers for the regions does so at the event `answer`. */
export function FormPiece() {
  const [name, setName] = useState('')
  const [errors, setErrors] = useState<{ name?: string; regions?: string }>({})
  const [tags, setTags] = useState(['till', 'shop', 'stock'])
  const submit = async () => {
    setErrors(name ? {} : { name: 'Give it a name' })
    if (!name) return
    await new Promise((resolve) => addEventListener('answer', resolve, { once: true }))
    setErrors({ regions: 'There is no room in West Europe' })
  }
  return (
    <Form aria-label="Something new" onSubmit={submit} className="space-y-4">
      <TextField label="Name" name="called" value={name} error={errors.name} onChange={(event) => setName(event.target.value)} />
      <FieldGroup label="Regions" name="regions" error={errors.regions}>
        <Checkbox label="UK South" />
        <Checkbox label="West Europe" />
      </FieldGroup>
      <ul>
        {tags.map((tag) => (
          <li key={tag} className="flex items-center gap-2">
            {tag}
            <IconButton icon={X} size="sm" label={`Remove ${tag}`} onClick={() => setTags(tags.filter((one) => one !== tag))} />
          </li>
        ))}
      </ul>
      <Button type="submit">Send it</Button>
    </Form>
  )
}
