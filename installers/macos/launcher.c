/* Encore.app/Contents/MacOS/Encore: becomes Python, with the files that lie in Contents/Resources. */

#include <limits.h>
#include <mach-o/dyld.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void put(char *path, const char *folder, const char *name) {
    if (snprintf(path, PATH_MAX, "%s/%s", folder, name) >= PATH_MAX) {
        fputs("Encore's folder has too long a name.\n", stderr);
        exit(1);
    }
}

int main(int count, char **arguments) {
    char own[PATH_MAX], real[PATH_MAX], resources[PATH_MAX];
    char python[PATH_MAX], boot[PATH_MAX], libraries[PATH_MAX];
    uint32_t size = sizeof own;
    if (_NSGetExecutablePath(own, &size) != 0 || !realpath(own, real)) {
        fputs("Encore cannot tell where it is installed.\n", stderr);
        return 1;
    }
    *strrchr(real, '/') = 0;
    *strrchr(real, '/') = 0;
    put(resources, real, "Resources");
    put(python, resources, "python/bin/python3");
    put(boot, resources, "src/engine/boot.py");
    put(libraries, resources, "lib");
    char **command = calloc((size_t)count + 5, sizeof *command);
    if (!command)
        return 1;
    int length = 0;
    command[length++] = python;
    command[length++] = "-I";
    command[length++] = boot;
    command[length++] = libraries;
    command[length++] = "app";
    for (int index = 1; index < count; index++)
        command[length++] = arguments[index];
    execv(python, command);
    perror(python);
    return 1;
}
