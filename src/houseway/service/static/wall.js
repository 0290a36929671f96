/* A wall screen: F fills the whole screen, and the pointer hides when nobody moves it. */

const REST = 4000; // milliseconds
let timer = 0;

document.addEventListener("keydown", (event) => {
  if (event.key !== "f" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
});

document.addEventListener("pointermove", () => {
  document.body.classList.remove("at-rest");
  clearTimeout(timer);
  timer = setTimeout(() => document.body.classList.add("at-rest"), REST);
});
