import { isKeyOf } from '../../../shared/isKeyOf.ts'
import { pictureLabels, pictureTypeLabels } from './labels.ts'
import type { PictureFacts, PictureType } from './types.ts'

const maxAccepted = { bytes: 1_000_000, width: 1_920, height: 4_096 }

const transparentInJpeg = '#fff'

export interface PreparedPicture extends PictureFacts {
  dataUrl: string
  base64: string
}

export class PictureError extends Error {}

export async function preparePicture(file: Blob): Promise<PreparedPicture> {
  if (!isKeyOf(pictureTypeLabels, file.type)) throw new PictureError(pictureLabels.wrongType)
  const canvas = await draw(file)
  for (const { type, quality } of encodings(file.type)) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
    if (!blob || blob.size > maxAccepted.bytes || !isKeyOf(pictureTypeLabels, blob.type)) continue
    const dataUrl = await readDataUrl(blob)
    const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1)
    return { dataUrl, base64, mediaType: blob.type, size: blob.size, width: canvas.width, height: canvas.height }
  }
  throw new PictureError(pictureLabels.tooLarge)
}

async function draw(file: Blob): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new PictureError(pictureLabels.wrongType)
  })
  const scale = Math.min(1, maxAccepted.width / bitmap.width, maxAccepted.height / bitmap.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new PictureError(pictureLabels.wrongType)
  context.fillStyle = transparentInJpeg
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas
}

const encodings = (type: PictureType): { type: PictureType; quality: number }[] => [
  { type, quality: 0.92 },
  { type: 'image/jpeg', quality: 0.85 },
  { type: 'image/jpeg', quality: 0.6 },
]

function readDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
