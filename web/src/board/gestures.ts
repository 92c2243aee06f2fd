// Mouse, pen and fingers on the map: press, drag, pinch, wheel.
import type { Point } from '../lib/geometry'
import type { Camera } from './camera.svelte'

interface Actions {
  camera: Camera
  hit: (point: Point) => string
  press: (hex: string, shift: boolean) => void
  hover: (hex: string) => void
  grab: (hex: string) => boolean // may a way be drawn from here?
  drag: (hex: string, at: Point) => void
  drop: (hex: string) => void
  look: (hex: string) => void // lingered over, or pressed for long; "" when that is over
}

const STILL = 6 // pixels within which a press is no drag
const LINGER = 450 // milliseconds after which somebody wants to look closer

export function gestures(node: HTMLElement, given: Actions) {
  let act = given
  const down = new Map<number, Point>()
  let moved = 0
  let last = '' // the hex over which a way is being drawn
  let drawing = false
  let over = '' // the hex under the mouse
  let looking = '' // the hex that is looked at closely
  let timer: ReturnType<typeof setTimeout> | undefined

  function linger(hex: string) {
    clearTimeout(timer)
    if (looking) act.look((looking = ''))
    if (hex) timer = setTimeout(() => act.look((looking = hex)), LINGER)
  }

  const at = (event: PointerEvent | WheelEvent): Point => {
    const box = node.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const foreign = (event: Event): boolean =>
    event.target instanceof Element && !!event.target.closest('button, a, .floating')

  function start(event: PointerEvent) {
    if (foreign(event) || event.button > 1) return
    node.setPointerCapture(event.pointerId)
    down.set(event.pointerId, at(event))
    moved = 0
    last = act.hit(at(event))
    linger(event.pointerType === 'touch' && down.size === 1 ? last : '')
    drawing = down.size === 1 && event.pointerType === 'mouse' && act.grab(last)
  }

  function move(event: PointerEvent) {
    const point = at(event)
    const before = down.get(event.pointerId)
    if (!before) {
      const hex = event.pointerType === 'touch' || foreign(event) ? '' : act.hit(point)
      act.hover(hex)
      if (hex !== over) linger((over = hex))
      return
    }
    const others = [...down].filter(([id]) => id !== event.pointerId).map(([, other]) => other)
    moved += Math.hypot(point.x - before.x, point.y - before.y)
    down.set(event.pointerId, point)
    if (others[0]) return pinch(others[0], before, point)
    if (moved < STILL) return
    linger('')
    if (drawing) {
      const hex = act.hit(point)
      if (hex && hex !== last) act.drag((last = hex), point)
      else act.drag('', point)
      return
    }
    node.classList.add('dragging')
    act.camera.pan(point.x - before.x, point.y - before.y)
  }

  function pinch(still: Point, before: Point, now: Point) {
    const gap = (point: Point) => Math.hypot(point.x - still.x, point.y - still.y) || 1
    const middle = { x: (still.x + now.x) / 2, y: (still.y + now.y) / 2 }
    act.camera.zoom(gap(now) / gap(before), middle)
    act.camera.pan((now.x - before.x) / 2, (now.y - before.y) / 2)
  }

  function end(event: PointerEvent) {
    const known = down.delete(event.pointerId)
    node.classList.remove('dragging')
    const looked = looking
    linger('')
    if (!known || down.size) return
    const hex = event.type === 'pointercancel' ? '' : act.hit(at(event))
    if (moved >= STILL) {
      if (drawing) act.drop(hex)
      return
    }
    if (hex && !looked) act.press(hex, event.shiftKey)
  }

  function wheel(event: WheelEvent) {
    if (foreign(event)) return
    event.preventDefault()
    linger('')
    const lines = event.deltaMode === 1 ? 16 : 1
    const speed = event.ctrlKey ? 0.01 : 0.0016
    act.camera.zoom(Math.exp(-event.deltaY * lines * speed), at(event))
  }

  const leave = () => {
    act.hover('')
    linger((over = ''))
  }
  // a long press is for looking closer, not for the browser's menu
  const menu = (event: Event) => {
    if (looking || down.size) event.preventDefault()
  }
  node.addEventListener('contextmenu', menu)
  node.addEventListener('pointerdown', start)
  node.addEventListener('pointermove', move)
  node.addEventListener('pointerup', end)
  node.addEventListener('pointercancel', end)
  node.addEventListener('pointerleave', leave)
  node.addEventListener('wheel', wheel, { passive: false })
  return {
    update(next: Actions) {
      act = next
    },
    destroy() {
      clearTimeout(timer)
      node.removeEventListener('contextmenu', menu)
      node.removeEventListener('pointerdown', start)
      node.removeEventListener('pointermove', move)
      node.removeEventListener('pointerup', end)
      node.removeEventListener('pointercancel', end)
      node.removeEventListener('pointerleave', leave)
      node.removeEventListener('wheel', wheel)
    },
  }
}
