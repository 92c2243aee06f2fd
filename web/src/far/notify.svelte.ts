// A word from the system when it is one's turn and the page is out of sight: once a turn, and
// again when one's own part of it comes.
import type { Scene } from '../lib/types'

const KEY = 'kursk.notify'

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes' && Notification.permission === 'granted'
  } catch {
    return false // no storage, or no notifications, in this browser
  }
}

class Notify {
  on = $state(kept())
  #told = ''

  get can(): boolean {
    return 'Notification' in globalThis && Notification.permission !== 'denied'
  }

  /** Asked of the browser only when it is switched on. */
  async set(on: boolean): Promise<void> {
    this.on = on && (await Notification.requestPermission()) === 'granted'
    try {
      localStorage.setItem(KEY, this.on ? 'yes' : 'no')
    } catch {
      return
    }
  }

  turn(scene: Scene, name: string): void {
    const own = scene.heading.toLowerCase().includes(`. ${scene.side}: `)
    const turn = `${scene.id} ${scene.view.turn} ${scene.side} ${own}`
    if (!this.on || !scene.deciding || !document.hidden || this.#told === turn) return
    this.#told = turn
    try {
      const note = new Notification(`Your turn: ${name}`, { body: scene.heading, tag: scene.id })
      note.onclick = () => window.focus()
    } catch {
      this.on = false // a phone's browser lets only its own workers do that
    }
  }
}

export const notify = new Notify()
