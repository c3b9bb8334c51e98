/**
 * Four short sounds and a buzz, made here from plain tones; silent until the person has chosen them.
 */

/** @typedef {"turn" | "penalty" | "win" | "card"} Cue */

/** Tones of a cue: pitch in Hz, beginning and length in seconds. @type {Record<Cue, [pitch: number, at: number, length: number][]>} */
const TONES = {
  turn: [[523, 0, 0.14], [784, 0.12, 0.22]],
  penalty: [[233, 0, 0.16], [175, 0.14, 0.28]],
  win: [[523, 0, 0.14], [659, 0.12, 0.14], [784, 0.24, 0.14], [1047, 0.36, 0.4]],
  card: [[330, 0, 0.05]],
};
/** Milliseconds of buzz and pause. @type {Partial<Record<Cue, number[]>>} */
const BUZZES = { turn: [60], penalty: [40, 60, 40], win: [60, 60, 160] };
const LOUDNESS = 0.16;

export class Sounds {
  /** @param {import("../preferences.js").Preferences} preferences */
  constructor(preferences) {
    this.preferences = preferences;
    /** @type {AudioContext | null} */
    this.audio = null;
    preferences.listen((choices, changed) => {
      if (changed === "sound" && choices.sound) this.ring("turn");
      if (changed === "vibration" && choices.vibration) this.buzz("turn");
    });
  }

  /** @param {Cue} cue */
  play(cue) {
    // Before the person has touched the page, browsers let it neither sound nor buzz.
    if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
    const { sound, vibration } = this.preferences.choices;
    if (sound) this.ring(cue);
    if (vibration) this.buzz(cue);
  }

  /** @param {Cue} cue */
  buzz(cue) {
    const pattern = BUZZES[cue];
    if (pattern) navigator.vibrate?.(pattern);
  }

  /** @param {Cue} cue */
  ring(cue) {
    this.audio ??= new AudioContext();
    if (this.audio.state === "suspended") this.audio.resume();
    for (const [pitch, at, length] of TONES[cue]) this.tone(this.audio, pitch, this.audio.currentTime + at, length);
  }

  /**
   * @param {AudioContext} audio
   * @param {number} pitch
   * @param {number} start
   * @param {number} length
   */
  tone(audio, pitch, start, length) {
    const source = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    source.connect(volume).connect(audio.destination);
    source.start(start);
    source.stop(start + length);
  }
}
