/* Says whether the failure was reproduced, and ends the process. */

static void say(const char *format, va_list arguments) {
  char text[2048];
  int length = vsnprintf(text, sizeof text - 1, format, arguments);
  if (length > (int)sizeof text - 2)
    length = sizeof text - 2;
  text[length++] = '\n';
  if (write(2, text, length) < 0)
    return;
}

static bool debugged(void) {
  char text[4096];
  int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  ssize_t size = file < 0 ? 0 : read(file, text, sizeof text - 1);
  if (file >= 0)
    close(file);
  text[size > 0 ? size : 0] = 0;
  const char *line = strstr(text, "TracerPid:");
  return line && atoi(line + 10);
}

/* The failure has happened: ends with a signal, so that a debugger stops here. */
__attribute__((noinline)) static void reproduced(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  inside++, told = true;
  say(format, arguments);
  signal(SIGABRT, SIG_DFL);
  abort();
}

/* The failure has not happened and will not: exits with 3. */
__attribute__((noinline, noreturn)) static void not_reproduced(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  inside++, told = true;
  say(format, arguments);
  _exit(3);
}

#define NOT "reproducer: not reproduced: "
#define YES "reproducer: reproduced: "

static const char *line_of(const void *place, char *to, size_t size) {
  const struct row *row = place ? row_of(place) : NULL;
  if (row)
    snprintf(to, size, "%s:%u", base_name(row->file), row->line);
  else
    snprintf(to, size, "?");
  return to;
}
#define LINE(place) line_of(place, (char[256]){0}, 256)

static void on_failure(int signal_number) {
  static const char *const names[] = {[SIGABRT] = "SIGABRT", [SIGSEGV] = "SIGSEGV", [SIGFPE] = "SIGFPE",
                                      [SIGBUS] = "SIGBUS",   [SIGILL] = "SIGILL", [SIGTRAP] = "SIGTRAP"};
  if (!told) {
    told = true, inside++;
    char text[600];
    int number = self ? self->number : -1;
    bool planned = how == FAILS && number == plan[TURNS - 1].thread && at == TURNS - 1;
    int length = snprintf(text, sizeof text, "%s%s in thread %d, at %s or after it; gmc: %s\n",
                          planned ? YES : NOT "too early: ", names[signal_number], number,
                          LINE(self ? self->place : NULL), what);
    if (length > 0 && write(2, text, length < (int)sizeof text ? length : (int)sizeof text - 1) < 0)
      _exit(3);
    if (!planned)
      _exit(3);
  }
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

static void on_alarm(int unused) {
  (void)unused;
  if (debugged()) {
    alarm(PATIENCE);
    return;
  }
  if (at < TURNS)
    not_reproduced(NOT "thread %d has had turn %zu for %d seconds and has not come to its end, which is %s:%u",
                   plan[at].thread, at + 1, PATIENCE,
                   plan[at].until.act ? base_name(plan[at].until.file) : "the thread's", plan[at].until.line);
  not_reproduced(NOT "the program goes on for ever");
}
