/* Runs SQL with sqlite: a database (":memory:" or a file), then the file of statements. Prints rows as the shell does. */

#include "sqlite3.h"
#include <stdio.h>
#include <stdlib.h>

static int print_row(void *context, int count, char **values, char **names)
{
    (void)context;
    (void)names;
    for (int i = 0; i < count; i++)
        printf("%s%s", i ? "|" : "", values[i] ? values[i] : "");
    putchar('\n');
    return 0;
}

static char *read_file(const char *name)
{
    FILE *file = fopen(name, "r");
    if (!file) {
        perror(name);
        exit(1);
    }
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = malloc(size + 1);
    if (!text || fread(text, 1, size, file) != (size_t)size)
        exit(1);
    text[size] = 0;
    fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    sqlite3 *database;
    char *message = NULL;
    if (argc < 3 || sqlite3_open(argv[1], &database) != SQLITE_OK)
        return 1;
    char *statements = read_file(argv[2]);
    int status = sqlite3_exec(database, statements, print_row, NULL, &message);
    if (message)
        printf("error: %s\n", message);
    sqlite3_free(message);
    free(statements);
    sqlite3_close(database);
    return status;
}
