import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { announce } from '../../../ui/LiveRegion.tsx'
import { pictureLabels } from './labels.ts'
import { PictureError, type PreparedPicture, preparePicture } from './preparePicture.ts'

export interface PictureInput {
  picture: PreparedPicture | undefined
  isPreparing: boolean
  isOver: boolean
  error: string | undefined
  take: (file: Blob | undefined) => Promise<void>
  remove: () => void
}

export function usePicture(): PictureInput {
  const [picture, setPicture] = useState<PreparedPicture>()
  const [isPreparing, setPreparing] = useState(false)
  const [isOver, setIsOver] = useState(false)
  const [error, setError] = useState<string>()
  const latestFile = useRef<Blob>(undefined)

  const take = async (file: Blob | undefined) => {
    if (!file) return
    latestFile.current = file
    const isLatest = () => latestFile.current === file
    setPreparing(true)
    setError(undefined)
    try {
      const prepared = await preparePicture(file)
      if (!isLatest()) return
      setPicture(prepared)
      announce(pictureLabels.attached)
    } catch (failure) {
      if (!isLatest()) return
      const message = failure instanceof PictureError ? failure.message : pictureLabels.wrongType
      setError(message)
      announce(message, { urgent: true })
    } finally {
      if (isLatest()) setPreparing(false)
    }
  }
  const remove = () => {
    latestFile.current = undefined
    setPicture(undefined)
    setError(undefined)
    setPreparing(false)
    announce(pictureLabels.removed)
  }
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const isTextWithItsPicture = event.clipboardData?.types.includes('text/plain')
    const file = event.clipboardData?.files[0]
    if (!file || isTextWithItsPicture) return
    event.preventDefault()
    void take(file)
  })
  const drag = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    setIsOver(event.type === 'dragover')
    if (event.type === 'drop') void take(event.dataTransfer.files[0])
  })
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('paste', (event) => paste(event), { signal })
    for (const type of ['dragover', 'dragleave', 'drop'] as const) document.addEventListener(type, (event) => drag(event), { signal })
    return () => stop.abort()
  }, [])
  return { picture, isPreparing, isOver, error, take, remove }
}
