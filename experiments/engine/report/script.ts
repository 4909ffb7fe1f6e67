/**
 * What the report does in a browser: draws a figure when it comes into view, and narrows the claims to what is typed.
 */
export const SCRIPT = `
const figures = JSON.parse(document.getElementById("figures").textContent);
const draw = (place) => {
  const { data, layout } = figures[place.dataset.figure];
  place.textContent = "";
  Plotly.newPlot(place, data, layout, { displaylogo: false, responsive: false });
};
const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) { seen.unobserve(target); draw(target); }
}, { rootMargin: "400px" });
for (const place of document.querySelectorAll("[data-figure]")) seen.observe(place);
const box = document.querySelector(".search");
box.addEventListener("input", () => {
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const area of document.querySelectorAll("section.area")) {
    let shown = 0;
    for (const claim of area.querySelectorAll("details")) {
      const text = claim.textContent.toLowerCase();
      claim.hidden = !words.every((word) => text.includes(word));
      if (!claim.hidden) shown++;
    }
    area.hidden = shown === 0;
  }
});
`;
