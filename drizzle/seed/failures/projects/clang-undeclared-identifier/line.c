int line_total(int quantity, int cents) {
  return quantty * cents;
}
