const answer = await fetch(`${process.env.API_URL}/stock/A-100`);
console.log(await answer.json());
