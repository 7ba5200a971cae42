/*
 * reach IN OUT: the object file IN with each hidden name made a protected one. What is protected is the object's own as before, its code
 * unchanged, but where it becomes a shared library other programs can be linked to it: tests know names that are nobody else's.
 * ELF of 64 bits, of this machine's byte order, which is every machine's the library is built for.
 */
#include <elf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_file(const char *path, long *size)
{
    FILE *in = fopen(path, "rb");
    char *all = NULL;
    if (in && !fseek(in, 0, SEEK_END) && (*size = ftell(in)) > 0 && !fseek(in, 0, SEEK_SET) && (all = malloc((size_t)*size)))
        if (fread(all, (size_t)*size, 1, in) != 1) {
            free(all);
            all = NULL;
        }
    if (in)
        fclose(in);
    return all;
}

static bool write_file(const char *path, const char *all, long size)
{
    FILE *out = fopen(path, "wb");
    const bool is_written = out && fwrite(all, (size_t)size, 1, out) == 1;
    return out && !fclose(out) && is_written;
}

/* Changes names of the table of symbols; false where the file has none, or is no such object. */
static bool protect(char *all, size_t size)
{
    const Elf64_Ehdr *head = (const void *)all;
    if (size < sizeof *head || memcmp(head->e_ident, ELFMAG, SELFMAG) || head->e_ident[EI_CLASS] != ELFCLASS64 || head->e_type != ET_REL ||
        head->e_shoff > size || head->e_shnum > (size - head->e_shoff) / sizeof(Elf64_Shdr))
        return false;
    const Elf64_Shdr *section = (const void *)(all + head->e_shoff), *end = section + head->e_shnum;
    while (section < end && section->sh_type != SHT_SYMTAB)
        section++;
    if (section == end || section->sh_offset > size || section->sh_size > size - section->sh_offset)
        return false;
    Elf64_Sym *symbol = (void *)(all + section->sh_offset), *last = symbol + section->sh_size / sizeof *symbol;
    for (; symbol < last; symbol++)
        if (ELF64_ST_VISIBILITY(symbol->st_other) == STV_HIDDEN && symbol->st_shndx != SHN_UNDEF)
            symbol->st_other = (unsigned char)((symbol->st_other & ~3) | STV_PROTECTED);
    return true;
}

int main(int argc, char **argv)
{
    long size = 0;
    char *all = argc == 3 ? read_file(argv[1], &size) : NULL;
    const bool is_done = all && protect(all, (size_t)size) && write_file(argv[2], all, size);
    if (!is_done)
        fprintf(stderr, "reach: %s\n", argc == 3 ? "not an object file of 64 bits, or one that cannot be read or written" : "reach IN OUT");
    free(all);
    return is_done ? EXIT_SUCCESS : EXIT_FAILURE;
}
