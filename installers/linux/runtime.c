/* The runtime of the AppImage: an ELF file with a squashfs image behind it.
 *
 * It needs no FUSE. The image is unpacked once into the user's cache, under a name that depends on its
 * content, and started from there; a lock, held as long as the program runs, keeps a folder from being
 * removed when a newer version starts.
 */

#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <ftw.h>
#include <dirent.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <squashfuse/squashfuse.h>

enum { ID_LENGTH = 64, PIECE = 1 << 20, REMOVALS = 100, REMOVAL_PAUSE = 100000 /* µs */ };

static char image[PATH_MAX];
static pid_t child;

static void fail(const char *what, const char *which) {
    fprintf(stderr, "Encore cannot start: %s %s%s%s.\n", what, which, errno ? ": " : "",
            errno ? strerror(errno) : "");
    exit(1);
}

static void join(char *path, const char *folder, const char *name) {
    if (snprintf(path, PATH_MAX, "%s/%s", folder, name) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        fail("cannot use", folder);
    }
}

/* The end of the ELF file, where the image begins: behind its table of sections, which lies last. */
static off_t find_image(int fd) {
    Elf64_Ehdr header;
    if (pread(fd, &header, sizeof header, 0) != sizeof header)
        fail("cannot read", image);
    return (off_t)header.e_shoff + (off_t)header.e_shentsize * header.e_shnum;
}

/* The SHA-256 of the image in hexadecimal digits, which the build wrote behind it. */
static void read_id(int fd, char *id) {
    struct stat about;
    if (fstat(fd, &about) != 0 || pread(fd, id, ID_LENGTH, about.st_size - ID_LENGTH) != ID_LENGTH)
        fail("cannot read", image);
    id[ID_LENGTH] = 0;
    if (strspn(id, "0123456789abcdef") != ID_LENGTH) {
        errno = 0;
        fail("this file is damaged:", image);
    }
}

static void make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash)
            *slash = 0;
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            fail("cannot make the folder", path);
        if (!slash)
            return;
        *slash = '/';
    }
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *place) {
    (void)about, (void)kind, (void)place;
    remove(path);
    return 0; /* go on: the rest can be removed */
}

static void remove_tree(const char *path) {
    nftw(path, remove_one, 64, FTW_DEPTH | FTW_PHYS);
}

static void unpack_file(sqfs *fs, sqfs_inode *inode, const char *path) {
    static char piece[PIECE];
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, inode->base.mode & 0777);
    if (fd < 0)
        fail("cannot write", path);
    sqfs_off_t size = inode->xtra.reg.file_size, place = 0;
    while (place < size) {
        sqfs_off_t read = PIECE;
        if (sqfs_read_range(fs, inode, place, &read, piece) != SQFS_OK || read <= 0) {
            errno = 0;
            fail("this file is damaged:", image);
        }
        for (sqfs_off_t done = 0; done < read;) {
            ssize_t written = write(fd, piece + done, (size_t)(read - done));
            if (written < 0)
                fail("cannot write", path);
            done += written;
        }
        place += read;
    }
    if (close(fd) != 0)
        fail("cannot write", path);
}

static void unpack_entry(sqfs *fs, sqfs_traverse *walk, const char *path) {
    sqfs_inode inode;
    if (sqfs_inode_get(fs, &inode, sqfs_dentry_inode(&walk->entry)) != SQFS_OK) {
        errno = 0;
        fail("this file is damaged:", image);
    }
    if (S_ISDIR(inode.base.mode)) {
        if (mkdir(path, 0755) != 0 && errno != EEXIST)
            fail("cannot make the folder", path);
    } else if (S_ISLNK(inode.base.mode)) {
        char target[PATH_MAX];
        size_t length = sizeof target;
        unlink(path);
        if (sqfs_readlink(fs, &inode, target, &length) != SQFS_OK || symlink(target, path) != 0)
            fail("cannot write", path);
    } else if (S_ISREG(inode.base.mode)) {
        unpack_file(fs, &inode, path);
    }
}

/* Unpack the image into `folder`, or of it what matches `pattern`. */
static void unpack(const char *folder, const char *pattern) {
    sqfs fs;
    sqfs_traverse walk;
    sqfs_err error = SQFS_OK;
    char path[PATH_MAX];
    int fd = open(image, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        fail("cannot read", image);
    if (sqfs_init(&fs, fd, (size_t)find_image(fd)) != SQFS_OK ||
        sqfs_traverse_open(&walk, &fs, sqfs_inode_root(&fs)) != SQFS_OK) {
        errno = 0;
        fail("this file is damaged:", image);
    }
    umask(022);
    make_folders(strcpy(path, folder));
    while (sqfs_traverse_next(&walk, &error)) {
        if (walk.dir_end)
            continue;
        join(path, folder, walk.path);
        if (!pattern) {
            unpack_entry(&fs, &walk, path);
        } else if (fnmatch(pattern, walk.path, FNM_LEADING_DIR) == 0) {
            char *slash = strrchr(path, '/');
            *slash = 0;
            make_folders(path);
            *slash = '/';
            unpack_entry(&fs, &walk, path);
        }
    }
    if (error != SQFS_OK) {
        errno = 0;
        fail("this file is damaged:", image);
    }
    sqfs_traverse_close(&walk);
    sqfs_destroy(&fs);
    close(fd);
}

/* Where unpacked images lie: in the program's own cache. */
static void cache_folder(char *path) {
    const char *own = getenv("ENCORE_HOME"), *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (own && *own)
        join(path, own, "cache/appimage");
    else if (cache && *cache == '/')
        join(path, cache, "Encore/appimage");
    else if (home && *home)
        join(path, home, ".cache/Encore/appimage");
    else {
        errno = 0;
        fail("name a folder for it in the variable", "HOME");
    }
}

/* Remove what other versions unpacked, unless they run. */
static void remove_others(const char *cache, const char *id) {
    DIR *folder = opendir(cache);
    struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        char lock[PATH_MAX], path[PATH_MAX];
        size_t length = strlen(entry->d_name);
        if (length != ID_LENGTH + 5 || strcmp(entry->d_name + ID_LENGTH, ".lock") != 0 ||
            strncmp(entry->d_name, id, ID_LENGTH) == 0)
            continue;
        join(lock, cache, entry->d_name);
        int fd = open(lock, O_RDWR | O_CLOEXEC);
        if (fd < 0)
            continue;
        if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
            strcpy(path, lock);
            path[strlen(path) - 5] = 0;
            remove_tree(path);
            unlink(lock);
        }
        close(fd);
    }
    if (folder)
        closedir(folder);
}

/* Unpack the image unless that was done before; `folder` is where it lies, locked while this process lives. */
static void unpack_once(char *folder) {
    char cache[PATH_MAX], lock[PATH_MAX], fresh[PATH_MAX], id[ID_LENGTH + 1];
    int fd = open(image, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        fail("cannot read", image);
    read_id(fd, id);
    close(fd);
    cache_folder(cache);
    make_folders(cache);
    join(folder, cache, id);
    if (snprintf(lock, sizeof lock, "%s.lock", folder) >= PATH_MAX ||
        snprintf(fresh, sizeof fresh, "%s.new", folder) >= PATH_MAX)
        fail("cannot use", cache);
    int held = open(lock, O_RDWR | O_CREAT, 0600); /* stays open in the program */
    if (held < 0)
        fail("cannot write", lock);
    if (access(folder, F_OK) != 0) {
        flock(held, LOCK_EX);
        if (access(folder, F_OK) != 0) {
            remove_tree(fresh);
            unpack(fresh, NULL);
            if (rename(fresh, folder) != 0)
                fail("cannot write", folder);
        }
        remove_others(cache, id);
    }
    flock(held, LOCK_SH);
}

static void start(const char *folder, char **arguments) {
    char run[PATH_MAX];
    join(run, folder, "AppRun");
    setenv("APPDIR", folder, 1);
    setenv("APPIMAGE", image, 1);
    arguments[0] = run;
    execv(run, arguments);
    fail("cannot run", run);
}

static void pass_on(int number) {
    kill(child, number);
}

/* Unpack into a folder of its own, run, remove it; returns the program's exit code. */
static int unpack_and_run(char **arguments) {
    char folder[PATH_MAX];
    const char *temporary = getenv("TMPDIR");
    int status = 0;
    join(folder, temporary && *temporary ? temporary : "/tmp", "encore-appimage-XXXXXX");
    if (!mkdtemp(folder))
        fail("cannot make the folder", folder);
    unpack(folder, NULL);
    child = fork();
    if (child == 0)
        start(folder, arguments);
    signal(SIGINT, pass_on);
    signal(SIGTERM, pass_on);
    signal(SIGHUP, pass_on);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    /* What the program started may end after it, and write there until then. */
    for (int tries = 0; tries < REMOVALS && access(folder, F_OK) == 0; tries++) {
        if (tries)
            usleep(REMOVAL_PAUSE);
        remove_tree(folder);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int count, char **arguments) {
    char folder[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", image, sizeof image - 1);
    if (length < 0)
        fail("cannot read", "/proc/self/exe");
    image[length] = 0;
    const char *option = count > 1 ? arguments[1] : "";
    if (strcmp(option, "--appimage-extract") == 0) {
        unpack("squashfs-root", count > 2 ? arguments[2] : NULL);
        return 0;
    }
    if (strcmp(option, "--appimage-offset") == 0) {
        int fd = open(image, O_RDONLY | O_CLOEXEC);
        printf("%lld\n", (long long)find_image(fd));
        return 0;
    }
    if (strcmp(option, "--appimage-extract-and-run") == 0) {
        arguments[1] = arguments[0];
        return unpack_and_run(arguments + 1);
    }
    if (strncmp(option, "--appimage-", 11) == 0) {
        fputs("Known are --appimage-extract [PATTERN], --appimage-extract-and-run and --appimage-offset.\n",
              stderr);
        return 2;
    }
    if (getenv("APPIMAGE_EXTRACT_AND_RUN"))
        return unpack_and_run(arguments);
    unpack_once(folder);
    start(folder, arguments);
}
