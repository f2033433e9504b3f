// Sounds made on the spot: short knocks of wood, no files.

export type Sound = "move" | "capture" | "check" | "won" | "lost";

let context: AudioContext | null = null;

/** A knock: a burst of noise through a narrow filter, dying away. */
function knock(at: number, pitch: number, loud: number) {
  if (!context) return;
  const length = Math.floor(context.sampleRate * 0.09);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * Math.exp((-9 * i) / length);
  const [source, filter, gain] = [context.createBufferSource(), context.createBiquadFilter(), context.createGain()];
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 4;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(at);
}

/** A soft tone. */
function tone(at: number, pitch: number, seconds: number, loud: number) {
  if (!context) return;
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  oscillator.type = "sine";
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + seconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + seconds);
}

/** Plays a sound; nothing where the browser has none. */
export function play(sound: Sound) {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    const now = context.currentTime + 0.01;
    if (sound === "won") [523, 659, 784].forEach((pitch, index) => tone(now + index * 0.11, pitch, 0.5, 0.12));
    else if (sound === "lost") [392, 311].forEach((pitch, index) => tone(now + index * 0.16, pitch, 0.5, 0.12));
    else {
      knock(now, sound === "capture" ? 520 : 780, 1.6);
      if (sound === "capture") knock(now + 0.05, 360, 1.3);
      if (sound === "check") tone(now + 0.03, 880, 0.22, 0.06);
    }
  } catch {
    // A page without sound is a page all the same.
  }
}
