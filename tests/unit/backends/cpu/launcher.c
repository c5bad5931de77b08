/* Runs one launch of a kernel that is linked with it, between pages that may not be touched.
 *
 * stdin:  the bytes of the arena, the extents of the grid (three), the number of arguments; then for each argument the
 *         bytes of an array and the array, or -1 and the bits of a number. All numbers have 64 bits.
 * stdout: what the kernel's entry point returns, then the arrays.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern int64_t LAUNCH(void *block);

static void read_exactly(void *to, size_t size) {
    if (size && fread(to, size, 1, stdin) != 1) exit(2);
}

static int64_t number(void) {
    int64_t value;
    read_exactly(&value, sizeof value);
    return value;
}

/* Memory that ends at the end of a page, with a page before and after it that may not be touched. */
static char *fenced(size_t size) {
    size_t page = sysconf(_SC_PAGESIZE), whole = (size + page) / page * page;
    char *start = mmap(0, whole + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED || mprotect(start + page, whole, PROT_READ | PROT_WRITE)) exit(3);
    return start + page + whole - size;
}

int main(void) {
    size_t arena_size = number();
    int32_t grid[3];
    for (int axis = 0; axis < 3; axis++) grid[axis] = number();
    size_t count = number();
    char *arena = aligned_alloc(64, (arena_size + 63) / 64 * 64);
    char *block = calloc(1, ARGUMENTS_OFFSET + 8 * count);
    int64_t *sizes = calloc(count + 1, sizeof *sizes);
    int64_t last = (int64_t)grid[0] * grid[1] * grid[2];
    memcpy(block, grid, sizeof grid);
    memcpy(block + LAST_OFFSET, &last, sizeof last);
    memcpy(block + ARENA_OFFSET, &arena, sizeof arena);
    char **places = (char **)(block + ARGUMENTS_OFFSET);
    for (size_t index = 0; index < count; index++) {
        sizes[index] = number();
        if (sizes[index] < 0) {
            read_exactly(&places[index], 8);
        } else {
            places[index] = fenced(sizes[index]);
            read_exactly(places[index], sizes[index]);
        }
    }
    int64_t outcome = LAUNCH(block);
    fwrite(&outcome, sizeof outcome, 1, stdout);
    for (size_t index = 0; index < count; index++)
        if (sizes[index] > 0) fwrite(places[index], sizes[index], 1, stdout);
    return 0;
}
