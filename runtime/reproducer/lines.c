/* Source lines of code addresses: reads the line table (DWARF 2 to 5) of the running program. */

struct row { uintptr_t start, end; const char *file; unsigned line; };
static struct row *rows;
static size_t row_count, row_room;
static const unsigned char *image;
static size_t image_size;
static uintptr_t bias;

static const unsigned char *section(const char *name, size_t *size) {
  const ElfW(Ehdr) *head = (const void *)image;
  const ElfW(Shdr) *sections = (const void *)(image + head->e_shoff);
  const char *names = (const char *)image + sections[head->e_shstrndx].sh_offset;
  for (unsigned i = 0; i < head->e_shnum; i++)
    if (!REAL(strcmp)(names + sections[i].sh_name, name) && sections[i].sh_type != SHT_NOBITS &&
        !(sections[i].sh_flags & SHF_COMPRESSED)) {
      *size = sections[i].sh_size;
      return image + sections[i].sh_offset;
    }
  *size = 0;
  return NULL;
}

static unsigned long long number(const unsigned char **p, unsigned bytes) {
  unsigned long long value = 0;
  for (unsigned i = 0; i < bytes; i++)
    value |= (unsigned long long)(*p)[i] << 8 * i;
  *p += bytes;
  return value;
}

static unsigned long long leb(const unsigned char **p, bool is_signed) {
  unsigned long long value = 0;
  unsigned shift = 0;
  unsigned char byte;
  do {
    byte = *(*p)++;
    if (shift < 64)
      value |= (unsigned long long)(byte & 0x7f) << shift;
    shift += 7;
  } while (byte & 0x80);
  if (is_signed && shift < 64 && byte & 0x40)
    value |= -(1ULL << shift);
  return value;
}

/* Reads past a value of a form. Returns it if it is a text. */
static const char *form(const unsigned char **p, unsigned kind, unsigned width, const unsigned char *texts,
                        const unsigned char *line_texts) {
  const char *text = NULL;
  switch (kind) {
  case 0x08: text = (const char *)*p; *p += REAL(strlen)(text) + 1; break;
  case 0x0e: text = (const char *)texts + number(p, width); break;
  case 0x1f: text = (const char *)line_texts + number(p, width); break;
  case 0x0b: *p += 1; break;
  case 0x05: *p += 2; break;
  case 0x06: *p += 4; break;
  case 0x07: *p += 8; break;
  case 0x1e: *p += 16; break;
  case 0x0f: leb(p, false); break;
  case 0x09: { unsigned long long size = leb(p, false); *p += size; break; }
  }
  return text;
}

static void add_row(uintptr_t start, uintptr_t end, const char *file, unsigned line) {
  if (row_count == row_room) {
    row_room = row_room ? 2 * row_room : 1024;
    rows = REAL(realloc)(rows, row_room * sizeof *rows);
  }
  rows[row_count++] = (struct row){start, end, file, line};
}

static void read_unit(const unsigned char *p, const unsigned char *end, unsigned width, const unsigned char *texts,
                      const unsigned char *line_texts) {
  unsigned version = number(&p, 2);
  if (version < 2 || version > 5)
    return;
  if (version == 5)
    p += 2;
  unsigned long long header = number(&p, width);
  const unsigned char *program = p + header;
  unsigned least = number(&p, 1);
  if (version >= 4)
    p++;
  p++;
  signed char base = (signed char)*p++;
  unsigned range = *p++, first_special = *p++;
  const unsigned char *lengths = p;
  p += first_special - 1;
  enum { MOST = 4096 };
  const char **files = REAL(calloc)(MOST, sizeof *files);
  if (version == 5)
    for (int pass = 0; pass < 2; pass++) {
      unsigned formats = *p++;
      const unsigned char *description = p;
      for (unsigned i = 0; i < 2 * formats; i++)
        leb(&p, false);
      unsigned long long count = leb(&p, false);
      for (unsigned long long i = 0; i < count; i++) {
        const unsigned char *d = description;
        for (unsigned j = 0; j < formats; j++) {
          unsigned content = leb(&d, false), kind = leb(&d, false);
          const char *text = form(&p, kind, width, texts, line_texts);
          if (pass && content == 1 && i < MOST)
            files[i] = text;
        }
      }
    }
  else {
    while (*p)
      p += REAL(strlen)((const char *)p) + 1;
    p++;
    for (unsigned i = 1; *p; i++) {
      if (i < MOST)
        files[i] = (const char *)p;
      p += REAL(strlen)((const char *)p) + 1;
      leb(&p, false), leb(&p, false), leb(&p, false);
    }
  }
  uintptr_t address = 0, row_start = 0;
  unsigned file = 1, line = 1, row_file = 1, row_line = 0;
  for (p = program; p < end;) {
    unsigned op = *p++;
    bool row = false, over = false;
    if (op >= first_special) {
      address += (op - first_special) / range * least;
      line += base + (int)((op - first_special) % range);
      row = true;
    } else
      switch (op) {
      case 0: {
        unsigned long long size = leb(&p, false);
        const unsigned char *next = p + size;
        if (*p == 1)
          over = true;
        else if (*p == 2) {
          p++;
          address = number(&p, size - 1);
        }
        p = next;
        break;
      }
      case 1: row = true; break;
      case 2: address += leb(&p, false) * least; break;
      case 3: line += (int)leb(&p, true); break;
      case 4: file = leb(&p, false); break;
      case 8: address += (255 - first_special) / range * least; break;
      case 9: address += number(&p, 2); break;
      default:
        for (unsigned i = 0; i < lengths[op - 1]; i++)
          leb(&p, false);
      }
    if (row || over) {
      if (row_line && address > row_start && row_file < MOST && files[row_file])
        add_row(bias + row_start, bias + address, files[row_file], row_line);
      row_start = address, row_file = file, row_line = over ? 0 : line;
      if (over)
        address = 0, file = 1, line = 1;
    }
  }
  REAL(free)(files);
}

static int first_object(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  bias = info->dlpi_addr;
  return 1;
}

static void read_lines(void) {
  dl_iterate_phdr(first_object, NULL);
  int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status))
    return;
  image_size = status.st_size;
  image = mmap(NULL, image_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (image == MAP_FAILED)
    return;
  size_t size, other;
  const unsigned char *texts = section(".debug_str", &other), *line_texts = section(".debug_line_str", &other);
  const unsigned char *p = section(".debug_line", &size), *end = p + size;
  while (p && p + 12 < end) {
    unsigned width = 4;
    unsigned long long length = number(&p, 4);
    if (length == 0xffffffff)
      length = number(&p, width = 8);
    read_unit(p, p + length, width, texts, line_texts);
    p += length;
  }
}

static const char *base_name(const char *path) {
  const char *base = path;
  for (; *path; path++)
    if (*path == '/')
      base = path + 1;
  return base;
}

static const struct row *row_of(const void *place) {
  static struct { uintptr_t pc; const struct row *row; } known[4096];
  uintptr_t pc = (uintptr_t)place - 1;
  size_t slot = pc % COUNT(known);
  if (known[slot].pc != pc) {
    const struct row *found = NULL;
    for (size_t i = 0; i < row_count && !found; i++)
      if (rows[i].start <= pc && pc < rows[i].end)
        found = &rows[i];
    known[slot].pc = pc, known[slot].row = found;
  }
  return known[slot].row;
}

/* The variable that an address is in. */
static const char *variable_of(uintptr_t address, uintptr_t *start, size_t *size) {
  size_t bytes, other;
  const ElfW(Sym) *symbols = (const void *)section(".symtab", &bytes);
  const char *names = (const char *)section(".strtab", &other);
  for (size_t i = 0; symbols && names && i < bytes / sizeof *symbols; i++)
    if ((symbols[i].st_info & 15) == STT_OBJECT && symbols[i].st_shndx &&
        address - (bias + symbols[i].st_value) < symbols[i].st_size) {
      *start = bias + symbols[i].st_value, *size = symbols[i].st_size;
      return names + symbols[i].st_name;
    }
  return NULL;
}
