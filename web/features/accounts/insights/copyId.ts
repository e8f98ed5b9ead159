import { toast } from '../../../ui/Toast.tsx'

export async function copyId({ id, name }: { id: string; name: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(id)
    toast.ok('ID copied', { description: name })
  } catch {
    toast.bad('Couldn’t copy the ID', { description: id })
  }
}
