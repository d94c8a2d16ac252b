const answer = await fetch(`${process.env.API_URL}/payments`, { method: "POST" });
console.log(answer.status);
