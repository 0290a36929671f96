/* Tones for a patron who has turned sound on: a chip that is placed, the last call, and the result.
   They are made here, without files. The page fetches this script when sound is first turned on. */

const button = document.getElementById("sound");
const stage = document.getElementById("stage");
const tones = new AudioContext();
const LOUD = 0.08;
const RESULTS = { won: [523, 659, 784], lost: [330, 262], even: [440, 440], none: [440] };
const stakeText = () => document.getElementById("my-stake")?.textContent || "";
const before = { stake: stakeText(), last: false, told: stage.dataset.told };


/* Notes one after the other, in hertz. */
function play(notes, seconds = 0.14) {
  if (button.getAttribute("aria-pressed") !== "true") return;
  tones.resume();
  notes.forEach((hertz, place) => {
    const starts = tones.currentTime + place * seconds;
    const tone = tones.createOscillator();
    const volume = tones.createGain();
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(LOUD, starts);
    volume.gain.exponentialRampToValueAtTime(0.001, starts + seconds);
    tone.connect(volume).connect(tones.destination);
    tone.start(starts);
    tone.stop(starts + seconds);
  });
  stage.dataset.played = notes.join(" ");
}

function look() {
  const stake = stakeText();
  if (stake !== before.stake && stake !== "$0") play([988], 0.06);
  before.stake = stake;
  if (stage.dataset.told !== before.told) {
    before.told = stage.dataset.told;
    play(RESULTS[["won", "lost", "even"].find((each) => stage.classList.contains(each)) || "none"]);
  }
  const last = Boolean(document.querySelector(".betting-clock.last"));
  if (last && !before.last) play([660, 660], 0.1);
  before.last = last;
}

document.addEventListener("houseway:shown", look);
setInterval(look, 250);
play([784], 0.08);
