const pages = [];

for (let page = 0; page < 1_000_000; page += 1) {
  pages.push(Buffer.alloc(1_000_000, page % 250));
  if (page % 20 === 0) {
    console.log(`rendered ${page} pages`);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
}
