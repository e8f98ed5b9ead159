import { toast } from '../../../ui/Toast.tsx'

export async function copyId({ id, name }: { id: string; name: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(id)
    toast.ok('Id copied', { description: name })
  } catch {
    toast.bad('The id could not be copied', { description: id })
  }
}
