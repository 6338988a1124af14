
/* Inputs of the run that the program is given: standard input, and files, which are made where they are missing. */

static void write_all(int file, const struct input *input) {
  size_t done = 0;
  while (done < input->size) {
    ssize_t count = write(file, input->bytes + done, input->size - done);
    if (count <= 0)
      break;
    done += (size_t)count;
  }
}

static bool is_there(const struct input *input) {
  int file = open(input->name, O_RDONLY);
  if (file < 0)
    return false;
  bool same = true;
  char byte;
  for (size_t i = 0; i < input->size && same; i++)
    same = read(file, &byte, 1) == 1 && byte == input->bytes[i];
  same = same && read(file, &byte, 1) == 0;
  close(file);
  return same;
}

static void feed(void) {
  for (const struct input *input = inputs; input->name; input++) {
    if (!*input->name) {
      int file = memfd_create("standard input", 0);
      write_all(file, input);
      lseek(file, 0, SEEK_SET);
      dup2(file, 0);
      close(file);
      continue;
    }
    int file = open(input->name, O_WRONLY | O_CREAT | O_EXCL, 0644);
    if (file >= 0) {
      write_all(file, input);
      close(file);
    } else if (!is_there(input)) {
      not_reproduced(NOT "%s cannot be made with the contents that lead there: run this elsewhere", input->name);
    }
  }
}
