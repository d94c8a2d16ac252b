int total(const int *lines, int count) {
  for (int i = 0; i < count; i += 1) cents += lines[i];
  return cents;
}
