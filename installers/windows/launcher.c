/* Encore.exe and bin\encore.exe: start Python from the folder that this program is in, with its arguments.
 *
 * PYTHON names the interpreter (pythonw.exe opens no console), DEPTH how many folders up the bundle is.
 */

#include <windows.h>
#include <wchar.h>

enum { LIMIT = 32768 }; /* what Windows takes as a path or a command line */

static wchar_t folder[LIMIT], command[LIMIT];

static int fail(const wchar_t *sentence) {
    MessageBoxW(NULL, sentence, L"Encore", MB_ICONERROR);
    return 1;
}

/* What was typed behind the program's own name, with its quotes as they are. */
static const wchar_t *arguments(void) {
    const wchar_t *line = GetCommandLineW();
    wchar_t end = L' ';
    if (*line == L'"')
        end = *line++;
    while (*line && *line != end && !(end == L' ' && *line == L'\t'))
        line++;
    if (*line == L'"')
        line++;
    while (*line == L' ' || *line == L'\t')
        line++;
    return line;
}

static int run(void) {
    STARTUPINFOW startup;
    PROCESS_INFORMATION process;
    DWORD code = 1;
    DWORD length = GetModuleFileNameW(NULL, folder, LIMIT);
    if (length == 0 || length == LIMIT)
        return fail(L"Encore cannot tell where it is installed.");
    for (int up = 0; up <= DEPTH; up++) {
        wchar_t *slash = wcsrchr(folder, L'\\');
        if (slash)
            *slash = 0;
    }
    int written = _snwprintf(command, LIMIT,
                             L"\"%ls\\python\\" PYTHON L"\" -I \"%ls\\src\\engine\\boot.py\" \"%ls\\lib\" app %ls",
                             folder, folder, folder, arguments());
    if (written < 0 || written >= LIMIT)
        return fail(L"Encore was given too many arguments.");
    GetStartupInfoW(&startup);
    SetConsoleCtrlHandler(NULL, FALSE);
    if (!CreateProcessW(NULL, command, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &process))
        return fail(L"Encore is not complete. Install it again.");
    AllowSetForegroundWindow(process.dwProcessId);
    SetConsoleCtrlHandler(NULL, TRUE); /* Ctrl-C is for the program, whose exit code is waited for */
    WaitForSingleObject(process.hProcess, INFINITE);
    GetExitCodeProcess(process.hProcess, &code);
    return (int)code;
}

int WINAPI wWinMain(HINSTANCE instance, HINSTANCE previous, wchar_t *line, int show) {
    (void)instance, (void)previous, (void)line, (void)show;
    return run();
}

int wmain(void) {
    return run();
}
