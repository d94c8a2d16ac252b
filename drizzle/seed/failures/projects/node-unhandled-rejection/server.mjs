function pay(order) {
  return Promise.reject(`payment provider is closed for order ${order.id}`);
}

pay({ id: Math.floor(Math.random() * 90_000) + 10_000 });
setTimeout(() => {}, 1000);
