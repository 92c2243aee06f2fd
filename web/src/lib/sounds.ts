// A few sounds, made on the spot: no files. Off unless somebody turns them on.

export type Sound = 'turn' | 'die' | 'move' | 'refused' | 'over'

// frequency in hertz, when it begins and how long it lasts in seconds, how loud
type Tone = [pitch: number, at: number, long: number, loud: number]

const TONES: Record<Exclude<Sound, 'die'>, Tone[]> = {
  turn: [
    [523, 0, 0.18, 0.12],
    [784, 0.13, 0.3, 0.12],
  ],
  move: [[180, 0, 0.07, 0.14]],
  refused: [[110, 0, 0.16, 0.14]],
  over: [
    [392, 0, 0.25, 0.12],
    [523, 0.2, 0.25, 0.12],
    [659, 0.4, 0.5, 0.12],
  ],
}
const RATTLE = [0, 0.06, 0.11, 0.19] // when a die strikes the table

let context: AudioContext | undefined

export function sound(kind: Sound): void {
  try {
    context ??= new AudioContext()
    if (kind === 'die') for (const at of RATTLE) knock(context, at)
    else for (const tone of TONES[kind]) play(context, tone)
  } catch {
    return // a browser without sound plays as well
  }
}

function play(audio: AudioContext, [pitch, at, long, loud]: Tone): void {
  const [from, tone, volume] = [
    audio.currentTime + at,
    audio.createOscillator(),
    audio.createGain(),
  ]
  tone.type = 'triangle'
  tone.frequency.value = pitch
  volume.gain.setValueAtTime(loud, from)
  volume.gain.exponentialRampToValueAtTime(0.001, from + long)
  tone.connect(volume).connect(audio.destination)
  tone.start(from)
  tone.stop(from + long)
}

/** A short burst of noise, as wood on wood. */
function knock(audio: AudioContext, at: number): void {
  const length = Math.floor(audio.sampleRate * 0.03)
  const noise = audio.createBuffer(1, length, audio.sampleRate)
  const data = noise.getChannelData(0)
  for (let n = 0; n < length; n++) data[n] = (Math.random() * 2 - 1) * (1 - n / length) ** 3
  const [source, volume] = [audio.createBufferSource(), audio.createGain()]
  source.buffer = noise
  volume.gain.value = 0.25
  source.connect(volume).connect(audio.destination)
  source.start(audio.currentTime + at)
}
