"use strict";
// Finds sections that contain all words of a query. Text from the documents and from the address becomes text nodes only.

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/// The sections with all words, best first: words in titles and headings weigh more than words in texts.
function find(query, entries) {
  const words = [...new Set(wordsOf(query))];
  if (words.length === 0) return [];
  const found = [];
  for (const entry of entries) {
    entry.lower ??= [entry.title, entry.heading, entry.text].map((text) => text.toLowerCase());
    let score = 0;
    const isMatch = words.every((word) => {
      const weight = weigh(word, entry.lower);
      score += weight;
      return weight > 0;
    });
    if (isMatch) found.push({ entry, score });
  }
  return found.sort((a, b) => b.score - a.score).map((match) => match.entry);
}

function weigh(word, [title, heading, text]) {
  let weight = 0;
  if (title.includes(word)) weight += wordsOf(title).includes(word) ? 20 : 8;
  if (heading.includes(word)) weight += wordsOf(heading).includes(word) ? 30 : 10;
  return weight + Math.min(text.split(word).length - 1, 6);
}

/// A piece of the text around the first word, with all words marked.
function excerpt(text, words) {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - 60);
  const piece = (start > 0 ? "… " : "") + text.slice(start, start + 240) + (start + 240 < text.length ? " …" : "");
  const paragraph = document.createElement("p");
  let rest = piece;
  while (rest) {
    const low = rest.toLowerCase();
    const next = words.map((word) => ({ word, at: low.indexOf(word) })).filter(({ at }) => at >= 0);
    // Lower case may have another length than the text, in which case nothing is marked.
    if (next.length === 0 || low.length !== rest.length) break;
    const { word, at } = next.reduce((a, b) => (b.at < a.at || (b.at === a.at && b.word.length > a.word.length) ? b : a));
    const mark = document.createElement("mark");
    mark.textContent = rest.slice(at, at + word.length);
    paragraph.append(rest.slice(0, at), mark);
    rest = rest.slice(at + word.length);
  }
  paragraph.append(rest);
  return paragraph;
}

function show(query) {
  const words = wordsOf(query);
  const found = find(query, entries);
  const items = found.slice(0, 50).map((entry) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = "../" + entry.path + (entry.anchor ? "#" + encodeURIComponent(entry.anchor) : "");
    link.textContent = entry.heading ? `${entry.title} › ${entry.heading}` : entry.title;
    item.append(link, excerpt(entry.text, words));
    return item;
  });
  document.getElementById("results").replaceChildren(...items);
  document.getElementById("summary").textContent =
    words.length === 0 ? "" : `${found.length === 0 ? "No" : found.length} ${found.length === 1 ? "section" : "sections"} found` +
      (found.length > 50 ? "; the first 50:" : "");
}

const field = document.getElementById("query");
field.value = new URLSearchParams(location.search).get("q") ?? "";
field.addEventListener("input", () => show(field.value));
show(field.value);
