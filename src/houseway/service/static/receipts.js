/* The page of receipts: the promises that this browser keeps, as a file (see app.js). */
"use strict";

{
  const link = document.querySelector("[data-promises]");
  const kept = localStorage.promises || "";
  const whole = kept.slice(kept.indexOf("houseway promise"));
  link.href = "data:text/plain;charset=utf-8," + encodeURIComponent(whole);
  link.hidden = !whole;
}
