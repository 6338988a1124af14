/* termios.h: no file is a terminal, whatever standard input is outside. */

#define _DEFAULT_SOURCE
#include <termios.h>

int *__errno_location(void);

static int no_terminal(void)
{
    *__errno_location() = 25;
    return -1;
}

int tcgetattr(int file, struct termios *to)
{
    return no_terminal();
}

int tcsetattr(int file, int when, const struct termios *from)
{
    return no_terminal();
}

void cfmakeraw(struct termios *of)
{
    of->c_iflag &= ~(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON);
    of->c_oflag &= ~OPOST;
    of->c_lflag &= ~(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
    of->c_cflag &= ~(CSIZE | PARENB);
    of->c_cflag |= CS8;
    of->c_cc[VMIN] = 1;
    of->c_cc[VTIME] = 0;
}
