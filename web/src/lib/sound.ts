/** Small sounds, made and not played from files: a counter is put down, a die rolls. */

import { settings } from './settings.svelte';

let air: AudioContext | null = null;

/** A knock: a short burst of noise that dies away. */
function knock(at: number, pitch: number, loud: number): void {
  if (!air) return;
  const length = 0.05;
  const buffer = air.createBuffer(1, Math.ceil(air.sampleRate * length), air.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  const source = new AudioBufferSourceNode(air, { buffer });
  const filter = new BiquadFilterNode(air, { type: 'bandpass', frequency: pitch, Q: 1.2 });
  source.connect(filter).connect(new GainNode(air, { gain: loud })).connect(air.destination);
  source.start(air.currentTime + at);
}

function ready(): boolean {
  if (!settings.sound || typeof AudioContext === 'undefined') return false;
  air ??= new AudioContext();
  return air.state === 'running';
}

export function soundOfMove(): void {
  if (ready()) knock(0, 700, 0.35);
}

export function soundOfDice(): void {
  if (ready()) for (const at of [0, 0.09, 0.16, 0.26]) knock(at, 1500 + Math.random() * 900, 0.3);
}
