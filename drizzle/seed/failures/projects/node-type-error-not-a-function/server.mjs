const cart = {
  lines: [],
  sumCents() {
    return this.lines.reduce((sum, line) => sum + line.cents, 0);
  },
};

console.log(cart.totalCents());
