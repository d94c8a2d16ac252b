#include <stdio.h>

int main(int count, char **arguments) {
  char *line = count > 9 ? arguments[9] : NULL;
  printf("first letter %c\n", *line);
  return 0;
}
