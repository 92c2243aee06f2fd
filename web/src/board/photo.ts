// A picture of a map layer. Drawing thousands of curves anew for every frame of a gesture is
// too slow without a graphics card; while the sheet moves, its photo moves in its place.
import barlow from '@fontsource/barlow-condensed/files/barlow-condensed-latin-500-normal.woff2?url'
import stars from '@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff2?url'
import italic from '@fontsource/source-serif-4/files/source-serif-4-latin-400-italic.woff2?url'
import village from '@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff2?url'
import town from '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2?url'
import city from '@fontsource/source-serif-4/files/source-serif-4-latin-700-normal.woff2?url'

const AFTER = 700 // milliseconds
const MOST = 8_000_000 // pixels of a photo

/** Do something when the first look at the board has been painted; until then it can be called off. */
export function later(then: () => void): () => void {
  let timer = 0
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => (timer = window.setTimeout(then, AFTER)))
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

const FACES: [family: string, weight: number, style: string, url: string][] = [
  ['Barlow Condensed', 500, 'normal', barlow],
  ['Barlow Condensed', 600, 'normal', stars],
  ['Source Serif 4', 400, 'italic', italic],
  ['Source Serif 4', 400, 'normal', village],
  ['Source Serif 4', 600, 'normal', town],
  ['Source Serif 4', 700, 'normal', city],
]

let faces: Promise<string> | undefined

/** The fonts of the map as data: a picture may fetch nothing. */
function fonts(): Promise<string> {
  faces ??= Promise.all(
    FACES.map(async ([family, weight, style, url]) => {
      const data = await asData(await (await fetch(url)).blob())
      return `@font-face{font-family:'${family}';font-weight:${weight};font-style:${style};src:url(${data})}`
    }),
  ).then((all) => `<style>${all.join('')}</style>`)
  return faces
}

function asData(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(blob)
  })
}

export async function photograph(
  svg: string,
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): Promise<void> {
  const text = svg.includes('<text') ? svg.replace('>', `>${await fonts()}`) : svg
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const scale = Math.min(2, Math.sqrt(MOST / (width * height)))
    const [resizeWidth, resizeHeight] = [Math.round(width * scale), Math.round(height * scale)]
    const taken = await createImageBitmap(image, { resizeWidth, resizeHeight })
    canvas.width = resizeWidth
    canvas.height = resizeHeight
    // handed over once; what was drawn onto a canvas would be copied anew for every frame
    canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(taken)
  } finally {
    URL.revokeObjectURL(url)
  }
}
