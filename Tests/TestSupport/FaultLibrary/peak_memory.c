// Runs a program and writes its peak memory in kilobytes to a file. Linux counts the memory of the process that starts a program
// towards the program's peak, so a large process can't measure a small one.
//
//   peak_memory FILE PROGRAM ARGUMENTS...

#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **words) {
    if (count < 3) return 64;
    pid_t process = fork();
    if (process == 0) {
        execv(words[2], words + 2);
        _exit(127);
    }
    int status;
    struct rusage used;
    if (process < 0 || wait4(process, &status, 0, &used) < 0) return 126;
    FILE *file = fopen(words[1], "w");
    if (file == NULL) return 125;
    fprintf(file, "%ld", used.ru_maxrss);
    if (fclose(file) != 0) return 125;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
