const mirrors = ["eu", "us"];

async function load(mirror) {
  const answer = await fetch(`${process.env.API_URL}/500/${mirror}`);
  if (!answer.ok) throw new Error(`mirror ${mirror} answered HTTP ${answer.status}`);
  return answer.json();
}

const prices = await Promise.any(mirrors.map(load));
console.log(prices.length);
