"""How a report looks, and the few lines that let one step through its games."""

from __future__ import annotations

# Dark text on white and black borders: marks and words carry the meaning, colour only helps.
STYLE = """
:root { color: #111; background: #fff; font: 16px/1.45 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.6rem; } h2 { border-bottom: 2px solid #111; margin-top: 2rem; }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; } figcaption { color: #333; font-size: .9rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid #999; white-space: nowrap; }
th[scope=row], th:first-child { text-align: left; } th[scope=row] { font-weight: normal; } td:last-child { text-align: left; }
tr.moved th, tr.moved td { font-weight: bold; } tr.perhaps th { font-style: italic; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; } dd { margin: 0; } small { color: #333; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.sides ol { max-height: 24rem; overflow-y: auto; border: 1px solid #999; padding: .3rem .3rem .3rem 3rem; margin: 0; }
li.parted::before { content: "\\25C6 "; } li.now { outline: 2px solid #111; font-weight: bold; }
li.later { color: #595959; } button { font: inherit; }
@media print { .sides ol { max-height: none; } .steps { display: none; } }
"""

# Without it the games stand there in full, to be read.
SCRIPT = """
document.querySelectorAll(".example").forEach(function (pair) {
  var lists = [].map.call(pair.querySelectorAll("ol"), function (list) { return list.children; });
  var last = Math.max(lists[0].length, lists[1].length) - 1, at = 0;
  function show(place) {
    at = Math.max(0, Math.min(last, place));
    lists.forEach(function (items) {
      for (var i = 0; i < items.length; i++) {
        items[i].classList.toggle("now", i === at); items[i].classList.toggle("later", i > at);
      }
      var item = items[Math.min(at, items.length - 1)];
      if (item) item.parentNode.scrollTop = item.offsetTop - item.parentNode.offsetTop - 120;
    });
    pair.querySelector("output").textContent = "step " + (at + 1) + " of " + (last + 1);
  }
  pair.querySelectorAll("button").forEach(function (button) {
    button.addEventListener("click", function () {
      show(button.dataset.to ? +pair.dataset.parted : at + +button.dataset.by);
    });
  });
  show(+pair.dataset.parted);
});
"""
