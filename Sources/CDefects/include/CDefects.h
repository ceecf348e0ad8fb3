#ifndef CDEFECTS_H
#define CDEFECTS_H

// The files of defects next to the contracts, embedded by the compiler. All strings are
// zero-terminated constants of the program.

/// Number of files.
int cdefects_count(void);
/// Folder of file `index` below `contracts`: `ncmb`.
const char *cdefects_name(int index);
/// Text of a file, as YAML.
const char *cdefects_text(int index);

#endif
