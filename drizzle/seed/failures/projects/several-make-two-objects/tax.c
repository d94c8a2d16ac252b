int tax(int amount) {
  int rate = 19
  return amount * rate / 100;
}
