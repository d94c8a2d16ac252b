const sessions = new Map();

function cartOf(sessionId) {
  return sessions.get(sessionId).cart;
}

console.log(cartOf("s-1"));
